"""Who changed what: triggers write it in the transaction of the change (docs/decisions/0034)."""
