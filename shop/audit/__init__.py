"""The audit log: triggers write an entry in the transaction of each change (docs/decisions/0034)."""
