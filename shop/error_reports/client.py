"""Error reports of the server: each logged error becomes a new report that contains only allowed fields."""

import logging
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from .consent import is_allowed

# What a report says; everything else of it is dropped.
FRAME = ("filename", "abs_path", "function", "module", "lineno", "colno", "in_app")
HEAD = ("event_id", "timestamp", "platform", "level", "logger", "environment", "release")
LONGEST, MOST_FRAMES, MOST_EXCEPTIONS = 200, 60, 5

Report = dict[str, Any]


def start() -> None:
    """Start the reports; call it once per process. Loads nothing without SENTRY_DSN."""
    if not settings.SENTRY_DSN:
        return
    import sentry_sdk
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn=settings.SENTRY_DSN,
        environment="development" if settings.DEBUG else "production",
        # What is logged as an error: failures of views and jobs are. Others read requests, queries and queues.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None, event_level=logging.ERROR)],
        before_send=report_of,  # type: ignore[arg-type] # an event of theirs
        # A report of what was dropped would be one request without consent.
        send_client_reports=False,
        auto_session_tracking=False,
        include_local_variables=False,
        include_source_context=False,
        send_default_pii=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        server_name="",
        shutdown_timeout=2,
    )


def report_of(event: Mapping[str, Any], _hint: Any) -> Report | None:
    """Return the report to send, None if the visitor has not agreed. Drops Django's second log line about a 500."""
    echo = event.get("logger") == "django.request" and not event.get("exception")
    return cleaned(event) if is_allowed() and not echo else None


def report_problem(name: str, **tags: str) -> None:
    """Report a problem outside the shop that was handled, such as a payment that failed."""
    if not settings.SENTRY_DSN or not is_allowed():
        return
    import sentry_sdk

    with sentry_sdk.new_scope() as scope:
        for key, value in tags.items():
            scope.set_tag(key, value[:LONGEST])
        sentry_sdk.capture_message(name, level="warning")


def cleaned(event: Mapping[str, Any]) -> Report:
    """Return the report without the request and its values: no exception messages, which may quote input, and log lines
    without their arguments.
    """
    report = {key: short(event[key]) for key in HEAD if isinstance(event.get(key), str | int | float)}
    line = event.get("logentry") if isinstance(event.get("logentry"), Mapping) else {}
    words = event.get("message") or (line or {}).get("message")
    if isinstance(words, str):
        report["message"] = words[:LONGEST]
    values = listed(event.get("exception"), "values")[-MOST_EXCEPTIONS:]
    if values:
        report["exception"] = {"values": [exception_of(one) for one in values if isinstance(one, Mapping)]}
    tags = event.get("tags")
    if isinstance(tags, Mapping):
        report["tags"] = {str(key)[:32]: short(value) for key, value in list(tags.items())[:10]}
    return report


def exception_of(error: Mapping[str, Any]) -> Report:
    frames = [one for one in listed(error.get("stacktrace"), "frames") if isinstance(one, Mapping)][-MOST_FRAMES:]
    return {
        "type": short(error.get("type") or "Error"),
        "value": "",
        "stacktrace": {"frames": [{key: short(one[key]) for key in FRAME if key in one} for one in frames]},
    }


def listed(holder: Any, name: str) -> list[Any]:
    found = holder.get(name) if isinstance(holder, Mapping) else None
    return found if isinstance(found, list) else []


def short(value: Any) -> Any:
    """Return the value as a scalar; a long text is cut off."""
    return value if isinstance(value, bool | int | float) else str(value)[:LONGEST]
