"""The measure of all things: a Django view without anything around it, in a process of its own."""

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.urls import path


def hello(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("hello", content_type="text/plain", headers={"Content-Length": "5"})


urlpatterns = [path("", hello), path("healthz", hello)]
if not settings.configured:
    settings.configure(
        ROOT_URLCONF=__name__,
        MIDDLEWARE=[],
        ALLOWED_HOSTS=["*"],
        SECRET_KEY="nothing is signed here",
    )
application = WSGIHandler()
