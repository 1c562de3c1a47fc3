"""What docs/migrating.md names is there, by that name."""

import re

from launch.paths import ROOT
from tests.proofs import proves

NOTES = (ROOT / "docs/migrating.md").read_text()
SCHEMA = (ROOT / "frontend/schema.graphql").read_text()


@proves("purchase §7", "an operator who comes from such a system finds what is otherwise, by names that the schema has")
def test_fields_operations_settings_and_pages_are_named_as_they_are() -> None:
    for field, argument in re.findall(r"`(\w+)\((\w+):\)`", NOTES):
        assert re.search(rf"\b{field}\({argument}: ID!", SCHEMA), field
    for name in re.findall(r"`([a-z]+[A-Z]\w+)`", NOTES):
        assert re.search(rf"\b{name}\b", SCHEMA), name
    for page in re.findall(r"\]\(([\w/.-]+)\)", NOTES):
        assert (ROOT / "docs" / page).is_file(), page
    files = (ROOT / "config/settings.py", *ROOT.glob("checkout/payments/*_settings.py"))
    settings = "".join(file.read_text() for file in files)
    for name in re.findall(r"`([A-Z]+(?:_[A-Z]+){2,})`", NOTES):
        assert name in settings, name
    commands = {path.stem for path in ROOT.glob("*/management/commands/*.py")}
    assert set(re.findall(r"manage\.py (\w+)", NOTES)) <= commands
