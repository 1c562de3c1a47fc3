from uuid import UUID

from django.db.models import F, Sum

from catalogue.models import StockClaim, StockSlot


def claimed_by_stock(holder: UUID) -> dict[int, int]:
    """How many pieces of each stock a holder holds or owns."""
    rows = StockClaim.objects.filter(holder=holder).values_list("slot__stock_id").annotate(pieces=Sum("quantity"))
    return dict(rows)


def free_pieces(stock_id: int) -> int:
    """Pieces of a stock that nobody holds or owns."""
    free = StockSlot.objects.filter(stock_id=stock_id).aggregate(
        free=Sum(F("capacity") - F("held") - F("sold"), default=0)
    )["free"]
    return int(free)
