"""Ways to pay: a service in its own files, the interface in `interface`, all of them in `methods`, money in `ledger`.

Importing the package alone imports no models: config/settings.py reads the services' settings.
"""
