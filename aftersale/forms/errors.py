from shop.errors import ShopError


class FormNotFound(ShopError):
    code = "FORM_NOT_FOUND"
    message = "there is no such form"
    status = 404


class Trapped(ShopError):
    """The field that nobody sees was filled in; a human whose browser did it can empty it and send again."""

    code = "TRAPPED"
    message = "a field that stays empty was filled in"
    status = 400
