from shop.core.errors import ShopError


class CartLimitExceeded(ShopError):
    """More of one product or event than one cart may hold. `limit` is that number (purchase §8)."""

    code = "CART_LIMIT_EXCEEDED"
    message = "cart limit exceeded"
    status = 409


class ItemNotAvailable(ShopError):
    code = "ITEM_NOT_AVAILABLE"
    message = "item not available"
    status = 409


class ItemNotFound(ShopError):
    code = "ITEM_NOT_FOUND"
    message = "item not found"
    status = 404


class CartItemNotFound(ShopError):
    code = "CART_ITEM_NOT_FOUND"
    message = "cart item not found"
    status = 404


class AmountInvalid(ShopError):
    code = "AMOUNT_INVALID"
    message = "amount must be a whole number above zero"


class AmountNotChangeable(ShopError):
    code = "AMOUNT_NOT_CHANGEABLE"
    message = "amount of this item cannot be changed"


class PersonalisationInvalid(ShopError):
    """A text that is too long, or one for something that takes none."""

    code = "PERSONALISATION_TOO_LONG"
    message = "personalisation is too long"


class PersonalisationLink(ShopError):
    code = "PERSONALISATION_LINK"
    message = "personalisation may hold no link"


class PersonalisationMissing(ShopError):
    """A piece without its text, or a ticket without the parts `missing` of its holder."""

    code = "PERSONALISATION_MISSING"
    message = "personalisation is missing"


class CartEmpty(ShopError):
    code = "CART_EMPTY"
    message = "cart is empty"
    status = 409


class TicketRequired(ShopError):
    """Something that is sold together with a ticket only (catalogue §3 `ticket_required`)."""

    code = "TICKET_REQUIRED"
    message = "only together with a ticket"
    status = 409


class FollowedMissing(ShopError):
    """More of a product than of the one it follows (catalogue §3 `follows`)."""

    code = "FOLLOWED_MISSING"
    message = "only together with the product it follows"
    status = 409


class DiscountCodeWrong(ShopError):
    code = "DISCOUNT_CODE_WRONG"
    message = "wrong discount code"


class DiscountCodeEnded(ShopError):
    """A code that does not count any more. `total`, at placing: what the cart costs without it."""

    code = "DISCOUNT_CODE_ENDED"
    message = "discount code has ended"
    status = 409


class DiscountCodeUsedUp(ShopError):
    """A code that as many orders used as may. `total`, at placing: what the cart costs without it."""

    code = "DISCOUNT_CODE_USED_UP"
    message = "discount code is used up"
    status = 409


class PaymentCodeInvalid(ShopError):
    """Unknown here, or used by an order (purchase §8). `total`, at placing: what is to pay without it."""

    code = "PAYMENT_CODE_INVALID"
    message = "Unknown or expired code"


class PaymentCodeExpired(ShopError):
    """`total`, at placing: what is to pay without it. One sentence for both is the wire's (purchase §8)."""

    code = "PAYMENT_CODE_EXPIRED"
    message = PaymentCodeInvalid.message


class CategoryInCart(ShopError):
    """Seats of a category that the cart has seats of: `itemIds` are to be removed first (purchase §4)."""

    code = "CATEGORY_IN_CART"
    message = "release the tickets of this category first"
    status = 409


class SeatsMissing(ShopError):
    """Tickets `itemIds` whose category got seats since: seats of it, when chosen, take their place."""

    code = "SEATS_MISSING"
    message = "seats must be chosen for these tickets"
    status = 409


class HoldersMissing(ShopError):
    """Tickets `itemIds` of events that ask whose they are, and do not know it, or not all that they ask."""

    code = "HOLDERS_MISSING"
    message = "names must be given for these tickets"
    status = 409


class CompanionAlone(ShopError):
    code = "COMPANION_ALONE"
    message = "companion seats are sold with a wheelchair seat"
    status = 409


class AmountNotMultiple(ShopError):
    """Tickets of an event that is sold in multiples only (catalogue §3 `force_ticket_amount`)."""

    code = "AMOUNT_NOT_MULTIPLE"
    status = 409

    def __init__(self, multiple: int) -> None:
        super().__init__(f"only in multiples of {multiple}", multiple=multiple)
