"""Failures are reported to a Sentry server, without anything about anybody (purchase §7, docs/decisions/0044)."""
