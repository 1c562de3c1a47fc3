from .interface import PaymentContext, PaymentOffer


class BoxOffice:
    """Cash or the card terminal at the door: staff book it as they sell, and hand back or send what goes back."""

    provider = "box_office"
    reference_prefix = "BOX"

    def __init__(self, method: str) -> None:
        self.id = method

    def offer(self, sale: PaymentContext) -> PaymentOffer | None:
        return None
