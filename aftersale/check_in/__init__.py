"""Online check-in: ticket holders answer a form shortly before the event (purchase §4 "Check-in")."""
