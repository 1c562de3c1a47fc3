"""Newsletter: wanted twice or not at all, and ended by one press (purchase §4, §5, §8)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from shop.core.limits.budgets import use_attempt
from shop.core.limits.counters import Limit
from shop.models import Mail, NewsletterSubscription, Shop
from shop.newsletter.actions import SignUp, confirm, forget_old, subscribe, unsubscribe
from shop.newsletter.limits import SUBSCRIPTIONS
from shop.tasks import send_newsletter_mail
from tests.factories import make_shop
from tests.proof_of_work import WorkingClient, challenge_of
from tests.proofs import proves
from tests.shop.web.visit import Visit
from tests.staff import log_in
from tests.words import worded

pytestmark = pytest.mark.django_db
EMAIL = "mira@example.org"


@pytest.fixture(autouse=True)
def fresh(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def shop() -> Shop:
    return make_shop("nachtfalter", sender_email="post@nachtfalter.example")


def ask(shop: Shop, language: str = "de", client: Client | None = None, **fields: Any) -> Any:
    body = {"email": EMAIL, "accepts_terms": True} | fields
    address = f"/api/v2/shops/{shop.slug}/newsletter?locale={language}"
    return (client or Client(HTTP_HOST="localhost")).post(address, body, content_type="application/json")


def sent(kind: str) -> outbox.EmailMultiAlternatives:
    """Run the newest job of this kind's mail."""
    mail = Mail.objects.filter(kind=kind).latest("created_at")
    send_newsletter_mail(mail_id=str(mail.pk), subscription_id=int(mail.subject_key.partition("/")[0]))
    message = outbox.outbox[-1]
    assert isinstance(message, outbox.EmailMultiAlternatives)
    return message


def sign_up(email: str = EMAIL) -> SignUp:
    return SignUp(email, accepts_terms=True, language="de")


@proves(
    "purchase §4, §5", "newsletter: wanted, asked by mail, confirmed by a button, with its proof; German and English"
)
@pytest.mark.parametrize(("language", "words"), [("de", "Ja, Nachtfalter darf"), ("en", "Yes, Nachtfalter may")])
def test_a_wish_is_stored_with_its_proof_and_asked_for_by_mail(shop: Shop, language: str, words: str) -> None:
    assert ask(shop, language).status_code == 202
    row = NewsletterSubscription.objects.get()
    assert (row.email, row.language, row.confirmed_at, row.requested_from) == (EMAIL, language, None, "127.0.0.1")
    assert row.form_text.startswith(words)
    message = sent("newsletter_confirm")
    link = f"/nachtfalter/newsletter/confirm/{row.token}"
    assert message.subject == worded("Please confirm: news from %(shop)s", language, shop=shop.name)
    assert message.to == [EMAIL]
    assert link in message.body and link in str(message.alternatives[0][0])


def test_looking_at_the_link_confirms_nothing_pressing_the_button_does(shop: Shop) -> None:
    row = subscribe(shop=shop, sign_up=sign_up())
    path = f"/nachtfalter/newsletter/confirm/{row.token}"
    visit = Visit(path)
    assert visit.response.status_code == 200 and visit.markup.has("form", method="post")
    assert visit.response["Cache-Control"] == "private, no-store"
    assert visit.response["Referrer-Policy"] == "same-origin"
    Client(HTTP_HOST="localhost").head(path)
    row.refresh_from_db()
    assert row.confirmed_at is None
    client = Client(HTTP_HOST="localhost", enforce_csrf_checks=True)
    assert client.post(path).status_code == 200
    row.refresh_from_db()
    first = row.confirmed_at
    assert (first is None, row.confirmed_from) == (False, "127.0.0.1")
    client.post(path)
    row.refresh_from_db()
    assert row.confirmed_at == first
    assert Mail.objects.filter(kind="newsletter_welcome").count() == 1


@proves(
    "purchase §4",
    "newsletter: every mail after has the way out, one press of a mail program too; nothing is mailed after the end",
)
def test_the_welcome_has_the_way_out_that_mail_programs_know(shop: Shop) -> None:
    row = subscribe(shop=shop, sign_up=sign_up())
    confirm(token=row.token)
    message = sent("newsletter_welcome")
    path = f"/nachtfalter/newsletter/unsubscribe/{row.token}"
    assert message.extra_headers["List-Unsubscribe"].endswith(path + ">")
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert path in message.body and row.form_text in message.body
    assert Visit(path).markup.has("form", method="post")
    row.refresh_from_db()
    assert row.unsubscribed_at is None
    from_elsewhere = Client(HTTP_HOST="localhost", enforce_csrf_checks=True)
    form = "application/x-www-form-urlencoded"
    headers = {"origin": "https://mail.example"}
    answer = from_elsewhere.post(path, "List-Unsubscribe=One-Click", content_type=form, headers=headers)
    assert answer.status_code == 200
    row.refresh_from_db()
    assert row.unsubscribed_at is not None


@proves(
    "design §1",
    "`?lang=` leaves the address of pages without the SPA, too: the gate's and the newsletter's; the "
    "language stays chosen",
)
def test_the_language_leaves_the_address_of_its_pages(shop: Shop) -> None:
    client = Client(HTTP_HOST="localhost")
    response = client.get("/nachtfalter/newsletter?lang=en")
    assert (response.status_code, response.headers["Location"]) == (303, "/nachtfalter/newsletter")
    assert worded("LANG_NEWSLETTER_EMAIL", "en") in client.get("/nachtfalter/newsletter").content.decode()


def test_links_of_another_shop_or_of_nobody_lead_nowhere(shop: Shop) -> None:
    make_shop("kellerkind")
    row = subscribe(shop=shop, sign_up=sign_up())
    client = Client(HTTP_HOST="localhost")
    for path in (f"/kellerkind/newsletter/confirm/{row.token}", "/nachtfalter/newsletter/confirm/guessed"):
        assert client.get(path).status_code == 404
        assert client.post(path).status_code == 404
    unsubscribe(token=row.token)
    assert client.post(f"/nachtfalter/newsletter/confirm/{row.token}").status_code == 404
    row.refresh_from_db()
    assert row.confirmed_at is None


def test_nothing_is_mailed_once_the_wish_has_ended(shop: Shop) -> None:
    row = subscribe(shop=shop, sign_up=sign_up())
    unsubscribe(token=row.token)
    mail = Mail.objects.get(kind="newsletter_confirm")
    send_newsletter_mail(mail_id=str(mail.pk), subscription_id=row.pk)
    assert outbox.outbox == []
    assert not Mail.objects.exists()  # it would wait for ever


@proves(
    "docs/decisions/0011", "whoever signs an address up is not told whether it reads the newsletter: one answer for all"
)
def test_nobody_is_told_by_answer_page_or_work_who_reads_it(shop: Shop) -> None:
    """A strange address, one that was asked just now, one that reads, one that was told so today, one that left."""
    rows = {
        name: subscribe(shop=shop, sign_up=sign_up(f"{name}@example.org"))
        for name in ("asked", "reads", "told", "left")
    }
    for name in ("reads", "told", "left"):
        confirm(token=rows[name].token)
    unsubscribe(token=rows["left"].token)
    NewsletterSubscription.objects.exclude(email__startswith="asked").update(
        mailed_at=timezone.now() - timedelta(days=2)
    )
    subscribe(shop=shop, sign_up=sign_up("told@example.org"))
    answers, pages, works = set(), set(), set()
    for name in ("strange", *rows):
        with transaction.atomic(), CaptureQueriesContext(connection) as work:
            answer = ask(shop, email=f"{name}@example.org")
            transaction.set_rollback(True)
        answers.add((answer.status_code, answer.content, frozenset(answer.headers.items())))
        works.add(tuple(one["sql"].split()[0] for one in work.captured_queries if "SAVEPOINT" not in one["sql"]))
    for name in ("strange", *rows):
        client = Client(HTTP_HOST="localhost", REMOTE_ADDR=f"198.51.100.{len(name)}")
        with transaction.atomic():
            page = client.post("/nachtfalter/newsletter", {"email": f"{name}@example.org", "accepts_terms": "on"})
            transaction.set_rollback(True)
        pages.add((page.status_code, page.content))
    assert [status for status, *_rest in answers] == [202] and [status for status, _text in pages] == [200]
    assert len(works) == 1, "each takes the same statements"


@proves("purchase §8", "newsletter: subscribed already, by a mail to the address, at most once a day")
@pytest.mark.parametrize("language", ["de", "en"])
def test_who_reads_already_is_told_so_by_mail_once_a_day(shop: Shop, language: str) -> None:
    row = subscribe(shop=shop, sign_up=replace(sign_up(), language=language))
    confirm(token=row.token)
    for hours, mails in ((1, 0), (25, 1), (0, 1), (23, 1), (25, 2)):
        if hours:
            NewsletterSubscription.objects.update(mailed_at=timezone.now() - timedelta(hours=hours))
        subscribe(shop=shop, sign_up=replace(sign_up("Mira@Example.org"), language="de"))
        assert Mail.objects.filter(kind="newsletter_already").count() == mails
    message = sent("newsletter_already")
    assert message.subject == worded("You get news from %(shop)s already", language, shop=shop.name)
    assert f"/nachtfalter/newsletter/unsubscribe/{row.token}" in message.body and "/confirm/" not in message.body
    row.refresh_from_db()
    assert row.language == language, "a stranger changes nothing of it"


def test_whoever_left_may_come_back(shop: Shop) -> None:
    row = subscribe(shop=shop, sign_up=sign_up())
    confirm(token=row.token)
    assert ask(make_shop("kellerkind")).status_code == 202
    unsubscribe(token=row.token)
    assert ask(shop).status_code == 202
    assert NewsletterSubscription.objects.filter(shop=shop).count() == 2
    row.refresh_from_db()
    assert row.confirmed_at and row.unsubscribed_at


def test_asked_again_the_same_link_comes_again_but_not_at_once(shop: Shop) -> None:
    row = subscribe(shop=shop, sign_up=sign_up())
    subscribe(shop=shop, sign_up=sign_up())
    assert Mail.objects.count() == 1
    NewsletterSubscription.objects.update(mailed_at=timezone.now() - timedelta(minutes=11))
    assert subscribe(shop=shop, sign_up=sign_up()).token == row.token
    assert Mail.objects.count() == 2


@pytest.mark.parametrize(
    "email",
    [
        "",
        "mira",
        "mira@",
        "@example.org",
        "mira@example",
        "mi ra@example.org",
        "mira@exa_mple.org",
        "mira@example.org\nBcc: x@example.org",
    ],
)
def test_implausible_addresses_are_refused_beside_the_field(shop: Shop, email: str) -> None:
    answer = ask(shop, email=email, accepts_terms=False)
    assert answer.status_code == 400
    assert set(answer.json()["errors"]) == {"email", "accepts_terms"}
    assert not NewsletterSubscription.objects.exists()


@proves(
    "purchase §5",
    "the newsletter takes every address that the checkout takes: long endings, umlaut domains, apostrophes",
)
@pytest.mark.parametrize(
    "email",
    [
        "a@b.de",
        "mira.falk-x_1+band@mail.example.info",
        "mira@kneipe.berlin",
        "mira@label.music",
        "mira@müller-musik.de",
        "o'hara.mira@example.org",
    ],
)
def test_plausible_addresses(shop: Shop, email: str) -> None:
    assert ask(shop, email=email).status_code == 202


@proves("purchase §5, §8", "newsletter: messages for too many attempts, implausible input")
def test_after_ten_attempts_it_is_enough_for_an_hour(shop: Shop) -> None:
    one = Client(HTTP_HOST="localhost")
    for number in range(SUBSCRIPTIONS.hard):
        assert ask(shop, client=one, email=f"mira{number}@example.org").status_code == 202
    answer = ask(shop, client=one, email="late@example.org")
    assert (answer.status_code, answer.json()["code"]) == (429, "RATE_LIMITED")
    assert answer.json()["contact"] == "post@nachtfalter.example"
    assert ask(shop, email="neighbour@example.org").status_code == 202
    assert not NewsletterSubscription.objects.filter(email="late@example.org").exists()


@proves(
    "docs/decisions/0022",
    "the newsletter's limits count mailboxes, whatever their +tags, over all shops too, and hold for the "
    "checkout's box",
)
def test_whoever_is_refused_uses_up_no_mailbox(shop: Shop) -> None:
    """By the pass; and without one by the address, which then costs work."""
    one = Client(HTTP_HOST="localhost")
    answers = [ask(shop, client=one, email=f"mira{number}@example.org").status_code for number in range(10)]
    answers += [ask(shop, client=one, email="victim@example.org").status_code for _time in range(5)]
    assert answers == [202] * 10 + [429] * 5
    for number in range(SUBSCRIPTIONS.soft - 10):
        assert ask(shop, email=f"ada{number}@example.org").status_code == 202
    assert all(challenge_of(ask(shop, email="victim@example.org")) for _time in range(5))
    other = WorkingClient(HTTP_HOST="localhost")
    assert ask(shop, client=other, email="victim@example.org").status_code == 202


@proves("design §6", "attempts are counted per visitor in Valkey; sensitive ones closed without it")
def test_addresses_behind_our_proxy_count_one_by_one(shop: Shop, settings: Any) -> None:
    settings.BEHIND_PROXY = True
    for number in range(SUBSCRIPTIONS.soft + 2):
        client = Client(HTTP_HOST="localhost", headers={"x-forwarded-for": f"made-up, 198.51.100.{number}"})
        assert ask(shop, client=client, email=f"m{number}@example.org").status_code == 202
    assert NewsletterSubscription.objects.latest("id").requested_from == f"198.51.100.{SUBSCRIPTIONS.soft + 1}"


def test_without_counters_nothing_sensitive_is_allowed(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert not use_attempt(Limit("x", 5, 60), "somebody")
    assert use_attempt(Limit("y", 5, 60, closed_when_down=False), "somebody")


@proves("purchase §9, design §6", "newsletter without script; old wishes are forgotten; export and ending by staff")
def test_without_script_one_signs_up_on_a_page(shop: Shop) -> None:
    Shop.objects.update(mailchimp_header_en="Letters in the dark")
    visit = Visit("/nachtfalter/newsletter", headers={"accept-language": "en"})
    assert visit.markup.text("h1") == "Letters in the dark"
    client = Client(HTTP_HOST="localhost", headers={"accept-language": "en"})
    refused = client.post("/nachtfalter/newsletter", {"email": "mira"})
    assert refused.status_code == 400 and b"does not look right" in refused.content
    done = client.post("/nachtfalter/newsletter", {"email": EMAIL, "accepts_terms": "on"})
    assert done.status_code == 200 and b"check your mail" in done.content
    elsewhere = {"origin": "https://evil.example"}
    assert client.post("/nachtfalter/newsletter", {"email": EMAIL}, headers=elsewhere).status_code == 403
    assert NewsletterSubscription.objects.get().language == "en"


def test_unconfirmed_wishes_are_forgotten_after_two_weeks_ended_ones_after_three_years(shop: Shop) -> None:
    now = timezone.now()
    rows = {
        name: subscribe(shop=shop, sign_up=sign_up(f"{name}@example.org")) for name in ("old", "new", "reader", "ended")
    }
    confirm(token=rows["reader"].token)
    confirm(token=rows["ended"].token)
    NewsletterSubscription.objects.exclude(pk=rows["new"].pk).update(requested_at=now - timedelta(days=15))
    NewsletterSubscription.objects.filter(pk=rows["ended"].pk).update(unsubscribed_at=now - timedelta(days=3 * 365 + 1))
    assert forget_old() == 2
    assert set(NewsletterSubscription.objects.values_list("email", flat=True)) == {
        "new@example.org",
        "reader@example.org",
    }


def test_staff_export_who_agreed_safely_and_can_end_a_subscription(shop: Shop) -> None:
    rows = [
        subscribe(shop=shop, sign_up=sign_up(email))
        for email in ("b@example.org", "-a@example.org", "open@example.org")
    ]
    for row in rows[:2]:
        confirm(token=row.token)
    client, address = Client(), "/admin/shop/newslettersubscription/"
    log_in(client)
    assert client.get(address).status_code == 200
    assert client.get(f"{address}?state=pending").content.count(b"open@example.org") == 1
    assert client.get(f"{address}{rows[0].pk}/change/").status_code == 200
    everything = {"_selected_action": [str(row.pk) for row in rows]}
    answer = client.post(address, {"action": "export", **everything})
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert [line.partition(";")[0] for line in lines] == ["email", "'-a@example.org", "b@example.org"]
    assert f"/nachtfalter/newsletter/unsubscribe/{rows[0].token}" in lines[2]
    client.post(address, {"action": "end", **everything})
    assert not NewsletterSubscription.objects.filter(unsubscribed_at=None).exists()
