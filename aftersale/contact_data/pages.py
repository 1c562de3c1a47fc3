"""The form's page (purchase §2)."""

from django.urls import path

from shop.web.pages import simple_page

urlpatterns = [path("trace", simple_page("trace", "FORM_UPDATETICKET_TITLE"), name="trace")]
