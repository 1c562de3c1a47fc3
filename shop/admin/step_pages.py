from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse


class StepPages:
    """Of an admin whose actions ask before something is done: their pages, each extending `admin/step.html`."""

    step_templates: str
    admin_site: Any
    opts: Any
    media: Any

    def step(self, request: HttpRequest, template: str, title: Any, back: str, **shown: Any) -> TemplateResponse:
        """`template`: its name in the folder `step_templates`; `back`: the address that cancelling leads to."""
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": title, "back": back}
        context |= {"media": self.media} | shown
        return TemplateResponse(request, f"{self.step_templates}/{template}.html", context)
