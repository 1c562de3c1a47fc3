"""The shop for granian; config.wsgi is the same for any other WSGI server, which must buffer requests itself."""

from config.wsgi import application as wsgi_application
from shop.web.server import WebServer

application = WebServer(wsgi_application)
