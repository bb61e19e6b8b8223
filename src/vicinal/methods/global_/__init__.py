"""The method `global`: the most probable whole alignment. Only what this method alone uses belongs here."""
