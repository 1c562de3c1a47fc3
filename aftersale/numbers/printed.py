"""Limits of printed numbers and their lists. Uses no Django, because the bounded process reads lists."""

LONGEST = 40
LONGEST_KIND = 120
MOST_LINES = 20_000
# Shorter numbers are too easy to guess, so look-ups refuse them (docs/decisions/0053).
SHORTEST_ASKED = 8
# Below this number of free ones, and if more can be sold, staff should have more printed.
LOW = 20
