from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.compiled_statements import Parameter
from shop.models import AccessCode, Shop


def is_named_in(shop: Shop | Parameter, path: str = "") -> models.Q:
    """Things, at `path`, that the shop may name at all: a gated shop's are named by itself alone (design §1)."""
    gated = models.Q(**{f"{path}owner__in": AccessCode.objects.values("shop")})
    return models.Q(**{f"{path}owner": shop}) | ~gated


def is_listed_in(shop: Shop | Parameter, path: str = "") -> models.Q:
    """Things, at `path`, that the shop lists."""
    return models.Q(**{f"{path}listed_in": shop}) & is_named_in(shop, path)


class ListedQuerySet(models.QuerySet):
    def listed_in(self, shop: Shop | Parameter) -> Self:
        """Things that the shop lists; the one gate through which request code reads them."""
        return self.filter(is_listed_in(shop))


class Listed(models.Model):
    """A thing with one owner shop (seller, rights, stock) and the shops that list it (design §1 "Whose is it?")."""

    owner = models.ForeignKey(Shop, verbose_name=_("owner"), on_delete=models.PROTECT, related_name="+")
    listed_in = models.ManyToManyField(Shop, verbose_name=_("listed in"), related_name="+", blank=True)
    slug = models.SlugField(_("slug"), max_length=160, unique=True)
    name = models.CharField(_("name"), max_length=200)

    objects = ListedQuerySet.as_manager()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name
