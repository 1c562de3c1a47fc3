"""An event's form: tickets with the pricing categories that are new in it, and what staff are warned of."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from catalogue.models import Event, Price, PricingCategory, ProductVariant, Seat, SeatClaim, Stock
from shop.models import Shop
from tests.factories import make_event, make_shop, make_venue
from tests.proofs import proves
from tests.seating import claim_seat, seat_event, ticket_of
from tests.staff import errors_of, fields_of, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("staff_in_english")]


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter")


class TestNewCategories:
    """Tickets of pricing categories that are saved with them."""

    CATEGORY = {
        "pricing_categories__TOTAL_FORMS": "1", "pricing_categories__0__name_de": "Parkett",
        "pricing_categories__0__map_color": "#aa3344", "pricing_categories__0__section": "one",
        "pricing_categories__0__order": "0",
    }  # fmt: skip
    TICKET = {
        "variants__TOTAL_FORMS": "1", "variants__0__description_de": "Normal", "variants__0__price": "30.00",
        "variants__0__active": "on", "variants__0__order": "0", "variants__0__pricing_category": "new-0",
    }  # fmt: skip

    @proves("catalogue §3", "tickets may be of pricing categories that are new in the same form")
    def test_a_ticket_takes_one_of_the_same_form(self, client: Client, shop: Shop) -> None:
        base = {"name_de": "Konzert", "slug": "konzert", "owner": shop.pk, "venue": make_venue().pk}
        begins = {"happening_from_0": "2027-03-01", "happening_from_1": "20:00"}
        answer = send(client, "/admin/catalogue/event/add/", **base, **begins, **self.CATEGORY, **self.TICKET)
        assert answer.status_code == 302, errors_of(answer)
        ticket = ProductVariant.objects.get(event__slug="konzert")
        assert ticket.pricing_category == PricingCategory.objects.get(event__slug="konzert", name_de="Parkett")

    def test_it_is_still_chosen_where_something_else_is_wrong(self, client: Client, shop: Shop) -> None:
        path = f"/admin/catalogue/event/{make_event(shop).pk}/change/"
        added = {"variants__0__pricing_category": "new-0", **self.CATEGORY}
        answer = send(client, path, **added, cart_limit="0")
        assert fields_of(answer)["variants-0-pricing_category"] == "new-0"
        assert '<option value="new-0" selected>Parkett</option>' in answer.content.decode()
        assert send(client, path, **added).status_code == 302
        assert ProductVariant.objects.get().pricing_category.name_de == "Parkett"

    def test_a_row_that_was_added_is_saved_as_it_came(self, client: Client, shop: Shop) -> None:
        path = f"/admin/catalogue/event/{make_event(shop).pk}/change/"
        untouched = {
            **self.CATEGORY, "pricing_categories__0__name_de": "Default", "pricing_categories__0__expanded": "on",
            "pricing_categories__0__map_color": "#3a6ea5",
        }  # fmt: skip
        answer = send(client, path, **untouched, variants__0__pricing_category="new-0")
        assert answer.status_code == 302, errors_of(answer)
        assert ProductVariant.objects.get().pricing_category == PricingCategory.objects.get(name_de="Default")

    @pytest.mark.parametrize(
        "changes",
        [{"variants__0__pricing_category": "new-7"}, {"pricing_categories__0__DELETE": "on"}],
        ids=["unknown", "taken away"],
    )
    def test_one_that_is_not_saved_is_refused(self, client: Client, shop: Shop, changes: dict[str, str]) -> None:
        path = f"/admin/catalogue/event/{make_event(shop).pk}/change/"
        answer = send(client, path, **{**self.CATEGORY, "variants__0__pricing_category": "new-0", **changes})
        assert "Select a valid choice" in errors_of(answer)
        assert not PricingCategory.objects.exists()

    def test_whoever_may_not_add_categories_chooses_none(self, client: Client, shop: Shop) -> None:
        path = f"/admin/catalogue/event/{make_event(shop).pk}/change/"
        User.objects.update(is_superuser=False)
        may = Permission.objects.filter(content_type__app_label="catalogue").exclude(codename="add_pricingcategory")
        User.objects.get().user_permissions.set(may)
        answer = send(client, path, **self.CATEGORY, variants__0__pricing_category="new-0")
        assert "Select a valid choice" in errors_of(answer)

    @proves("catalogue §3", "a copy of an event has categories, tickets and free seats of its own")
    def test_a_copy_has_categories_tickets_and_seats_of_its_own(self, client: Client, shop: Shop) -> None:
        event = make_event(shop)
        seat_map, _report = seat_event(event)
        ticket = ticket_of(event, "Vorne")
        ProductVariant.objects.filter(pk=ticket.pk).update(physical=False)
        Price.objects.create(variant=ticket, country_code="de", price="30.00")
        claim_seat(seat_map, 0)
        path = f"/admin/catalogue/event/{event.pk}/change/"
        # A second try keeps what was chosen in the first.
        refused = send(client, path, _saveasnew="1", slug="morgen", name_de="Morgen", cart_limit="0")
        fields = fields_of(refused)
        answer = client.post(refused.request["PATH_INFO"], fields | {"cart_limit": "6", "_saveasnew": "1"})
        assert answer.status_code == 302, errors_of(answer)
        copy = Event.objects.get(slug="morgen")
        copied = copy.variants.get(description=ticket.description)
        assert copied.pricing_category is not None
        assert (copied.pricing_category.event, str(copied.pricing_category)) == (copy, f"{copy}: Vorne")
        seats = Seat.objects.filter(row__section__seat_map__event=copy)
        assert list(seats.values_list("number", "place")) == list(
            Seat.objects.filter(row__section__seat_map=seat_map).values_list("number", "place")
        )
        assert not SeatClaim.objects.filter(seat__in=seats).exists()
        stocks = Stock.objects.filter(variants=copied)
        assert [(stock.capacity, stock.sold) for stock in stocks] == [(4, 0)]

    @pytest.mark.parametrize(
        ("names", "stored"),
        [(("Parkett", "Default"), ("Parkett", None)), (("Default", ""), ("Default", None)), (("Default",) * 2,) * 2],
    )
    def test_a_name_in_one_language_is_the_name_in_all(
        self, client: Client, shop: Shop, names: tuple[str, str], stored: tuple[str, str | None]
    ) -> None:
        event = make_event(shop)
        given = dict(zip(("pricing_categories__0__name_de", "pricing_categories__0__name_en"), names, strict=True))
        answer = send(client, f"/admin/catalogue/event/{event.pk}/change/", **self.CATEGORY | given)
        assert answer.status_code == 302, errors_of(answer)
        assert PricingCategory.objects.values_list("name_de", "name_en").get() == stored

    def test_categories_come_before_the_tickets_that_use_them(self, client: Client, shop: Shop) -> None:
        page = client.get(f"/admin/catalogue/event/{make_event(shop).pk}/change/")
        prefixes = [one.formset.prefix for one in page.context["inline_admin_formsets"]]
        assert prefixes.index("pricing_categories") < prefixes.index("variants")
        assert "staff/new_rows.js" in page.content.decode()


def test_two_categories_of_a_map_have_two_colours(client: Client, shop: Shop) -> None:
    event = make_event(shop)
    seat_event(event)
    path = f"/admin/catalogue/event/{event.pk}/change/"
    alike = {"pricing_categories__0__map_color": "#AA3344", "pricing_categories__1__map_color": "#aa3344"}
    assert "Another category has this colour" in errors_of(send(client, path, **alike))
    assert send(client, path, pricing_categories__0__map_color="#aa3344").status_code == 302


def test_equal_colours_of_a_map_from_before_can_stay(client: Client, shop: Shop) -> None:
    event = make_event(shop)
    seat_event(event)
    PricingCategory.objects.update(map_color="#3A6EA5")
    path = f"/admin/catalogue/event/{event.pk}/change/"
    answer = send(client, path, pricing_categories__0__map_color="#3a6ea5")
    assert answer.status_code == 302, errors_of(answer)
    assert send(client, path, pricing_categories__0__map_color="#aa3344").status_code == 302
    back = send(client, path, pricing_categories__0__map_color="#3a6ea5")
    assert "Another category has this colour" in errors_of(back)


@proves("catalogue §3", "an event without tickets is saved with a warning, unless it is sold elsewhere or not active")
@pytest.mark.parametrize(
    ("fields", "warned"),
    [({}, True), ({"active": None}, False), ({"external_link": "https://elsewhere.example/"}, False)],
)
def test_an_event_without_tickets_is_saved_with_a_warning(
    client: Client, shop: Shop, fields: dict[str, str | None], warned: bool
) -> None:
    event = make_event(shop)
    path = f"/admin/catalogue/event/{event.pk}/change/"
    send(client, path)
    assert "has no tickets" not in client.get(path).content.decode()
    event.variants.all().delete()
    assert send(client, path, **fields).status_code == 302
    assert ("has no tickets and cannot be booked" in client.get(path).content.decode()) is warned
