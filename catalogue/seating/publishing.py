"""The files in which clients read a seat map. Each version is written once and never changes."""

from hashlib import sha256

from django.utils import timezone

from catalogue.models import SeatMap, SeatMapFile
from catalogue.seat_plans.packing import packed, text
from catalogue.seating.seat_rows import seat_rows

from .compact_format import CompactPlan, compact_json
from .full_format import full_json

# A higher quality takes seconds for a stadium. Only the small file is worth that.
FULL_QUALITY, COMPACT_QUALITY = 5, 11


def publish(*, seat_map: SeatMap) -> str:
    """Write the map's two files, unless they exist in this version. Returns the version."""
    sections = seat_rows(seat_map)
    full, compact = text(full_json(seat_map, sections)), compact_json(seat_map, sections)
    version = sha256(full + text(compact)).hexdigest()[:16]
    plan: CompactPlan = {"v": 1, "version": version, **compact}
    written = {
        SeatMapFile.Kind.FULL: (full, FULL_QUALITY),
        SeatMapFile.Kind.COMPACT: (text(plan), COMPACT_QUALITY),
    }
    existing_kinds = set(SeatMapFile.objects.filter(seat_map=seat_map, version=version).values_list("kind", flat=True))
    for kind, (content, quality) in written.items():
        if kind not in existing_kinds:
            SeatMapFile.objects.create(seat_map=seat_map, version=version, kind=kind, content=packed(content, quality))
    size = sum(len(row.seats) for section in sections for row in section.rows)
    SeatMap.objects.filter(pk=seat_map.pk).update(version=version, size=size, imported_at=timezone.now())
    seat_map.version, seat_map.size = version, size
    return version
