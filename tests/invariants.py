"""Which invariants do not hold."""

from shop.invariants import broken_invariants


def broken_numbers() -> set[str]:
    return {name.split()[0] for name in broken_invariants()}
