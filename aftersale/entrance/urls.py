from django.urls import path

from .rest import ListView, OffersView, PairingView, SalesView, ScansView, SearchView, UndoView

urlpatterns = [
    path("pairing", PairingView.as_view()),
    path("list", ListView.as_view()),
    path("scans", ScansView.as_view()),
    path("search", SearchView.as_view()),
    path("offers", OffersView.as_view()),
    path("sales", SalesView.as_view()),
    path("undo", UndoView.as_view()),
]
