"""The method `global`: the most probable whole alignment. Everything that only this method uses."""
