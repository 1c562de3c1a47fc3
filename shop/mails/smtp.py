"""Mails by SMTP over TLS."""

from functools import cache
from ssl import SSLContext

from django.core.mail.backends.smtp import EmailBackend
from django.utils.functional import cached_property


class SmtpBackend(EmailBackend):
    """Django's backend, of which there is one for each mail, with one TLS context for all mails of a process: to read
    the system's certificate authorities takes as long as to set a mail's two documents.
    """

    @cached_property
    def ssl_context(self) -> SSLContext:
        return tls_context(self.ssl_certfile, self.ssl_keyfile)  # type: ignore[arg-type]  # paths are hashable


@cache
def tls_context(certfile: str | None, keyfile: str | None) -> SSLContext:
    context: SSLContext = EmailBackend(ssl_certfile=certfile, ssl_keyfile=keyfile).ssl_context
    return context
