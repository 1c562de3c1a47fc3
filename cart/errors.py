from shop.core.errors import ShopError


class CartLimitExceeded(ShopError):
    """The cart would hold more of a product or event than allowed. `limit`: the allowed number (purchase §8)."""

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
    """The text is too long, or the item takes no personalisation."""

    code = "PERSONALISATION_TOO_LONG"
    message = "personalisation is too long"


class PersonalisationLink(ShopError):
    code = "PERSONALISATION_LINK"
    message = "personalisation may hold no link"


class PersonalisationMissing(ShopError):
    """A personalised piece has no text, or a ticket lacks the holder's parts `missing`."""

    code = "PERSONALISATION_MISSING"
    message = "personalisation is missing"


class CartEmpty(ShopError):
    code = "CART_EMPTY"
    message = "cart is empty"
    status = 409


class TicketRequired(ShopError):
    """The product is sold only together with a ticket (catalogue §3 `ticket_required`)."""

    code = "TICKET_REQUIRED"
    message = "only together with a ticket"
    status = 409


class FollowedMissing(ShopError):
    """The cart holds more of a follow-item than of the product that it follows (catalogue §3 `follows`)."""

    code = "FOLLOWED_MISSING"
    message = "only together with the product it follows"
    status = 409


class DiscountCodeWrong(ShopError):
    code = "DISCOUNT_CODE_WRONG"
    message = "wrong discount code"


class DiscountCodeEnded(ShopError):
    """The code is no longer valid. `total`, at placing: the cart's total without it."""

    code = "DISCOUNT_CODE_ENDED"
    message = "discount code has ended"
    status = 409


class DiscountCodeUsedUp(ShopError):
    """The code reached its limit of orders. `total`, at placing: the cart's total without it."""

    code = "DISCOUNT_CODE_USED_UP"
    message = "discount code is used up"
    status = 409


class PaymentCodeInvalid(ShopError):
    """The code is unknown here, or an order used it (purchase §8). `total`, at placing: the total without it."""

    code = "PAYMENT_CODE_INVALID"
    message = "Unknown or expired code"


class PaymentCodeExpired(ShopError):
    """`total`, at placing: the total without the code. Both errors have one message by purchase §8."""

    code = "PAYMENT_CODE_EXPIRED"
    message = PaymentCodeInvalid.message


class CategoryInCart(ShopError):
    """The cart already has seats of this category: the lines `itemIds` must be removed first (purchase §4)."""

    code = "CATEGORY_IN_CART"
    message = "release the tickets of this category first"
    status = 409


class SeatsMissing(ShopError):
    """The category of the tickets `itemIds` got seats meanwhile. Seats that the visitor chooses replace them."""

    code = "SEATS_MISSING"
    message = "seats must be chosen for these tickets"
    status = 409


class HoldersMissing(ShopError):
    """The tickets `itemIds` lack data of their holders that their events require."""

    code = "HOLDERS_MISSING"
    message = "names must be given for these tickets"
    status = 409


class CompanionAlone(ShopError):
    code = "COMPANION_ALONE"
    message = "companion seats are sold with a wheelchair seat"
    status = 409


class AmountNotMultiple(ShopError):
    """The event sells tickets only in multiples of `multiple` (catalogue §3 `force_ticket_amount`)."""

    code = "AMOUNT_NOT_MULTIPLE"
    status = 409

    def __init__(self, multiple: int) -> None:
        super().__init__(f"only in multiples of {multiple}", multiple=multiple)
