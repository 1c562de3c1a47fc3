"""Seat maps: read plans, put them in the place of an event's map, and serve them (catalogue §3 "Seat map")."""
