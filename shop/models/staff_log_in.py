"""How staff prove who they are: second factors, and the browsers in which they are logged in."""

from django.contrib.auth.models import Group, User
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.models import Session
from django.db import models
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_totp.models import TOTPDevice

from shop.core.database.audit_triggers import audited


class SecondFactorRule(models.Model):
    """Its group's members need a second factor."""

    group = models.OneToOneField(Group, on_delete=models.CASCADE, primary_key=True, related_name="second_factor_rule")

    class Meta:
        verbose_name = _("rule: second factor")
        verbose_name_plural = _("rules: second factor")
        default_permissions = ()
        triggers = audited(part_of=["group"])

    def __str__(self) -> str:
        return str(self.group)


class AuthenticatorApp(TOTPDevice):
    """A member's authenticator app. The history says that its key changed, and never the key."""

    class Meta:
        proxy = True
        default_permissions = ()
        verbose_name = _("authenticator app")
        verbose_name_plural = _("authenticator apps")
        triggers = audited(
            part_of=["user"],
            masked=["key"],
            ignored=[
                "last_t", "drift", "last_used_at", "throttling_failure_timestamp", "throttling_failure_count",
            ],
        )  # fmt: skip


class RecoveryCodes(models.Model):
    """A member's unused recovery codes, as digests. The history says that they changed: were made anew, or used."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True, related_name="recovery_codes")
    digests = ArrayField(models.CharField(max_length=64), verbose_name=_("recovery codes"))

    class Meta:
        verbose_name = _("recovery codes")
        verbose_name_plural = _("recovery codes")
        default_permissions = ()
        triggers = audited(part_of=["user"], masked=["digests"])

    def __str__(self) -> str:
        return str(self.user)


class StaffSession(models.Model):
    """A browser in which a member of staff is logged in. It ends with the session."""

    session = models.OneToOneField(Session, on_delete=models.CASCADE, related_name="staff_session")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="staff_sessions")
    browser = models.CharField(_("browser"), max_length=60, blank=True)
    started_at = models.DateTimeField(_("logged in"), auto_now_add=True)
    seen_at = models.DateTimeField(_("last used"))

    class Meta:
        verbose_name = _("staff session")
        verbose_name_plural = _("staff sessions")
        ordering = ["-seen_at"]
        default_permissions = ()

    def __str__(self) -> str:
        return self.browser
