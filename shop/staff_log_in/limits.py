"""Rate limits of the codes that staff enter as their second factor. Strangers only get here with the password."""

from shop.core.limits.counters import Limit

# Of a million codes three are right at a time: a stranger with the password needs decades.
BY_MEMBER = Limit("second-factor-member", attempts=20, seconds=24 * 60 * 60)
# Counted apart, so that a stranger locks no member out of the browsers that they use.
BY_KNOWN_BROWSER = Limit("second-factor-browser", attempts=10, seconds=60 * 60, closed_when_down=False)
