from shop.core.errors import ShopError


class TrackingListRefused(ShopError):
    """The file is no list of tracking numbers. `reason`: untranslated text for staff that takes the `values`."""

    code = "TRACKING_LIST_REFUSED"
    message = "this is no list of tracking numbers"
    status = 400

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__()
        self.reason, self.values = reason, values
