from datetime import timedelta

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, refusing_trigger, version_triggers

from .entered import HtmlField
from .shop import Shop


class StaticKind(models.TextChoices):
    """The static pages (catalogue §2). The value is the page's path, with `-` for `/`; the label is its title."""

    CONTACT = "contact", _("Contact")
    IMPRINT = "imprint", _("Legal notice")
    TERMS = "terms", _("Terms and conditions")
    TERMS_WITHDRAWAL = "terms-withdrawal", _("Right of withdrawal")
    TERMS_ADVENT = "terms-advent", _("Advent calendar: terms of the contest")
    DATAPOLICY = "datapolicy", _("Privacy policy")
    FAQ = "faq", _("Questions and answers")
    JOBS = "jobs", "Jobs"
    GAMEPOLICY = "gamepolicy", _("Rules for prize draws")
    KULTURPASS = "kulturpass", _("Paying with the KulturPass")
    NOFRILLS = "nofrills", _("No frills")
    SHIPPING = "shipping", _("Shipping and payment")
    ACCESSIBILITY = "accessibility", _("Accessibility")
    FACEBOOK = "facebookintegration", _("This shop on Facebook")


# Texts that belong to the software: they say how it works. All others are the operator's to replace.
SOFTWARE_TEXTS = frozenset(
    {StaticKind.FAQ, StaticKind.KULTURPASS, StaticKind.NOFRILLS, StaticKind.SHIPPING, StaticKind.FACEBOOK}
)


class LegalText(models.Model):
    """A shop's own text of a static page in one language, instead of the software's."""

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.PROTECT, related_name="legal_texts")
    kind = models.CharField(
        _("page"), max_length=20, choices=[one for one in StaticKind.choices if one[0] not in SOFTWARE_TEXTS]
    )
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE)

    class Meta:
        verbose_name = _("legal text")
        verbose_name_plural = _("legal texts")
        ordering = ["shop", "kind", "language"]
        constraints = [models.UniqueConstraint(fields=["shop", "kind", "language"], name="legal_text_once")]
        triggers = [*version_triggers(OF_ITS_SHOP), *audited()]

    def __str__(self) -> str:
        return f"{self.shop}: {self.get_kind_display()} ({self.language})"


class LegalTextVersion(models.Model):
    """The text in force from a moment on. The database refuses to change or delete a version: orders refer to it."""

    text = models.ForeignKey(LegalText, on_delete=models.PROTECT, related_name="versions")
    body = HtmlField(_("text"))
    valid_from = models.DateTimeField(_("valid from"), default=timezone.now)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["-valid_from", "-id"]
        triggers = [
            refusing_trigger(
                "stays", pgtrigger.Update | pgtrigger.Delete, "A version of a legal text is never changed"
            ),
            *version_triggers("SELECT t.shop_id FROM changed JOIN shop_legaltext t ON t.id = changed.text_id"),
            *audited(part_of=["text"]),
        ]

    def __str__(self) -> str:
        return f"{self.text}, {timezone.localtime(self.valid_from):%d.%m.%Y %H:%M}"

    def clean(self) -> None:
        if self._state.adding and self.valid_from < timezone.now() - timedelta(hours=1):
            raise ValidationError({"valid_from": _("A text cannot have been in force before it was written.")})


class LegalWording(models.Model):
    """The exact text that buyers agreed to, the operator's or the software's. Stored once, also after the page
    changes.
    """

    digest = models.CharField(max_length=64, primary_key=True, editable=False)
    kind = models.CharField(_("page"), max_length=20, choices=StaticKind.choices)
    language = models.CharField(_("language"), max_length=2, choices=settings.LANGUAGES)
    html = models.TextField(_("text"))
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("wording of a legal text")
        verbose_name_plural = _("wordings of legal texts")
        triggers = [
            refusing_trigger("stays", pgtrigger.Update | pgtrigger.Delete, "What was agreed to is never changed")
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.language}) {self.digest[:8]}"


class FaqEntry(models.Model):
    """A shop's own question. Shown above the software's; replaces the software's question with the same key."""

    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="faq_entries")
    key = models.SlugField(_("key"), max_length=60, help_text=_("The address of the question: /faq/key."))
    question = models.CharField(_("question"), max_length=200)
    answer = HtmlField(_("answer"))
    order = models.PositiveSmallIntegerField(_("order"), default=0)

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions and answers")
        ordering = ["shop", "order", "id"]
        constraints = [models.UniqueConstraint(fields=["shop", "key"], name="faq_key_once_per_shop")]
        triggers = [*version_triggers(OF_ITS_SHOP), *audited()]

    def __str__(self) -> str:
        return self.question or self.key
