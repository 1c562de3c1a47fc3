"""Bank statements (camt.053): reading them, and what of them pays for which order (docs/decisions/0042).

What reads files (`unpacking`, `reading`, `camt053`) knows nothing of Django: it runs in a process of its own.
"""
