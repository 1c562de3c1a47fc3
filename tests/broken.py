"""Which invariants do not hold."""

from shop.invariants import broken_invariants


def broken() -> set[str]:
    return {name.split()[0] for name in broken_invariants()}
