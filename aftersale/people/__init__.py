"""What the shop knows of a person: how long, what to hand over, what to erase (docs/decisions/0077)."""
