"""The signs that decide where sentences end, each set a string.

One place for both who read them: the rules in `segment`, and their compiled scan in `compiled/_segment.pyx`.
"""

from __future__ import annotations

STOPS = ".!?…‼⁇⁈⁉‽"
ASKING = "!?‼⁇⁈⁉‽"
# Full stops and question marks of other scripts. They have no other use, so no white space is needed after them.
WIDE_STOPS = "。！？｡．﹒﹖﹗।॥؟۔؝։።፧။។៕᠃᠉෴᙮꘎꘏᱾᱿꯫꧉߹܀܁܂"
MORE_STOPS = {"el": ";\u037e", "hy": ":"}  # Greek questions; Armenian as many type it

# After a stop. What may close does so before white space or one of the signs that go on.
CLOSING = "\"'”’»›)]}」』）】》〉"
MAY_CLOSE = "“«‘"
GOES_ON = "\"'”’»›)]},;:.!?"
# After a stop and white space, before more white space, as in tokenised text: what closes, and what closes or opens.
LONE_CLOSING = "”’)]}"
LONE = "\"'“»›"
LONE_BEFORE = ",;:."

# Before the first word of a sentence, and what is never its first sign.
BEFORE_WORD = "\"'“„«»‹‘¿¡([*_–—-"
NEVER_FIRST = ",;:)]}%=.!?…" + WIDE_STOPS
NEVER_FIRST_WIDE = ",;、，；"  # after a wide stop
OPENING = '"“„«»¿¡'
QUOTES = '"”»“«'
LEADING = "([{\"'“„«»‹›‘’`¿¡*–—-"  # before the last word of a sentence
