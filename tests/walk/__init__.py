"""Walks every address, parameter, document and field there is with what strangers send."""
