"""Refunds by bank transfer: their accounts, and the file for the bank."""
