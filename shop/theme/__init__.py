"""A shop's theme: tokens, contrast, style sheet."""
