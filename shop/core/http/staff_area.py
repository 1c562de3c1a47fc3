"""Which requests are for the staff area."""

from django.conf import settings
from django.http import HttpRequest


def is_staff_area(request: HttpRequest) -> bool:
    return request.path_info.startswith(settings.STAFF_PATH)
