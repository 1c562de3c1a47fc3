"""A fan on the way from a band's page to a paid order, in either language and with any hand."""

import re
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from functools import reduce
from typing import Any

from playwright.sync_api import Locator, Page, expect

from shop.texts import lang_text
from tests.e2e.hands import Hand, Mouse
from tests.e2e.measuring import wait_for_react

ADDRESS = {
    "billing-firstName": "Mira",
    "billing-lastName": "Falk",
    "billing-address": "Hafenstraße 12",
    "billing-postCode": "20359",
    "billing-city": "Hamburg",
}

Look = Callable[[], None]


class Shopper:
    """`look` is called on each screen that the shopper has come to, once it stands still."""

    def __init__(self, page: Page, language: str = "de", hand: Hand | None = None, look: Look = lambda: None) -> None:
        self.page = page
        self.language = language
        self.hand = hand or Mouse(page)
        self.look = look

    def text(self, key: str, **values: Any) -> str:
        return lang_text(key, self.language, **values)

    # where things are

    def button(self, key: str, **values: Any) -> Locator:
        name = re.compile(rf"^{re.escape(self.text(key, **values))}")
        return self.page.get_by_role("button", name=name).filter(visible=True)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True).filter(visible=True)

    def way_to(self, path: str) -> Locator:
        """The first visible link to a page of the shop."""
        return self.page.locator(f'main a[href$="{path}"]').filter(visible=True).first

    def field(self, name: str) -> Locator:
        return self.page.locator(f"#{name}")

    def heading(self, key: str) -> Locator:
        return self.page.get_by_role("heading", level=1, name=self.text(key), exact=True)

    @property
    def cart(self) -> Locator:
        return self.page.get_by_role("dialog", name=self.text("LANG_CART"), exact=True)

    @property
    def cart_lines(self) -> Locator:
        """What lies in the cart, without what might go with it."""
        return self.cart.get_by_role("list").first.get_by_role("listitem")

    def alert(self, key: str, **values: Any) -> Locator:
        return self.page.get_by_role("alert").filter(has_text=self.text(key, **values), visible=True)

    # what is done

    def come_to(self, *keys: str) -> None:
        """Wait for a step of the checkout by its heading, one of these, then look at it."""
        expect(reduce(Locator.or_, map(self.heading, keys))).to_be_visible()
        self.look()

    def open(self, path: str) -> None:
        self.page.goto(path)
        wait_for_react(self.page)

    def option(self, name: str) -> Locator:
        """A product's size, whether it costs more than the others or not."""
        return self.page.get_by_role("radio", name=re.compile(rf"^{re.escape(name)}(?!\w)"))

    def add_product(self, option: str = "") -> None:
        """On a product's page: take the option and put it into the cart, which opens."""
        if option:
            self.hand.press(self.option(option))
        self.hand.press(self.button("LANG_ITEM_ADD"))
        expect(self.cart).to_be_visible()

    def add_tickets(self, kind: str, amount: int) -> None:
        """So many of one kind, whatever stands there at first."""
        of_kind = self.page.get_by_label(re.compile(f": {kind}$"))
        missing = amount - int(of_kind.and_(self.page.get_by_role("textbox")).input_value())
        for _ in range(abs(missing)):
            self.hand.press(self.button("LANG_AMOUNT_MORE" if missing > 0 else "LANG_AMOUNT_LESS").and_(of_kind))
        self.hand.press(self.button("LANG_ITEM_ADD"))
        expect(self.cart).to_be_visible()

    def close_cart(self) -> None:
        self.hand.press(self.cart.get_by_role("button", name=self.text("LANG_ALLG_CLOSE"), exact=True))
        expect(self.cart).to_be_hidden()

    def go_to_checkout(self) -> None:
        self.hand.press(self.cart.get_by_role("link", name=self.text("LANG_CART_TO_CHECKOUT"), exact=True))
        self.come_to("LANG_CHECKOUT_TITLE_CART")

    def fill_cart(self, path: str, option: str = "") -> None:
        """The quick way to a cart with one product."""
        self.open(path)
        self.add_product(option)

    def enter_details(self, email: str, address: Mapping[str, str] = ADDRESS) -> None:
        """Fill in what the step asks for: e-tickets need no postal address."""
        self.hand.write(self.field("email"), email)
        for name, value in address.items():
            if self.field(name).count():
                self.hand.write(self.field(name), value)

    def to_details(self) -> None:
        self.hand.press(self.button("LANG_CHECKOUT_NEXT_DETAILS"))
        self.come_to("LANG_CHECKOUT_TITLE_DETAILS")

    def to_payment(self) -> None:
        self.hand.press(self.button("LANG_CHECKOUT_NEXT_PAYMENT"))
        self.come_to("LANG_CHECKOUT_TITLE_PAYMENT", "LANG_CHECKOUT_PAYMENT_ONLY")

    def choose_logistics(self, carrier: str = "", method: str = "bank_transfer") -> None:
        if carrier:
            self.hand.press(self.page.get_by_role("radio", name=re.compile(f"^{carrier}")))
        payment = self.page.locator(f"input[name=payment][value={method}]")
        if not payment.is_checked():
            self.hand.press(payment)
        expect(payment).to_be_checked()

    def to_confirm(self) -> None:
        self.hand.press(self.button("LANG_CHECKOUT_NEXT_CONFIRM"))
        self.come_to("LANG_CHECKOUT_TITLE_CONFIRM")

    def go_to_confirm(self, email: str, method: str = "bank_transfer") -> None:
        """From the cart's first step to the last one."""
        self.to_details()
        self.enter_details(email)
        self.to_payment()
        self.choose_logistics(method=method)
        self.to_confirm()

    def accept_terms(self) -> None:
        self.hand.press(self.field("accept-terms"))

    def place(self) -> str:
        """Press the button that buys; the order's reference."""
        self.hand.press(self.button("LANG_CHECKOUT_BUTTON"))
        self.come_to("LANG_CHECKOUT_TITLE_DONE")
        return self.reference()

    def reference(self) -> str:
        return self.page.url.partition("?")[0].rpartition("/")[2]

    def buy(self, email: str) -> str:
        """From the cart's first step to the confirmation; the order's reference."""
        self.go_to_confirm(email)
        self.accept_terms()
        return self.place()


def body(mail: EmailMessage, kind: str) -> str:
    """The mail's text in one of its two forms, "plain" or "html"."""
    part = mail.get_body((kind,))
    assert part is not None, f"{mail['subject']} has no {kind} part"
    content = part.get_content()
    assert isinstance(content, str)
    return content


def log_in_as_staff(page: Page) -> None:
    page.goto("/admin/")
    if page.url.startswith(page.evaluate("location.origin") + "/admin/login/"):
        page.locator("input[name=username]").fill("admin")
        page.locator("input[name=password]").fill("merchstand")
        page.locator("button[type=submit], input[type=submit]").first.click()


def book_transfer(page: Page, reference: str) -> None:
    """Staff log in, look the order up and book its bank transfer."""
    log_in_as_staff(page)
    page.goto(f"/admin/checkout/order/?q={reference}")
    page.get_by_role("link", name=reference).click()
    page.locator('a[href$="/book-transfer/"]').first.click()
    page.locator("form.staff-form button[type=submit]").click()
    page.wait_for_url(re.compile(r"/change/$"))
