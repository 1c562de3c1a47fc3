from shop.core.errors import ShopError, TooManyAttempts


class TooManyWithdrawals(TooManyAttempts):
    """`contact`: where the declaration counts as well, by mail."""

    code = "TOO_MANY_WITHDRAWALS"
    message = "too many declarations from here, write to us instead"


class WithdrawalHandled(ShopError):
    code = "WITHDRAWAL_HANDLED"
    message = "somebody has handled it meanwhile"
    status = 409
