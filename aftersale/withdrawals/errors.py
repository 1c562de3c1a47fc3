from shop.core.errors import ShopError, TooManyAttempts


class TooManyWithdrawals(TooManyAttempts):
    """`contact`: the address to which a declaration can be mailed instead."""

    code = "TOO_MANY_WITHDRAWALS"
    message = "too many declarations from here, write to us instead"


class WithdrawalHandled(ShopError):
    code = "WITHDRAWAL_HANDLED"
    message = "somebody has handled it meanwhile"
    status = 409
