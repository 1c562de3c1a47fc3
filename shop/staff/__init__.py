"""Staff of single shops: their roles, and in which shops they have a right."""
