"""Who has a ticket says whom it is for and how to reach them, by the number on it (purchase §2 "After-sale forms")."""
