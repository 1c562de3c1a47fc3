from collections.abc import Sequence

from shop.models import LegalWording

from .queries import TextInForce


def keep_wordings(texts: Sequence[TextInForce]) -> list[str]:
    """The keys of the rows that keep these words; what nobody agreed to before is stored."""
    rows = {
        text.digest: LegalWording(digest=text.digest, kind=text.kind, language=text.language, html=text.html)
        for text in texts
    }
    known = set(LegalWording.objects.filter(pk__in=rows).values_list("pk", flat=True))
    LegalWording.objects.bulk_create([row for key, row in rows.items() if key not in known], ignore_conflicts=True)
    return list(rows)
