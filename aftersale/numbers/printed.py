"""Of printed numbers and lists of them. Nothing of Django: the bounded process reads lists."""

LONGEST = 40
LONGEST_KIND = 120
MOST_LINES = 20_000
# Shorter ones are guessed too easily to say anything about (docs/decisions/0053).
SHORTEST_ASKED = 8
# With fewer free ones than this, and fewer than can still be sold, staff should have more printed.
LOW = 20
