"""Model fields that store a normal form of values that people write in several ways."""

from typing import Any

from django import forms
from django.db import models
from django.utils.translation import gettext_lazy as _

from shop.core.values.bank_accounts import grouped_iban, normalised_bic, normalised_iban
from shop.core.values.countries import country_choices, normalised_country
from shop.core.values.profiles import profile_address
from shop.core.values.videos import video_id
from shop.core.values.zones import zone_names


class HtmlField(models.TextField):
    """A text that may contain simple HTML; `shop.core.values.html.clean_html` sanitises it for display."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault(
            "help_text",
            _(
                "Without HTML, lines and paragraphs stay as they are written. With it: h2, h3, p, strong, em, ul, ol, "
                "li, a, table; everything else is taken out when it is shown."
            ),
        )
        super().__init__(*args, **kwargs)


class EnteredField(models.CharField):
    """Stores the result of `normalised`, which raises ValidationError for invalid entries."""

    # Longer than what is kept, for blanks and whole addresses.
    LONGEST_ENTRY = 300

    def normalised(self, entered: str) -> str:
        raise NotImplementedError

    def clean(self, value: Any, model_instance: models.Model | None) -> Any:
        return super().clean(self.normalised(value) if value else value, model_instance)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"max_length": self.LONGEST_ENTRY, **kwargs})


class GroupedIban(forms.CharField):
    def prepare_value(self, value: Any) -> Any:
        return grouped_iban(value) if value else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), self.prepare_value(data))


class IbanField(EnteredField):
    def normalised(self, entered: str) -> str:
        return normalised_iban(entered)

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": GroupedIban, **kwargs})


class BicField(EnteredField):
    def normalised(self, entered: str) -> str:
        return normalised_bic(entered)


class VideoField(EnteredField):
    def normalised(self, entered: str) -> str:
        return video_id(entered)


class ProfileInput(forms.URLField):
    def __init__(self, *, at: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.at = at

    def to_python(self, value: Any) -> Any:
        return super().to_python(profile_address(self.at, value) if value else value)


class ProfileField(models.URLField):
    """`at`: the addresses of profiles there, with `{}` for the name (`shop.core.values.profiles`)."""

    def __init__(self, *args: Any, at: str, **kwargs: Any) -> None:
        self.at = at
        kwargs.setdefault("help_text", _("Address, or name with @."))
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> Any:
        name, path, args, kwargs = super().deconstruct()
        return name, path, args, {**kwargs, "at": self.at}

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": ProfileInput, "at": self.at, **kwargs})


class CountryInput(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        # Nothing chosen stands first, so that a code of before the list is not taken for the first country.
        super().__init__(choices=lambda: [("", "–"), *country_choices()], **kwargs)

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).strip().lower()


class CountryField(EnteredField):
    """A country's code in small letters, chosen from a list."""

    def normalised(self, entered: str) -> str:
        return normalised_country(entered)

    def formfield(self, **kwargs: Any) -> Any:
        return models.Field.formfield(self, **{"form_class": CountryInput, **kwargs})


class ZoneInput(forms.ChoiceField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=lambda: [(name, name.replace("_", " ")) for name in zone_names()], **kwargs)


class ZoneField(EnteredField):
    """A time zone by its IANA name. The choices are not in migrations, because the world's zones change."""

    def normalised(self, entered: str) -> str:
        if entered not in zone_names():
            raise forms.ValidationError(_("There is no time zone of this name."))
        return entered

    def formfield(self, **kwargs: Any) -> Any:
        return models.Field.formfield(self, **{"form_class": ZoneInput, **kwargs})
