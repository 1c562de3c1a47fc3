from shop.core.errors import ShopError


class FormNotFound(ShopError):
    code = "FORM_NOT_FOUND"
    message = "there is no such form"
    status = 404


class Trapped(ShopError):
    """The hidden field, a trap for programs, was filled in. If a browser filled it in, its user can empty it and send
    the form again.
    """

    code = "TRAPPED"
    message = "a field that stays empty was filled in"
    status = 400
