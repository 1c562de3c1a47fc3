from django.urls import path

from . import rest

urlpatterns = [
    path("session", rest.SessionView.as_view()),
    path("session/queue", rest.QueueView.as_view()),
    path("session/heartbeat", rest.HeartbeatView.as_view()),
]
