"""Tables of Django's own whose changes are noted."""

from django.contrib.auth.models import Group, User

from shop.core.database.audit_triggers import audited

# Users, groups and rights, models and permissions alike: whoever changes them makes themselves whatever they like.
OF_SUPERUSERS = "auth."


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
