"""The rights of each role in a shop. Money that leaves, prices, exports of personal data and bank accounts have rights
of their own, so that a group of rights can give or leave out each (docs/operations.md, "Staff's rights").

Rights to what belongs to the whole house have no effect here, whatever a role or a group says (shop/staff/access.py).
"""

from collections.abc import Iterable, Mapping

from shop.models.staff import Role

VERBS = ("add", "change", "delete", "view")


def every(app: str, *models: str) -> set[str]:
    return {f"{app}.{verb}_{model}" for model in models for verb in VERBS}


def view(app: str, *models: str) -> set[str]:
    return {f"{app}.view_{model}" for model in models}


ORDERS = view("checkout", "order", "orderstep", "payment", "delivery")
CATALOGUE = view(
    "catalogue", "product", "productvariant", "category", "artist", "event", "tour", "venue", "manufacturer", "stock",
    "seat", "pricingcategory", "price", "picturefetch",
) | view("shop", "image")  # fmt: skip

SUPPORT = {
    *ORDERS, *CATALOGUE, "checkout.change_order", "checkout.add_orderstep",
    *view("aftersale", "ticket", "attendee", "refundrequest", "ticketservicerequest", "withdrawal", "printednumber"),
    "aftersale.change_ticket", "aftersale.change_refundrequest", "aftersale.change_ticketservicerequest",
    "aftersale.change_withdrawal", "aftersale.change_printednumber", "shop.view_mail",
}  # fmt: skip
WAREHOUSE = {
    *view("checkout", "delivery"), "checkout.change_delivery", "checkout.export_delivery",
    *view("catalogue", "product", "productvariant", "stock", "event"), "catalogue.change_stock",
    "catalogue.export_stock",
}  # fmt: skip
DOOR = {
    *view("aftersale", "entranceevent", "attendee", "scan"), "catalogue.view_event", "catalogue.view_venue",
    "aftersale.add_entrancedevice", "aftersale.change_entrancedevice", "aftersale.view_entrancedevice",
    "aftersale.sell_at_door", "aftersale.put_on_guest_list", "aftersale.undo_admission", "aftersale.admit_by_number",
}  # fmt: skip
ACCOUNTING = {
    *ORDERS, *view("checkout", "invoice", "refund", "dispute"), *view("cart", "paymentcode"),
    "checkout.export_invoice", "checkout.add_ledgerentry", "checkout.view_sales",
    *view("checkout", "sellerbooks", "revenueaccount"), "checkout.export_sellerbooks",
}  # fmt: skip
MANAGER = {
    *SUPPORT, *WAREHOUSE, *DOOR,
    *every(
        "catalogue", "product", "productvariant", "category", "artist", "event", "tour", "stock", "pricingcategory",
        "price", "pricepoint", "stockuse", "productpicture", "productincategory", "relatedproduct", "relatedevent",
        "infopanel", "combination", "bundlepart", "tourdate", "adventcalendar", "adventdoor", "picturefetch",
    ),
    *every("shop", "news", "faqentry", "legaltext", "legaltextversion", "discountcode", "image"),
    *every("aftersale", "checkinform", "checkinitem", "ticketserviceperiod", "refundoffer"),
    *view("aftersale", "checkin", "printedlist"), *view("cart", "cart", "paymentcode"),
    *view("sessions_queue", "waitingroom"), "sessions_queue.change_waitingroom",
    *view("shop", "shop", "newslettersubscription", "trackingcount", "shopdesign", "shopsocial"),
    "checkout.exchange_order", "checkout.view_sales",
}  # fmt: skip
OWNER = {
    *MANAGER, *ACCOUNTING, "checkout.export_order", "checkout.add_refund", "checkout.set_hold", "checkout.view_hold",
    "aftersale.open_refundoffer", "aftersale.export_attendee", "aftersale.see_checkin_answers",
    "aftersale.export_checkin", "aftersale.export_printednumber", "aftersale.export_withdrawal",
    "cart.add_paymentcode", "cart.change_paymentcode", "cart.export_paymentcode",
    "shop.export_newslettersubscription", "shop.change_newslettersubscription",
    *view("shop", "accesscode", "pathredirect", "consentdecision"), *view("sessions_queue", "activitycount"),
}  # fmt: skip
RIGHTS: Mapping[str, Iterable[str]] = {
    Role.OWNER: frozenset(OWNER),
    Role.MANAGER: frozenset(MANAGER),
    Role.ACCOUNTING: frozenset(ACCOUNTING),
    Role.WAREHOUSE: frozenset(WAREHOUSE),
    Role.DOOR: frozenset(DOOR),
    Role.SUPPORT: frozenset(SUPPORT),
}
