from django.urls import re_path

from . import rest

EVENT = r"^events/(?P<event_id>[1-9][0-9]{0,17})"

urlpatterns = [
    re_path(rf"{EVENT}/seatmap/(?P<version>[0-9a-f]{{16}})(?P<compact>\.compact)?\.json$", rest.SeatMapView.as_view()),
    re_path(rf"{EVENT}/seats$", rest.SeatsView.as_view()),
]
