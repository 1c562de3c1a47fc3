"""The launcher behind `make`: installs, starts and stops everything the shop needs on one machine.

Standard library only, except `prepare.py` and `messages.py`, which run inside the virtual environment.
"""
