"""Tables of Django's own whose changes are noted, and the members of single shops."""

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shop.core.database.audit_triggers import audited

from .shop import Shop

# Users, groups and rights, models and permissions alike: whoever changes them makes themselves whatever they like.
OF_SUPERUSERS = ("auth.", "shop.membership")


class StaffMember(User):
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = audited(masked=["password", "email"], ignored=["last_login"])


class StaffGroup(Group):
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = audited()


class GroupOfMember(User.groups.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = audited(part_of=["user", "group"])


class RightOfMember(User.user_permissions.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = audited(part_of=["user"])


class RightOfGroup(Group.permissions.through):  # type: ignore[name-defined]
    class Meta:
        proxy = True
        default_permissions = ()
        triggers = audited(part_of=["group"])


class Role(models.TextChoices):
    """What a member does for a shop. The rights of each role stand in `shop/staff/roles.py`."""

    OWNER = "owner", pgettext_lazy("role", "owner")
    MANAGER = "manager", _("manager")
    ACCOUNTING = "accounting", _("accounting")
    WAREHOUSE = "warehouse", _("warehouse")
    DOOR = "door", _("door staff")
    SUPPORT = "support", _("support")


class Membership(models.Model):
    """A user's rights in one shop: those of a role, or those of a group. Only superusers have rights to memberships, so
    it has no permissions of its own.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("user"), on_delete=models.CASCADE, related_name="memberships"
    )
    shop = models.ForeignKey(Shop, verbose_name=_("shop"), on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, blank=True)
    group = models.ForeignKey(
        Group, verbose_name=_("group"), null=True, blank=True, on_delete=models.CASCADE, related_name="memberships",
        help_text=_("Instead of a role: the rights of this group, in this shop only."),
    )  # fmt: skip

    class Meta:
        verbose_name = _("membership of a shop")
        verbose_name_plural = _("memberships of shops")
        ordering = ["shop__name", "role", "pk"]
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                name="membership_role_or_group",
                condition=Q(group=None) & ~Q(role="") | Q(group__isnull=False, role=""),
                violation_error_message=_("Choose a role or a group, one of both."),
            ),
            models.UniqueConstraint(
                fields=["user", "shop", "role"], name="membership_role_once", condition=Q(group=None),
                violation_error_message=_("The user has this role in this shop already."),
            ),
            models.UniqueConstraint(
                fields=["user", "shop", "group"], name="membership_group_once", condition=Q(group__isnull=False),
                violation_error_message=_("The user has this group in this shop already."),
            ),
        ]  # fmt: skip
        triggers = audited(part_of=["user", "shop"])

    def __str__(self) -> str:
        return f"{self.user} · {self.shop} · {self.group or self.get_role_display()}"
