"""Staff look at what a file would make of a seat map."""

import json
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from catalogue.models import Event


def form_of(event: Event) -> str:
    return f"/admin/catalogue/event/{event.pk}/seat-map/"


def look_at(client: Client, event: Event, data: Any) -> Any:
    content = data if isinstance(data, bytes) else json.dumps(data, indent=1).encode()
    file = SimpleUploadedFile("plan.json", content, "application/json")
    return client.post(form_of(event), {"do": "look", "file": file})
