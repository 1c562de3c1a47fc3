"""Texts and lists as people save them. Nothing of Django: the bounded process reads them, too."""


def text_of(content: bytes) -> str:
    """As spreadsheets save it: UTF-8, UTF-16, or what Windows has."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
