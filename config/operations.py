"""The documents that every shop answers by their hash, for clients other than its pages (catalogue §7, docs/api.md)."""

import json
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from config.graphql.schema import documents, is_public
from shop.core.wire.graphql.origins import allow_any_origin
from shop.core.wire.graphql.persisted import persisted_queries


@require_safe
def operations(request: HttpRequest) -> HttpResponse:
    response = HttpResponse(written(), content_type="application/json", headers={"Cache-Control": "public, max-age=60"})
    return allow_any_origin(response)


@cache
def written() -> str:
    """The newest document of each name. `public`: it answers every visitor alike, so any origin may read the answer."""
    queries = persisted_queries()
    found = []
    for name, key in sorted(queries.newest.items()):
        operation = documents.listed(queries.text(key)).operation(name)
        found.append(
            {
                "name": name,
                "sha256Hash": key,
                "kind": operation.kind.value,
                "public": is_public(operation),
                "variables": queries.variables(key),
                "text": queries.text(key),
            }
        )
    return json.dumps({"operations": found}, ensure_ascii=False)
