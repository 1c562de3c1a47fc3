from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.formats import localize
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from shop.core.database.audit_triggers import audited
from shop.core.database.triggers import OF_ITS_SHOP, version_triggers
from shop.core.values.validators import validate_colour
from shop.models.theme_colours import COLOURS, too_faint

from .shop import Shop


class ColourField(models.CharField):
    """A colour as staff pick it, `#rrggbb`; the theme emits it as OKLCH."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        kwargs.setdefault("max_length", 7)
        kwargs.setdefault("validators", [validate_colour])
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]


localized = lazy(localize, str)


def number(label: object, default: float, low: float, high: float, places: int = 2) -> models.DecimalField:
    return models.DecimalField(
        label,  # type: ignore[arg-type]
        max_digits=6,
        decimal_places=places,
        default=default,
        validators=[MinValueValidator(low), MaxValueValidator(high)],
        help_text=format_lazy(_("{low} to {high}"), low=localized(low), high=localized(high)),
    )


class ShopDesign(models.Model):
    """A shop's theme: the wire's `meta.design`, one column per token `--shop-*` (look "One system")."""

    class Display(models.TextChoices):
        TEXT = "text", _("the text face")
        ARCHIVO = "archivo", _("Archivo, grotesque of any width")
        PLAYFAIR = "playfair", _("Playfair, high-contrast serif")
        TYPEWRITER = "special-elite", _("Courier Prime, typewriter")
        PHOTOCOPY = "syne-mono", _("Syne Mono, like a photocopy")
        UNBOUNDED = "unbounded", _("Unbounded, wide geometric")
        FRAUNCES = "fraunces", _("Fraunces, soft serif")

    class Texture(models.TextChoices):
        NONE = "none", _("none")
        PAPER = "paper", _("paper")
        GRAIN = "grain", _("grain")
        HALFTONE = "halftone", _("halftone dots")
        MOIRE = "moire", _("moiré lines")
        RAYS = "rays", _("sun rays")

    class Opening(models.TextChoices):
        POSTER = "poster", _("a poster stuck over the picture")
        STAGE = "stage", _("everything in the middle, below the picture")
        COLLAGE = "collage", _("crooked sheets beside each other")
        DARK = "dark", _("the picture alone, words at its edge")
        ARCH = "arch", _("the picture in an arch, words beside it")

    class HeadingStyle(models.TextChoices):
        PLAIN = "plain", _("plain")
        CENTRED = "centred", _("centred")
        CUTTINGS = "cuttings", _("letters cut out one by one")

    class CardStyle(models.TextChoices):
        PLAIN = "plain", _("plain")
        WINGS = "wings", _("in pairs like wings, words centred")
        CROOKED = "crooked", _("stuck on askew")
        GRID = "grid", _("close together, numbered")
        MOUNTED = "mounted", _("mounted, words centred")

    class Divider(models.TextChoices):
        NONE = "none", _("none")
        PERFORATION = "perforation", _("perforation")
        MOON = "moon", _("a moon on a fine line")
        TORN = "torn", _("torn paper")
        STRIPES = "stripes", _("narrowing stripes")
        SCALLOPS = "scallops", _("scallops")

    shop = models.OneToOneField(Shop, on_delete=models.CASCADE, related_name="design")

    paper = ColourField(_("page"), default="#f6f1e7")
    surface = ColourField(_("cards"), default="#fffdf8")
    raised = ColourField(_("raised surfaces"), default="#ffffff")
    ink = ColourField(_("text"), default="#15130f")
    ink_soft = ColourField(_("secondary text"), default="#544f45")
    line = ColourField(_("lines"), default="#15130f")
    accent = ColourField(_("accent"), default="#ff5a1f")
    on_accent = ColourField(_("text on the accent"), default="#15130f")
    accent_hover = ColourField(_("accent, hovered"), default="#ff7a4a")
    on_accent_hover = ColourField(_("text on the hovered accent"), default="#15130f")
    highlight = ColourField(_("highlight"), default="#ffd9c7")
    on_highlight = ColourField(_("text on the highlight"), default="#15130f")
    positive = ColourField(_("good news"), default="#1b6b3a")
    warning = ColourField(_("warnings"), default="#8a4b00")
    danger = ColourField(_("errors"), default="#b3161b")
    focus = ColourField(_("focus ring"), default="#1746d1")
    header = ColourField(_("header"), default="#15130f")
    on_header = ColourField(_("text on the header"), default="#f6f1e7")
    hero_colour = ColourField(_("hero"), default="#15130f", db_column="hero")
    on_hero = ColourField(_("text on the hero"), default="#f6f1e7")

    font_display = models.CharField(_("display face"), max_length=20, choices=Display.choices, default=Display.ARCHIVO)
    font_display_width = number(_("width of the display face in percent"), 62, 50, 150, 0)
    font_display_weight = number(_("weight of the display face"), 800, 100, 900, 0)
    display_case = models.CharField(
        _("case of headings"),
        max_length=10,
        choices=[("none", _("as written")), ("uppercase", _("capitals"))],
        default="uppercase",
    )
    display_tracking = number(_("letter spacing of headings in em"), -0.01, -0.1, 0.3)
    display_leading = number(_("line height of headings"), 0.95, 0.7, 1.6)
    text_scale = number(_("size of the text"), 1, 0.85, 1.25)

    radius_card = number(_("radius of cards in pixels"), 0, 0, 40, 0)
    radius_control = number(_("radius of buttons and fields in pixels"), 0, 0, 40, 0)
    radius_image = number(_("radius of pictures in pixels"), 0, 0, 40, 0)
    border_width = number(_("width of borders in pixels"), 2, 0, 6, 0)
    border_style = models.CharField(
        _("style of borders"),
        max_length=10,
        default="solid",
        choices=[("solid", _("solid")), ("dashed", _("dashed")), ("dotted", _("dotted")), ("double", _("double"))],
    )
    shadow = models.CharField(
        _("shadow"),
        max_length=10,
        default="none",
        choices=[("none", _("none")), ("soft", _("soft")), ("hard", _("hard"))],
    )
    texture = models.CharField(_("texture"), max_length=10, choices=Texture.choices, default=Texture.PAPER)
    texture_opacity = number(_("strength of the texture"), 0.4, 0, 1)
    motion_duration = number(_("duration of movements in milliseconds"), 160, 0, 200, 0)
    motion_ease = models.CharField(
        _("movement"),
        max_length=12,
        default="ease-out",
        choices=[("ease-out", _("smooth")), ("linear", _("steady")), ("steps(3)", _("jerky"))],
    )
    density = number(_("spacing"), 1, 0.75, 1.5)
    card_gap = number(_("gap between cards in rem"), 1.5, 0, 4)
    image_frame = models.CharField(
        _("frame of pictures"),
        max_length=10,
        default="none",
        choices=[("none", _("none")), ("tape", _("tape")), ("stub", _("ticket stub")), ("scallop", _("scallops"))],
    )
    price_style = models.CharField(
        _("prices"),
        max_length=10,
        default="plain",
        choices=[("plain", _("plain")), ("marker", _("marker")), ("stamp", _("stamp")), ("brass", _("brass line"))],
    )
    opening = models.CharField(
        _("opening of the home page"),
        max_length=10,
        choices=Opening.choices,
        default=Opening.POSTER,
        help_text=_("How the large picture, the title and the next date stand together."),
    )
    heading_style = models.CharField(
        _("headings"),
        max_length=10,
        choices=HeadingStyle.choices,
        default=HeadingStyle.PLAIN,
        help_text=_("Of the shop's name, the opening and each section."),
    )
    card_style = models.CharField(
        _("cards of products"),
        max_length=10,
        choices=CardStyle.choices,
        default=CardStyle.PLAIN,
        help_text=_("How products lie on the page."),
    )
    divider = models.CharField(
        _("edges between sections"),
        max_length=12,
        choices=Divider.choices,
        default=Divider.NONE,
        help_text=_("Below the header, above the footer and over each section."),
    )

    class Meta:
        verbose_name = _("design")
        verbose_name_plural = _("designs")
        triggers = [*version_triggers(OF_ITS_SHOP), *audited(part_of=["shop"])]

    def __str__(self) -> str:
        return f"{self.shop}"

    def clean(self) -> None:
        """Refuse colours that are hard to read (WCAG 2.2 AA), each pair beside the colour of its text."""
        super().clean()
        try:
            for name in COLOURS:
                validate_colour(getattr(self, name))
        except ValidationError:
            return  # the field says so itself, and what is no colour has no contrast
        messages: dict[str, list[ValidationError]] = {}
        for text, ground, found, needed in too_faint(self):
            message = ValidationError(
                _("Too faint on “%(ground)s”: contrast %(found)s, at least %(needed)s is needed."),
                code="contrast",
                params={
                    "ground": self._meta.get_field(ground).verbose_name,  # type: ignore[union-attr]
                    "found": localize(round(found, 1)),
                    "needed": localize(needed),
                },
            )
            messages.setdefault(text, []).append(message)
        if messages:
            raise ValidationError(messages)
