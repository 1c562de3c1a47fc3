from django.apps import AppConfig


class DemoConfig(AppConfig):
    """Shops to look at and to test with. It fills all apps, and is not part of the image that runs elsewhere."""

    name = "demo"
