import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import version_triggers
from shop.models import Image
from shop.models.entered import HtmlField

from .listing import Listed
from .triggers import TOUCH_EVENTS, listing, through, union

OF_THE_ARTIST = "SELECT event_id FROM catalogue_event_artists WHERE artist_id = NEW.id"


class Artist(Listed):
    """An artist, brand or label (catalogue §3)."""

    class Type(models.TextChoices):
        ARTIST = "ARTIST", _("artist")
        BRAND = "BRAND", _("brand")
        LABEL = "LABEL", _("label")

    type = models.CharField(_("type"), max_length=10, choices=Type.choices, default=Type.ARTIST)
    abstract = models.CharField(_("abstract"), max_length=300, blank=True)
    description = HtmlField(_("description"), blank=True)
    alternative_names = ArrayField(
        models.CharField(max_length=120), verbose_name=_("alternative names"), default=list, blank=True
    )
    main_category = models.ForeignKey(
        "catalogue.Category",
        verbose_name=_("main category"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    manufacturer = models.ForeignKey(
        "catalogue.Manufacturer",
        verbose_name=_("manufacturer"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        help_text=_("Stands for all goods that name no other. Whoever puts their name on goods is their manufacturer."),
    )
    landscape_image = models.ForeignKey(
        Image, verbose_name=_("landscape picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    square_image = models.ForeignKey(
        Image, verbose_name=_("square picture"), null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    sort_order_ticket_top_left = models.PositiveSmallIntegerField(_("place in the left slider"), null=True, blank=True)
    sort_order_ticket_top_right = models.PositiveSmallIntegerField(
        _("place in the right slider"), null=True, blank=True
    )
    sort_order_ticket_bottom = models.PositiveSmallIntegerField(_("place in the grid"), null=True, blank=True)

    class Meta:
        verbose_name = _("artist")
        verbose_name_plural = _("artists")
        ordering = [models.F("sort_order_ticket_bottom").asc(nulls_last=True), "name"]
        triggers = [
            *version_triggers(
                union(
                    listing("artist", "id"),
                    through("catalogue_product", "artist_id", "product", "id"),
                    through("catalogue_event_artists", "artist_id", "event", "event_id"),
                    through("catalogue_tour_artists", "artist_id", "tour", "tour_id"),
                )
            ),
            # An event's entry in diaries names its artists.
            pgtrigger.Trigger(
                name="touch_events",
                when=pgtrigger.After,
                operation=pgtrigger.UpdateOf("name"),
                condition=pgtrigger.Condition("OLD.name IS DISTINCT FROM NEW.name"),
                func=TOUCH_EVENTS.format(changed=OF_THE_ARTIST) + " RETURN NULL;",
            ),
            *audited(),
        ]
