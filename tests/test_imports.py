"""Which modules may import which; what import-linter holds between the apps stands in pyproject.toml (design §1)."""

import ast
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

from tests.proofs import proves

ROOT = Path(__file__).resolve().parent.parent
APPS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["root_packages"]


@proves("design §1", "no module imports itself by way of others")
def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports for types alone are no imports when the shop runs."""
    graph = grimp.build_graph(*APPS, exclude_type_checking_imports=True)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 200
    TopologicalSorter(imports).prepare()


def imports_of(file: Path) -> Iterator[str]:
    """What it takes from where, as one name; the last part may be a module itself."""
    package = file.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            within = package[: len(package) + 1 - node.level] if node.level else ()
            module = ".".join((*within, *filter(None, [node.module])))
            yield from (f"{module}.{one.name}" for one in node.names)


def names_a_test(imported: str) -> bool:
    parts = imported.split(".")
    within = (ROOT.joinpath(*parts[:length]).with_suffix(".py") for length in range(1, len(parts) + 1))
    return parts[0] == "tests" and any(file.name.startswith("test_") and file.is_file() for file in within)


def test_no_test_is_the_library_of_another() -> None:
    """What tests share lies in modules that are no tests, named by what they hold, or in a conftest.py."""
    found = [
        f"{file.relative_to(ROOT)}: {imported}"
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for imported in imports_of(file)
        if names_a_test(imported)
    ]
    assert found == []
