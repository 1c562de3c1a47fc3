"""POST shops/{slug}/forms/{formId}/responses (purchase §7): the address of all forms after the sale."""

from functools import reduce
from operator import or_

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from aftersale.check_in.form import CHECK_IN
from aftersale.ticket_service.form import TICKET_CANCEL, TICKET_CHANGE
from shop.core.http.problems import described_problems
from shop.core.limits.visitors import visitor_of
from shop.core.values.languages import active_language
from shop.core.wire.answers import json_of
from shop.web.rest import NO_STORE, shop_of_path, valid

from .forms.errors import FormNotFound, Trapped
from .forms.form import TRAP, Form, Respondent
from .forms.limits import count_response

# By the `formId` of the address.
FORMS: dict[str, Form] = {"check-in": CHECK_IN, "ticket-change": TICKET_CHANGE, "ticket-cancel": TICKET_CANCEL}


class FormResponsesView(APIView):
    @extend_schema(
        description="Answers a form. 404 FORM_NOT_FOUND, 400 TRAPPED, 429 RATE_LIMITED, and what the form refuses.",
        request=PolymorphicProxySerializer(
            component_name="FormAnswers",
            serializers=list(dict.fromkeys(form.questions for form in FORMS.values())),
            resource_type_field_name=None,
        ),
        responses={200: reduce(or_, (form.answer for form in FORMS.values())), **described_problems(400, 404, 429)},
    )
    def post(self, request: Request, slug: str, form_id: str) -> Response:
        respondent = Respondent(shop_of_path(request, slug), active_language(), visitor_of(request._request))
        form = FORMS.get(form_id)
        if form is None:
            raise FormNotFound
        count_response(respondent.visitor)
        if isinstance(request.data, dict) and request.data.get(TRAP):
            raise Trapped
        answers = valid(form.questions(data=request.data))
        return Response(json_of(form.respond(respondent, answers)), headers=NO_STORE)
