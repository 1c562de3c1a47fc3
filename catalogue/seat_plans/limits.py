"""What the database takes of a plan. Here, because the readers of plans know no database."""

# Signs that names may have.
MAP, SECTION, ROW, NUMBER, CATEGORY = 160, 120, 20, 10, 120

PROMOTER, PRESS, WHEELCHAIR, COMPANION = "promoter", "press", "wheelchair", "companion"
NOT_FOR_SALE = frozenset({PROMOTER, PRESS})
RESERVED = NOT_FOR_SALE | {WHEELCHAIR, COMPANION}
