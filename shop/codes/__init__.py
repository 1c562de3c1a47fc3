"""Codes that visitors enter: attempts, comparing, cookies."""
