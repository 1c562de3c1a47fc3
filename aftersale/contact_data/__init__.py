"""Form for the holder's contact data of a ticket, by its number (purchase §2 "After-sale forms")."""
