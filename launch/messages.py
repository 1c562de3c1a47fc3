"""Compiles `locale/*/LC_MESSAGES/*.po` by Babel, because msgfmt is absent on bare machines."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from .paths import ROOT


def compile_messages(root: Path = ROOT) -> list[Path]:
    """Write each catalogue's .mo that is missing or older than its .po; the ones written."""
    written = []
    for source in sorted(root.glob("locale/*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as stream:
            catalogue = read_po(stream, locale=source.parent.parent.name, abort_invalid=True)
        fresh = target.with_suffix(f".mo.{os.getpid()}")
        with fresh.open("wb") as stream:
            write_mo(stream, catalogue)
        fresh.rename(target)
        written.append(target)
    return written
