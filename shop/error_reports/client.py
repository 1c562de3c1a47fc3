"""The server's part: what is logged as an error becomes a report that is made anew, of what it may say alone."""

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
    """In each process, once. Nothing is loaded where no server is named."""
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
    """None where it may not be told. That an answer was a 500 Django says once more, when the request is over."""
    echo = event.get("logger") == "django.request" and not event.get("exception")
    return cleaned(event) if is_allowed() and not echo else None


def report_problem(name: str, **tags: str) -> None:
    """Something that was answered, and is no failure of ours: a payment that did not come about."""
    if not settings.SENTRY_DSN or not is_allowed():
        return
    import sentry_sdk

    with sentry_sdk.new_scope() as scope:
        for key, value in tags.items():
            scope.set_tag(key, value[:LONGEST])
        sentry_sdk.capture_message(name, level="warning")


def cleaned(event: Mapping[str, Any]) -> Report:
    """The report with nothing of a request or its values: no message of an exception, which may quote what somebody
    entered, and of a log line the words without what they are filled with.
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
    """A scalar, cut off where it is too long a text."""
    return value if isinstance(value, bool | int | float) else str(value)[:LONGEST]
