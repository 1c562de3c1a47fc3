from django import template

from checkout.invoices import tax_words
from checkout.orders import texts
from checkout.orders.order_state import order_state_text
from shop.core.values import formats
from shop.core.values.bank_accounts import grouped_iban
from shop.core.values.countries import country_name

register = template.Library()
register.filter("standing", order_state_text)
register.filter("money", formats.euros)
register.filter("long_date", formats.long_date)
register.filter("country", country_name)
register.filter("untaxed", tax_words.untaxed)
register.filter("vat_mark", tax_words.mark_of)
register.filter("iban", grouped_iban)
register.filter("seat", texts.seat_text)
register.filter("arrival", texts.arrival)
register.filter("details", texts.details)
register.filter("payment_method", texts.method_name)
register.filter("artist_beside_name", texts.artist_beside_name)
