"""Invoices as bookings for the accountant."""
