"""Personal data by e-mail address: retention, export and erasure (docs/decisions/0077)."""
