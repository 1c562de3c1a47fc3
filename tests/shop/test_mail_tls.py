"""Mails over TLS."""

import ssl

from shop.mails.smtp import SmtpBackend
from tests.proofs import proves


@proves("design §5", "a process's mails share one TLS context, which checks the mail server's name and certificate")
def test_mails_share_a_context_that_checks_the_server() -> None:
    first, second = SmtpBackend(use_tls=True), SmtpBackend(use_ssl=True)
    assert first.ssl_context is second.ssl_context
    assert first.ssl_context.check_hostname and first.ssl_context.verify_mode == ssl.CERT_REQUIRED
