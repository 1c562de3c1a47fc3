"""The access code: who may see a shop that has one (catalogue §4)."""
