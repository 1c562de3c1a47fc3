from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ShopConfig(AppConfig):
    name = "shop"
    verbose_name = _("Shops and pictures")

    def ready(self) -> None:
        post_migrate.connect(renew_code_digests, dispatch_uid="shop.renew_code_digests")


def renew_code_digests(sender: AppConfig, **_rest: object) -> None:
    """After `migrate`, which every update and every restored database goes through: SECRET_KEY may be another one."""
    from .codes.digest import CodeDigestField, renew_digests

    for model in sender.get_models():
        if any(isinstance(field, CodeDigestField) for field in model._meta.fields):
            renew_digests(model)
