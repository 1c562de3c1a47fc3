"""Which modules may import which; what import-linter holds between the apps stands in pyproject.toml (design §1)."""

import tomllib
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
