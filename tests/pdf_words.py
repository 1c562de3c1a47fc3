"""What is read on printed papers."""

import pypdfium2


def words_of(pdf: bytes) -> list[str]:
    """The text of each page."""
    document = pypdfium2.PdfDocument(pdf)
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]
