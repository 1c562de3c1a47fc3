"""The static pages (catalogue §2) and the versions of legal texts."""

import re
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import ProgrammingError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone, translation

from catalogue.models import AdventCalendar
from checkout.models import Carrier, CarrierRate
from checkout.payments.interface import PaymentContext
from checkout.pricing.offers import payment_offers
from shop.legal.queries import text_in_force, with_breaks
from shop.models import FaqEntry, LegalText, LegalTextVersion, Shop, ShopSocial, StaticKind
from tests.factories import make_shop
from tests.proofs import proves
from tests.shop.web.visit import Visit

pytestmark = pytest.mark.django_db

EVERY_SERVICE = {
    "STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_SOFORT_METHOD": "klarna",
    "PAYPAL_CLIENT_ID": "client",
}  # fmt: skip
PATHS = {kind: "/" + kind.value.replace("-", "/") for kind in StaticKind}
TEMPLATES = Path(settings.BASE_DIR) / "templates" / "static_pages"


@pytest.fixture
def shop() -> Shop:
    """Three shops have an advent calendar, so every page."""
    others = (make_shop("merchstand"), make_shop("kellerkind", domain="kellerkind.localhost"))
    shop = make_shop(
        "nachtfalter", seller_name="Nachtfalter GbR", seller_address="Mottenstieg 4\n01099 Dresden",
        seller_email="post@nachtfalter.example", seller_phone="0351 123", seller_represented_by="Ida Motte",
        seller_register="HRA 1", seller_vat_id="DE123456788",
    )  # fmt: skip
    for one in (*others, shop):
        AdventCalendar.objects.create(shop=one, year=timezone.localdate().year + 1)
    return shop


def html_of(path: str) -> str:
    data = Visit(path).block("page-data")["data"]["staticPage"]
    return str(data["html"])


def write(shop: Shop, kind: StaticKind, body: str, *, language: str = "de", hours: int = 0) -> LegalTextVersion:
    text, _new = LegalText.objects.get_or_create(shop=shop, kind=kind, language=language)
    return LegalTextVersion.objects.create(
        text=text, body=body, valid_from=timezone.now() + timedelta(hours=hours, seconds=-1)
    )


class TestPages:
    @proves(
        "catalogue §2",
        "contact, legal notice, terms, withdrawal, contest, privacy, questions, jobs, prize draws, "
        "KulturPass, no frills, shipping, accessibility: on every shop, in both languages, without script",
    )
    @pytest.mark.parametrize("language", ["de", "en"])
    @pytest.mark.parametrize("kind", StaticKind)
    def test_every_page_opens_in_every_shop_and_language(self, shop: Shop, kind: StaticKind, language: str) -> None:
        for prefix, host in (("", "localhost"), ("/nachtfalter", "localhost"), ("", "kellerkind.localhost")):
            visit = Visit(f"{prefix}{PATHS[kind]}?lang={language}", HTTP_HOST=host)
            assert visit.response.status_code == 200
            assert visit.response["Content-Language"] == language
            data = visit.block("page-data")
            assert (data["route"], data["operation"]) == ("static-page", "STATICPAGE")
            page = data["data"]["staticPage"]
            assert page["textLanguage"] == language
            assert page["html"].count("<p") >= 1
            assert visit.markup.text("h1") == page["title"]
            assert page["title"] in visit.markup.text("title")

    @pytest.mark.parametrize("kind", StaticKind)
    def test_reads_without_javascript(self, shop: Shop, kind: StaticKind) -> None:
        visit = Visit(f"/nachtfalter{PATHS[kind]}")
        assert [tag for tag, _attributes in visit.markup.tags].count("h1") == 1
        assert html_of(f"/nachtfalter{PATHS[kind]}") in visit.html
        assert not [name for _tag, given in visit.markup.tags for name in given if name == "style" or name[:2] == "on"]

    @proves("catalogue §2", "title, canonical and hreflang; one question stands for the page of all")
    @pytest.mark.parametrize("kind", StaticKind)
    def test_names_itself_for_search_engines(self, shop: Shop, kind: StaticKind) -> None:
        markup = Visit(f"/nachtfalter{PATHS[kind]}").markup
        address = f"http://localhost:8000/nachtfalter{PATHS[kind]}"
        assert markup.one("link", rel="canonical")["href"] == address
        assert markup.one("link", hreflang="en")["href"] == f"{address}?lang=en"
        assert len(markup.one("meta", name="description")["content"]) > 40
        assert not markup.has("meta", name="robots")

    @proves("catalogue §2", "English readers learn that only the German terms apply")
    @pytest.mark.parametrize("kind", [StaticKind.TERMS, StaticKind.TERMS_WITHDRAWAL, StaticKind.TERMS_ADVENT])
    def test_english_terms_say_that_the_german_text_applies(self, shop: Shop, kind: StaticKind) -> None:
        assert "Only the German text applies" in Visit(f"/nachtfalter{PATHS[kind]}?lang=en").html
        assert "Only the German text" not in Visit(f"/nachtfalter{PATHS[kind]}?lang=de").html

    def test_writes_nothing_and_needs_few_statements(self, shop: Shop) -> None:
        def statements() -> int:
            with transaction.atomic(), CaptureQueriesContext(connection) as queries:
                connection.cursor().execute("SET TRANSACTION READ ONLY")
                assert not Visit("/nachtfalter/faq").response.cookies
            return len(queries)

        before = statements()
        for number in range(9):
            FaqEntry.objects.create(shop=shop, key=f"q{number}", question_de="F", answer_de="A")
        assert statements() == before <= 6

    def test_the_footer_leads_to_the_pages(self, shop: Shop) -> None:
        markup = Visit("/nachtfalter/").markup
        for name in ("imprint", "terms", "terms/withdrawal", "datapolicy", "faq", "contact", "jobs"):
            assert markup.has("a", href=f"/nachtfalter/{name}")


class TestTexts:
    @proves("purchase §9", "the software's texts name the shop's seller and keep the figures")
    def test_the_softwares_texts_name_the_seller(self, shop: Shop) -> None:
        imprint = html_of("/nachtfalter/imprint")
        for fact in ("Nachtfalter GbR", "Mottenstieg 4", "post@nachtfalter.example", "0351 123", "Ida Motte", "HRA 1"):
            assert fact in imprint
        assert "DE123456788" in imprint
        assert "DE123456788" not in html_of("/imprint")
        shop.seller_name = "<script>alert(1)</script>"
        shop.save()
        assert "<script>" not in html_of("/nachtfalter/imprint")

    def test_the_figures_are_the_specs(self, shop: Shop) -> None:
        faq = html_of("/nachtfalter/faq").replace("&nbsp;", " ").replace("\xa0", " ")
        for figure in (
            "5,90 €", "2,90 €", "3 Werktagen", "10 Tagen", "3 Tage", "14 Tage", "40 €", "20 Werktage", "28 Tage",
            "20 Minuten", "80 Zeichen", "19 %", "höchstens 9 Stück",
            "10:00 bis 18:00", "200 €", "10 Minuten", "Deutschland, Österreich und in die Schweiz",
        ):  # fmt: skip
            assert figure in faq, figure
        policy = html_of("/nachtfalter/datapolicy")
        for figure in ("14 Monaten", "180 Tage", "3 Jahre", "7 Tage", "6 Jahre", "10 Jahre", "356 Tage", "10 Tage bei"):
            assert figure in policy, figure
        assert "ms_session_nachtfalter" in policy and "nachtfalter_orderpreferences" in policy

    @proves("catalogue §2", "questions and terms name the shipping rates in force")
    @pytest.mark.parametrize(("language", "at_least"), [("de", "ab"), ("en", "from")])
    def test_what_shipping_costs_is_what_the_rates_say(self, shop: Shop, language: str, at_least: str) -> None:
        def texts() -> list[str]:
            pages = (html_of(f"/nachtfalter/{name}?lang={language}") for name in ("faq", "terms"))
            return [page.replace("\xa0", " ").replace("&nbsp;", " ") for page in pages]

        parcels = CarrierRate.objects.filter(country="de", carrier__only_single_disc=False, carrier__checks_age=False)
        parcels.update(price=Decimal("7.77"))
        CarrierRate.objects.filter(country="de", carrier__only_single_disc=True).update(price=Decimal("3.33"))
        faq, terms = texts()
        assert (faq.count("7,77 €"), faq.count("3,33 €"), terms.count("7,77 €")) == (2, 1, 1)
        assert f"{at_least} 7,77 €" not in faq + terms
        assert "5,90" not in faq + terms and "2,90" not in faq
        parcel = parcels.get()
        CarrierRate.objects.create(carrier=parcel.carrier, country=parcel.country, max_weight_grams=900, price=6)
        faq, terms = texts()
        assert faq.count(f"{at_least} 6,00 €") == 2 and f"{at_least} 6,00 €" in terms and "7,77" not in faq + terms
        Carrier.objects.update(active=False)
        assert "€" not in texts()[0].partition('id="payment"')[0]

    @proves("catalogue §2", "the answer on ways to pay names those that the checkout of this shop offers")
    @pytest.mark.parametrize(("language", "transfer"), [("de", "Überweisung"), ("en", "Bank transfer")])
    def test_the_ways_to_pay_are_those_of_the_shop(self, shop: Shop, language: str, transfer: str) -> None:
        def answer() -> str:
            return html_of(f"/nachtfalter/faq?lang={language}").partition('id="payment-methods"')[2].partition("<h")[0]

        with override_settings(**EVERY_SERVICE):
            shop.bank_iban = "DE02120300000000202051"
            shop.save()
            with translation.override(language):
                offered = [one.name for one in payment_offers(PaymentContext(shop, Decimal(30), "de", physical=True))]
            assert {"PayPal", "Klarna", transfer} < set(offered)
            first = answer().partition("</details>")[0]
            assert [name for name in offered if name not in first] == []
            shop.payment_blacklist = ["bank_transfer"]
            shop.save()
            first = answer().partition("</details>")[0]
            assert "PayPal" in first and transfer not in first

    @proves("purchase §9", "the privacy policy names who processes each way to pay")
    @pytest.mark.parametrize("language", ["de", "en"])
    def test_the_policy_names_who_processes_payments(self, shop: Shop, language: str) -> None:
        policy = html_of(f"/nachtfalter/datapolicy?lang={language}")
        recipients = policy.partition('id="processors"')[2].partition("<h2")[0]
        for company in ("PayPal (Europe)", "Stripe Payments Europe", "Klarna Bank AB (publ)"):
            assert company in recipients, company

    @proves("catalogue §2", "a shop without a calendar has no contest: no terms of it, no link to them")
    def test_without_a_calendar_there_is_no_contest(self, shop: Shop) -> None:
        def listed() -> str:
            return Client(HTTP_HOST="localhost").get("/nachtfalter/sitemap.xml").content.decode()

        assert "terms/advent" in html_of("/nachtfalter/gamepolicy") and "terms/advent" in listed()
        AdventCalendar.objects.all().delete()
        assert Visit("/nachtfalter/terms/advent").response.status_code == 404
        assert "terms/advent" not in html_of("/nachtfalter/gamepolicy") + listed()
        own = write(shop, StaticKind.TERMS_ADVENT, "<p>Eigenes Gewinnspiel</p>")
        assert "Eigenes Gewinnspiel" in html_of("/nachtfalter/terms/advent")
        assert "terms/advent" in html_of("/nachtfalter/gamepolicy") and "terms/advent" in listed()
        assert own.text.shop == shop and Visit("/terms/advent").response.status_code == 404

    def test_the_contest_has_the_year_of_the_calendar(self, shop: Shop) -> None:
        terms = html_of("/nachtfalter/terms/advent")
        year = timezone.localdate().year + 1
        assert f"01.12.{year} bis zum 24.12.{year}" in terms
        assert "11:00 bis 18:00" in terms and "14 Jahre" in terms

    @proves("purchase §2", "/{slug}/facebookintegration: the shop's address for Facebook, and its pages there")
    @pytest.mark.parametrize("language", ["de", "en"])
    def test_the_page_on_facebook(self, shop: Shop, language: str) -> None:
        address = f"/nachtfalter/facebookintegration?lang={language}"
        assert "http://localhost:8000/nachtfalter" in html_of(address) and "facebook.com" not in html_of(address)
        ShopSocial.objects.create(shop=shop, title="Nachtfalter", facebook="https://www.facebook.com/nachtfalter")
        assert 'href="https://www.facebook.com/nachtfalter"' in html_of(address)

    @proves("purchase §9", "withdrawal instructions with the model form")
    def test_withdrawal_has_its_instructions_and_the_model_form(self, shop: Shop) -> None:
        german, english = html_of("/nachtfalter/terms/withdrawal"), html_of("/nachtfalter/terms/withdrawal?lang=en")
        assert "binnen vierzehn Tagen ohne Angabe von Gründen" in german
        assert "Muster-Widerrufsformular" in german and "(*) Unzutreffendes streichen." in german
        assert "Nachtfalter GbR, Mottenstieg 4, 01099 Dresden" in german
        assert "Model withdrawal form" in english

    def test_a_mail_address_breaks_at_its_signs(self) -> None:
        address = '<a href="mailto:post@night.example.org">{}</a> or post@day.example'
        expected = address.format("post@<wbr>night<wbr>.example<wbr>.org")
        assert with_breaks(address.format("post@night.example.org")) == expected
        assert with_breaks(address.format("write to us")) == address.format("write to us")

    def test_no_text_names_the_closed_dispute_platform(self) -> None:
        texts = [file.read_text() for file in Path(settings.BASE_DIR, "templates").rglob("*.*")]
        assert len(texts) > 50 and not [text for text in texts if "ec.europa.eu/consumers/odr" in text]

    def test_both_languages_have_the_same_places(self) -> None:
        for german in (TEMPLATES / "de").iterdir():
            places = [
                re.findall(r'\bid="([\w-]+)"|{% (?:question|tracker) "([\w-]+)"', text.read_text())
                for text in (german, TEMPLATES / "en" / german.name)
            ]
            assert places[0] == places[1], german.name

    @proves("catalogue §2", "links of all texts lead somewhere")
    @pytest.mark.parametrize("language", ["de", "en"])
    @pytest.mark.parametrize("has_calendar", [True, False])
    def test_links_of_the_texts_lead_somewhere(self, shop: Shop, language: str, has_calendar: bool) -> None:
        if not has_calendar:
            AdventCalendar.objects.all().delete()
        links = {
            link
            for kind in StaticKind
            if has_calendar or kind != StaticKind.TERMS_ADVENT
            for link in re.findall(r'href="(/[^"]*)"', html_of(f"/nachtfalter{PATHS[kind]}?lang={language}"))
        }
        assert {link.partition("/")[0] for link in links} == {""} and all(
            one.startswith("/nachtfalter/") for one in links
        )
        assert ("/nachtfalter/advent" in links) is has_calendar
        for link in links:
            path, _sign, place = link.partition("#")
            visit = Visit(path)
            assert visit.response.status_code == 200, link
            assert not place or f'id="{place}"' in visit.html, link

    @proves(
        "catalogue §2",
        "a section per tracker with its state; a switch where the shop uses it, else that it is not connected",
    )
    def test_every_tracker_has_a_section_also_below_an_operators_text(self, shop: Shop) -> None:
        write(shop, StaticKind.DATAPOLICY, "<p>Ours</p><section data-tracker='mine'>x</section>")
        html = html_of("/nachtfalter/datapolicy")
        assert "Ours" in html and "Rechtsgrundlagen" not in html
        sections = re.findall(r'data-tracker="([\w-]+)"', html)
        assert sections == ["counts", "google-analytics", "meta-pixel", "tiktok-pixel", "error-reports"]

    @pytest.mark.parametrize(("language", "off"), [("de", "nicht angeschlossen"), ("en", "not connected")])
    def test_only_a_tracker_that_the_shop_uses_has_a_switch(self, shop: Shop, language: str, off: str) -> None:
        def states() -> list[tuple[str, bool, bool]]:
            sections = re.findall(
                r'<section data-tracker="([\w-]+)">(.*?)</section>', html_of(f"/nachtfalter/datapolicy?lang={language}")
            )
            return [(key, "data-tracker-switch" in text, off in text) for key, text in sections]

        others = ["google-analytics", "meta-pixel", "tiktok-pixel", "error-reports"]
        assert states() == [(key, False, True) for key in ("counts", *others)]
        shop.trackers = ["counts"]
        shop.save()
        assert states() == [("counts", True, False), *((key, False, True) for key in others)]


class TestVersions:
    @proves("purchase §4", "a shop's own text has versions: the one in force shows, older ones stay as they were")
    def test_the_version_in_force_shows(self, shop: Shop) -> None:
        assert "Geltungsbereich" in html_of("/nachtfalter/terms")
        write(shop, StaticKind.TERMS, "<h2>Old ones</h2>", hours=-48)
        write(shop, StaticKind.TERMS, "<h2>New ones</h2>")
        write(shop, StaticKind.TERMS, "<h2>Later ones</h2>", hours=1)
        page = Visit("/nachtfalter/terms").block("page-data")["data"]["staticPage"]
        assert page["html"] == '<h2 id="new-ones">New ones</h2>'
        assert [(one["id"], one["title"]) for one in page["sections"]] == [("new-ones", "New ones")]
        assert page["updated"] == timezone.localdate().isoformat()
        assert "Geltungsbereich" in html_of("/terms"), "other shops keep theirs"

    def test_no_version_can_be_changed_or_deleted(self, shop: Shop) -> None:
        version = write(shop, StaticKind.TERMS, "<p>Agreed</p>")
        for change in (
            lambda: LegalTextVersion.objects.update(body="<p>Other</p>"),
            lambda: LegalTextVersion.objects.all().delete(),
            lambda: LegalTextVersion.objects.filter(pk=version.pk).update(valid_from=timezone.now()),
        ):
            with pytest.raises(ProgrammingError, match="never changed"), transaction.atomic():
                change()
        assert LegalTextVersion.objects.get().body == "<p>Agreed</p>"

    def test_an_order_can_find_the_text_of_its_moment(self, shop: Shop) -> None:
        own = text_in_force(shop, StaticKind.TERMS, "de")
        assert own.version is None and "Geltungsbereich" in own.html
        assert own.digest == text_in_force(shop, StaticKind.TERMS, "de").digest
        old = write(shop, StaticKind.TERMS, "<p>Old</p>", hours=-48)
        new = write(shop, StaticKind.TERMS, "<p>New</p>")
        assert text_in_force(shop, StaticKind.TERMS, "de").version == new
        assert text_in_force(shop, StaticKind.TERMS, "de", timezone.now() - timedelta(hours=4)).version == old
        assert text_in_force(shop, StaticKind.TERMS, "de").digest != own.digest

    def test_a_text_in_one_language_stands_alone(self, shop: Shop) -> None:
        write(shop, StaticKind.JOBS, "<p>Trommel gesucht</p>")
        visit = Visit("/nachtfalter/jobs?lang=en")
        page = visit.block("page-data")["data"]["staticPage"]
        assert (page["html"], page["textLanguage"]) == ("<p>Trommel gesucht</p>", "de")
        assert "German only" in page["notice"]
        write(shop, StaticKind.JOBS, "<p>Drummer wanted</p>", language="en")
        assert html_of("/nachtfalter/jobs?lang=en") == "<p>Drummer wanted</p>"

    def test_html_of_staff_is_cleaned(self, shop: Shop) -> None:
        write(shop, StaticKind.JOBS, '<p onclick="x()">Hi<script>alert(1)</script></p><h2>A</h2><h2>A</h2>')
        assert html_of("/nachtfalter/jobs") == '<p>Hi</p><h2 id="a">A</h2><h2 id="a-2">A</h2>'

    def test_staff_add_versions_and_change_none(self, shop: Shop) -> None:
        client = Client(SERVER_NAME="localhost")
        client.force_login(get_user_model().objects.create_superuser("staff"))
        version = write(shop, StaticKind.TERMS, "<p>First</p>")
        address = f"/admin/shop/legaltext/{version.text_id}/change/"
        page = client.get(address).content.decode()
        assert "First" in page and 'name="versions-0-body"' not in page
        assert "checked by a lawyer" in page or "anwaltlich" in page
        moment = timezone.localtime() + timedelta(days=1)
        form = {
            "versions-TOTAL_FORMS": "2", "versions-INITIAL_FORMS": "1", "versions-0-id": str(version.pk),
            "versions-0-text": str(version.text_id), "versions-0-body": "<p>Changed</p>",
            "versions-1-id": "", "versions-1-text": str(version.text_id), "versions-1-body": "<p>Second</p>",
            "versions-1-valid_from_0": f"{moment:%d.%m.%Y}", "versions-1-valid_from_1": f"{moment:%H:%M}",
        }  # fmt: skip
        assert client.post(address, form, headers={"accept-language": "de"}).status_code == 302
        bodies = LegalTextVersion.objects.order_by("pk").values_list("body", flat=True)
        assert list(bodies) == ["<p>First</p>", "<p>Second</p>"]


class TestQuestions:
    def test_a_question_is_open_and_belongs_to_the_page_of_all(self, shop: Shop) -> None:
        visit = Visit("/nachtfalter/faq/late")
        data = visit.block("page-data")
        assert data["variables"] == {"id": "faq", "question": "late"}
        assert re.findall(r'<details id="([\w-]+)" open', data["data"]["staticPage"]["html"]) == ["late"]
        assert visit.markup.one("link", rel="canonical")["href"] == "http://localhost:8000/nachtfalter/faq"
        assert "open data-asked" not in html_of("/nachtfalter/faq")

    def test_a_sections_address_leads_to_it(self, shop: Shop) -> None:
        visit = Visit("/nachtfalter/faq/payment")
        assert visit.response.status_code == 200
        html = visit.block("page-data")["data"]["staticPage"]["html"]
        assert re.findall(r"<[^>]*data-asked[^>]*>", html) == ['<h2 id="payment" data-asked>'] and " open" not in html
        assert visit.markup.one("link", rel="canonical")["href"] == "http://localhost:8000/nachtfalter/faq"

    @proves("catalogue §2, §8", "an address of a question that does not exist opens all of them, told as a broken link")
    def test_an_unknown_question_opens_the_page_of_all(self, shop: Shop) -> None:
        for path in ("/nachtfalter/faq/nothing", "/nachtfalter/faq/details", "/nachtfalter/faq/17"):
            response = Visit(f"{path}?lang=en").response
            assert (response.status_code, response["Location"]) == (302, "/nachtfalter/faq?broken_link=1&lang=en")
            assert Visit(path).response["Location"] == "/nachtfalter/faq?broken_link=1"

    def test_a_shops_own_questions_come_first_and_only_there(self, shop: Shop) -> None:
        FaqEntry.objects.create(
            shop=shop, key="moths", question_de="Beißen Falter?", question_en="Do moths bite?",
            answer_de="<p>Nein<script>1</script></p>", answer_en="No",
        )  # fmt: skip
        html = html_of("/nachtfalter/faq/moths")
        assert re.findall(r'<details id="([\w-]+)"', html)[0] == "moths"
        assert "Beißen Falter?" in html and "<p>Nein</p>" in html and "<script>" not in html
        assert "Do moths bite?" in html_of("/nachtfalter/faq?lang=en")
        assert "moths" not in html_of("/faq") and Visit("/faq/moths").response.status_code == 302

    @proves(
        "catalogue §2",
        "a question opens by its address; a shop's own come first, and in place of the software's with the same key",
    )
    def test_a_shops_own_answer_stands_for_the_softwares(self, shop: Shop) -> None:
        before = re.findall(r'<details id="([\w-]+)"', html_of("/nachtfalter/faq"))
        FaqEntry.objects.create(shop=shop, key="late", question_de="Zu spät?", answer_de="<p>Ruf an.</p>")
        html = html_of("/nachtfalter/faq/late")
        keys = re.findall(r'<details id="([\w-]+)"', html)
        assert sorted(keys) == sorted(before) and keys[0] == "late"
        assert "Ruf an." in html and "Meine Sendung ist überfällig" not in html
        assert "Meine Sendung ist überfällig" in html_of("/faq")

    def test_every_question_of_the_software_has_an_address(self, shop: Shop) -> None:
        keys = re.findall(r'{% question "([\w-]+)"', (TEMPLATES / "de" / "faq.html").read_text())
        assert len(keys) == len(set(keys)) > 20
        for key in keys:
            assert Visit(f"/nachtfalter/faq/{key}").response.status_code == 200
