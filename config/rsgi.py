"""The shop for granian; config.wsgi is the same for any other WSGI server, which must buffer requests itself."""

from importlib import import_module

from config.startup import quick_start

with quick_start():
    from django.conf import settings

    from config.wsgi import application as wsgi_application
    from sessions_queue.waiting_room.polls import Polls
    from shop.answer_cache.in_front import CacheFastPath
    from shop.core.http.server import WebServer

    # What the first request would wait for.
    import_module(settings.ROOT_URLCONF)

application = WebServer(wsgi_application, in_front=(Polls(), CacheFastPath()))
