"""What the launcher says when it cannot go on: one line, no traceback."""

import errno
import re

DISK_FULL = re.compile(r"No space left on device|ENOSPC|Disk quota exceeded|EDQUOT", re.IGNORECASE)
NO_NETWORK = re.compile(
    r"Temporary failure in name resolution|Name or service not known|nodename nor servname|getaddrinfo"
    r"|NewConnectionError|ProxyError|connection broken by"
    r"|ConnectTimeoutError|Network is unreachable|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ETIMEDOUT"
    r"|Temporary failure resolving|Could not resolve",
    re.IGNORECASE,
)


class LaunchError(Exception):
    """A sentence for the person at the keyboard."""


class Interrupted(BaseException):
    """Ctrl-C, SIGTERM or a closed terminal. Not an Exception: nothing may swallow it."""


def disk_full(where: object = None) -> LaunchError:
    place = f": no space left while writing to {where}" if where else ""
    return LaunchError(f"The disk is full{place}. Free some space and start again.")


def no_network(what: str) -> LaunchError:
    return LaunchError(f"No network: {what} could not be downloaded. Check the connection (or proxy) and start again.")


def explain(error: OSError) -> LaunchError | None:
    """The sentence for an operating-system error that a person can put right; None when it is a bug."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return disk_full(error.filename)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS) and error.filename:
        return LaunchError(f"Not allowed to write {error.filename}: it belongs to another user or is read-only.")
    return None
