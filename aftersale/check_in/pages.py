"""The check-in's page (purchase §2)."""

from django.urls import path

from shop.web.pages import simple_page

urlpatterns = [path("checkin", simple_page("checkin", "CHECKIN_TITLE"), name="checkin")]
