"""Tickets are cancelled, or get another name, by forms of their own (purchase §2)."""
