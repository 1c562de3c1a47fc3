from shop.core.errors import ShopError, TooManyAttempts


class DeviceUnknown(ShopError):
    """The key is unknown or withdrawn. The device deletes its data."""

    code = "DEVICE_UNKNOWN"
    message = "this device is not paired"
    status = 401


class PairingRefused(ShopError):
    code = "PAIRING_REFUSED"
    message = "this code is used up, too old or none"
    status = 404


class TooManyPairings(TooManyAttempts):
    message = "too many pairing codes"


class TooManySearches(TooManyAttempts):
    message = "too many searches"


class TooManyScans(TooManyAttempts):
    message = "too many scans"


class EntranceOver(ShopError):
    """The event is over, so its list is no longer needed."""

    code = "ENTRANCE_OVER"
    message = "the event is over"
    status = 410


class UndoNotAllowed(ShopError):
    code = "UNDO_NOT_ALLOWED"
    message = "this device may not undo entries"
    status = 403


class SaleNotAllowed(ShopError):
    code = "SALE_NOT_ALLOWED"
    message = "this device may not sell tickets"
    status = 403


class NotInside(ShopError):
    """Nobody is inside with this ticket, or the entry was undone meanwhile."""

    code = "NOT_INSIDE"
    message = "nobody is in with this ticket"
    status = 409


class ScanNotYours(ShopError):
    code = "SCAN_NOT_YOURS"
    message = "another device has sent a scan of this id"
    status = 409
