"""What staff write in several ways is kept in one, or refused with a reason beside its field."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from catalogue.models import Venue
from shop.models import AccessCode, News, Shop
from tests.factories import make_shop
from tests.proofs import proves
from tests.staff import errors_of, fields_of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("english_staff")]
ID = "dQw4w9WgXcQ"


@pytest.fixture
def shop() -> Shop:
    return make_shop("merchstand")


def form_of(shop: Shop) -> str:
    return f"/admin/shop/shop/{shop.pk}/change/"


class TestBankAccount:
    @proves("purchase §3", "IBAN and BIC are checked, kept in one form and shown in groups")
    @pytest.mark.parametrize(
        ("iban", "kept"),
        [
            ("DE02 1203 0000 0000 2020 51", "DE02120300000000202051"),
            (" de02120300000000202051 ", "DE02120300000000202051"),
            ("MT84 MALT 0110 0001 2345 MTLC AST0 01S", "MT84MALT011000012345MTLCAST001S"),
            ("", ""),
        ],
    )
    def test_it_is_kept_in_one_form_and_shown_in_groups(self, client: Client, shop: Shop, iban: str, kept: str) -> None:
        answer = send(client, form_of(shop), bank_iban=iban, bank_bic="byla de m1 001")
        assert answer.status_code == 302, errors_of(answer)
        shop.refresh_from_db()
        assert (shop.bank_iban, shop.bank_bic) == (kept, "BYLADEM1001")
        shown = fields_of(client.get(form_of(shop)))["bank_iban"]
        assert shown == " ".join(kept[at : at + 4] for at in range(0, len(kept), 4))

    @pytest.mark.parametrize(
        ("field", "value", "told"),
        [
            ("bank_iban", "DE03 1203 0000 0000 2020 51", "a letter or digit is wrong"),
            ("bank_iban", "DE02 1203 0000 0000 2020", "enter it as on the bank statement"),
            ("bank_iban", "12345678", "enter it as on the bank statement"),
            ("bank_iban", "XX02120300000000202051", "enter it as on the bank statement"),
            ("bank_bic", "BYLADEM", "it has 8 or 11 letters and digits"),
            ("bank_bic", "BYLAXXM1001", "it has 8 or 11 letters and digits"),
        ],
    )
    def test_a_wrong_one_is_refused_and_stays_to_be_mended(
        self, client: Client, shop: Shop, field: str, value: str, told: str
    ) -> None:
        answer = send(client, form_of(shop), **{field: value})
        assert told in errors_of(answer)
        assert fields_of(answer)[field].replace(" ", "") == value.replace(" ", "")
        with pytest.raises(ValidationError):
            Shop(name="A", slug="a", **{field: value}).full_clean()


class TestVideo:
    @proves(
        "catalogue §3",
        "a video's address becomes its id or is refused; a name at Instagram, TikTok and the like becomes its address",
    )
    @pytest.mark.parametrize(
        "written",
        [
            ID,
            f"https://www.youtube.com/watch?v={ID}",
            f"https://www.youtube.com/watch?v={ID}&list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs&index=2",
            f"https://m.youtube.com/watch?app=desktop&v={ID}#t=10",
            f"https://youtu.be/{ID}?si=Zm9vYmFy&t=42",
            f"youtube.com/shorts/{ID}",
            f"//www.youtube-nocookie.com/embed/{ID}?rel=0",
            f" https://www.youtube.com/live/{ID} ",
        ],
    )
    def test_an_address_becomes_its_id(self, client: Client, shop: Shop, written: str) -> None:
        answer = send(client, form_of(shop), embed_youtube=written)
        assert answer.status_code == 302, errors_of(answer)
        shop.refresh_from_db()
        assert shop.embed_youtube == ID
        fields = {"shop": str(shop.pk), "title_de": "Neu", "embed_youtube": written}
        answer = send(client, "/admin/shop/news/add/", **fields)
        assert answer.status_code == 302, errors_of(answer)
        assert News.objects.get().embed_youtube == ID

    @pytest.mark.parametrize(
        "written",
        [
            "https://vimeo.com/12345678",
            "https://www.youtube.com/@nachtfalter",
            "https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs",
            "https://evil.example/watch?v=dQw4w9WgXcQ",
            "https://www.youtube.com/watch?v=tooshort",
            "dQw4w9WgXcQdQw4w9WgX",
        ],
    )
    def test_anything_else_is_refused_with_an_example(self, client: Client, shop: Shop, written: str) -> None:
        answer = send(client, form_of(shop), embed_youtube=written)
        assert "Not a YouTube video: paste its address" in errors_of(answer)
        assert fields_of(answer)["embed_youtube"] == written
        with pytest.raises(ValidationError):
            News(shop=shop, title_de="Neu", embed_youtube=written).full_clean()


class TestCountry:
    @proves("catalogue §3", "a country is chosen by its name, the nearest first; lists and filters name countries")
    def test_it_is_chosen_by_its_name_the_nearest_first(self, client: Client, shop: Shop) -> None:
        page = client.get("/admin/catalogue/venue/add/")
        offered = page.context["adminform"].form.fields["country_code"].choices
        assert list(offered)[:4] == [("", "–"), ("de", "Germany"), ("at", "Austria"), ("ch", "Switzerland")]
        assert ("is", "Iceland") in offered
        assert not {"eu", "zz", "001"} & {code for code, _name in offered}
        names = [name for _code, name in list(offered)[4:]]
        assert names.index("Åland Islands") < names.index("Brazil")
        answer = send(client, "/admin/catalogue/venue/add/", name="Harpa", city="Reykjavik", country_code="is")
        assert answer.status_code == 302, errors_of(answer)
        assert Venue.objects.get().country_code == "is"
        listed = client.get("/admin/catalogue/venue/").content.decode()
        assert "Iceland" in listed
        assert ">IS<" not in listed and ">is<" not in listed

    @pytest.mark.parametrize("path", ["catalogue/venue", "checkout/country"])
    def test_no_other_is_taken(self, client: Client, shop: Shop, path: str) -> None:
        answer = send(client, f"/admin/{path}/add/", code="xx", country_code="xx", name="A", city="B")
        assert "Select a valid choice" in errors_of(answer)
        with pytest.raises(ValidationError):
            Venue(name="A", city="B", country_code="xx").full_clean()

    def test_names_are_in_the_language_of_the_staff(self, client: Client, shop: Shop) -> None:
        client.cookies["locale"] = "de"
        assert ">Österreich</option>" in client.get("/admin/checkout/country/add/").content.decode()
        page = client.get("/admin/checkout/carrier/add/").content.decode()
        assert ">Österreich</option>" in page

    def test_a_countrys_row_stays_that_countrys(self, client: Client, shop: Shop) -> None:
        assert "code" not in fields_of(client.get("/admin/checkout/country/at/change/"))


@pytest.mark.parametrize(
    ("place", "written", "kept"),
    [
        ("instagram", "@nacht.falter", "https://www.instagram.com/nacht.falter"),
        ("instagram", "nachtfalter", "https://www.instagram.com/nachtfalter"),
        ("instagram", "instagram.com/nachtfalter", "https://instagram.com/nachtfalter"),
        ("tiktok", "@nachtfalter", "https://www.tiktok.com/@nachtfalter"),
        ("youtube", "@nachtfalter", "https://www.youtube.com/@nachtfalter"),
        ("telegram", "nachtfalter", "https://t.me/nachtfalter"),
        ("twitter", "@nachtfalter", "https://x.com/nachtfalter"),
        ("facebook", "nachtfalter", "https://www.facebook.com/nachtfalter"),
        ("spotify", "spotify:artist:4Z8W4fKeB5YxbusRsdQVPb", "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb"),
        ("spotify", "4Z8W4fKeB5YxbusRsdQVPb", "https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb"),
        ("facebook", "https://de-de.facebook.com/nachtfalter", "https://de-de.facebook.com/nachtfalter"),
    ],
)
def test_a_name_at_another_place_becomes_its_address(
    client: Client, shop: Shop, place: str, written: str, kept: str
) -> None:
    entered = {"socials__TOTAL_FORMS": "1", "socials__0__title": "Wir", "socials__0__order": "0"}
    answer = send(client, form_of(shop), **entered, **{f"socials__0__{place}": written})
    assert answer.status_code == 302, errors_of(answer)
    assert getattr(shop.socials.get(), place) == kept


def test_what_is_neither_a_name_nor_an_address_is_refused(client: Client, shop: Shop) -> None:
    entered = {"socials__TOTAL_FORMS": "1", "socials__0__title": "Wir", "socials__0__order": "0"}
    answer = send(client, form_of(shop), **entered, socials__0__instagram="two words")
    assert "Enter a valid URL" in errors_of(answer)


class TestAccessCode:
    @proves(
        "catalogue §4",
        "access codes ignore capitals and blanks as discount and payment codes do; each shop has one once, "
        "kept as it was written",
    )
    def test_one_that_is_there_already_is_refused_beside_its_field(self, client: Client, shop: Shop) -> None:
        AccessCode.objects.create(shop=shop, code="Rot Licht")
        entered = {"access_codes__TOTAL_FORMS": "2", "access_codes__1__code": "ROTLICHT"}
        answer = send(client, form_of(shop), **entered)
        assert "This code stands here twice" in errors_of(answer)
        entered |= {"access_codes__1__code": "Blau", "access_codes__2__code": "b lau", "access_codes__TOTAL_FORMS": "3"}
        answer = send(client, form_of(shop), **entered)
        assert "This code stands here twice" in errors_of(answer)
        assert fields_of(answer)["access_codes-2-code"] == "b lau"
        assert AccessCode.objects.get().code == "Rot Licht"

    def test_its_note_can_be_changed_and_it_stays_as_written(self, client: Client, shop: Shop) -> None:
        AccessCode.objects.create(shop=shop, code="Rotlicht")
        answer = send(client, form_of(shop), access_codes__0__note="Presse")
        assert answer.status_code == 302, errors_of(answer)
        assert AccessCode.objects.get().code == "Rotlicht"
