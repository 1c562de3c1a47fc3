import uuid

from django.db import models
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from .shop import Shop


class MailQuerySet(models.QuerySet["Mail"]):
    def waiting(self) -> "MailQuerySet":
        """Return the mails that a job has yet to send."""
        return self.filter(sent_at=None, undeliverable_at=None)

    def undeliverable(self) -> "MailQuerySet":
        """Return the mails that were given up and need staff."""
        return self.exclude(undeliverable_at=None)


class Mail(models.Model):
    """A mail to send, stored with the change that caused it (design §4, invariant 8).

    One message can bring several of them (docs/decisions/0089): they were taken by one job and sent at one moment, the
    Message-ID and the HTML are those of the first.

    Its Message-ID is fixed when the row is written, so a mail sent twice after a crash is the same mail. A mail that
    cannot be delivered is not tried again; staff see it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    shop = models.ForeignKey(Shop, on_delete=models.PROTECT, related_name="mails")
    kind = models.CharField(_("kind"), max_length=40)
    subject_key = models.CharField(
        _("about"), max_length=80, help_text=_("What the mail is about; one mail per kind, subject and recipient.")
    )
    language = models.CharField(_("language"), max_length=2)
    recipient = models.EmailField(_("recipient"), max_length=254)
    message_id = models.CharField(max_length=200, unique=True, editable=False)
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    html = models.TextField("HTML")
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    taken_by = models.BigIntegerField(
        _("job"), null=True, blank=True, editable=False,
        help_text=_("The job that sends it. What one job has taken is one message."),
    )  # fmt: skip
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    undeliverable_at = models.DateTimeField(_("given up"), null=True, blank=True)
    problem = models.CharField(_("why it was not sent"), max_length=300, blank=True, db_default="")

    objects = MailQuerySet.as_manager()

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        ordering = ["-created_at"]
        indexes = [models.Index(Upper("recipient"), name="mails_to_an_address")]
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject_key", "recipient"], name="mail_once_per_subject")
        ]

    def __str__(self) -> str:
        return self.subject
