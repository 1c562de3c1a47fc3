"""Error reports to a Sentry server, without personal data (purchase §7, docs/decisions/0044)."""
