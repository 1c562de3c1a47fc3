"""Codes that visitors enter: attempts, digests, cookies."""
