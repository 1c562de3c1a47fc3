"""Products from files of other shops: read the file, plan against what is there, apply one product at a time."""
