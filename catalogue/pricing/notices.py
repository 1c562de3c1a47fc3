"""Notices beside goods that law and fairness require: delivery, withdrawal, guarantee (BGB §§ 312g, 434 ff., EmpCo)."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

YOUR_EUROPE = "https://europa.eu/youreurope/citizens/consumers/shopping/guarantees/index_{language}.htm"


@dataclass(frozen=True, slots=True)
class Notice:
    title: str
    html: SafeString


def notices(*, shipped: bool, personalised: bool, language: str) -> list[Notice]:
    """Return the notices in the active language. `language`: of the EU's page that they link to."""
    withdrawal = (
        _("It is made to your text, so there is no right of withdrawal (§ 312g (2) no. 1 BGB).")
        if personalised
        else _("You can withdraw from the purchase within 14 days, without giving a reason.")
    )
    delivery = (
        _("It usually leaves our warehouse within 3 working days. We ship to Germany, Austria and Switzerland.")
        if shipped
        else _("Nothing is shipped.")
    )
    guarantee = _(
        "For all goods the statutory guarantee applies, for at least two years: what was faulty when you got it is"
        " repaired or replaced free of charge. If that fails, you can lower the price or withdraw from the contract."
    )
    more = YOUR_EUROPE.format(language=language)
    return [
        Notice(_("Delivery and return"), format_html("<p>{}</p><p>{}</p>", delivery, withdrawal)),
        Notice(
            _("Statutory guarantee"),
            format_html('<p>{}</p><p><a href="{}">{}</a></p>', guarantee, more, _("Your rights, explained by the EU")),
        ),
    ]
