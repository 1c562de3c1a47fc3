"""Who has a ticket for an event with online check-in says shortly before that they come (purchase §4 "Check-in")."""
