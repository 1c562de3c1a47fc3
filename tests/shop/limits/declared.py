"""All limits of the project, as its source declares and uses them."""

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shop.codes.entry import CodeEntry
from shop.core.limits.budgets import Budget
from shop.core.limits.counters import Limit
from tests.sources import APPS, ROOT

HOME, ENTRY = "shop/core/limits/", "shop/codes/entry.py"
KINDS = {"Budget": "shop.core.limits.budgets", "Limit": "shop.core.limits.counters", "CodeEntry": "shop.codes.entry"}


@cache
def texts() -> dict[str, str]:
    files = (file for app in APPS for file in (ROOT / app).rglob("*.py"))
    return {str(file.relative_to(ROOT)): file.read_text() for file in files}


@cache
def tree_of(path: str) -> ast.Module:
    return ast.parse(texts()[path])


@cache
def sources() -> dict[str, ast.Module]:
    return {path: tree_of(path) for path in texts()}


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imported(path: str) -> list[tuple[str, str, str]]:
    """(module, name, name here) of each `from … import …`."""
    found, package = [], Path(path).parent.parts
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            within = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*within, *([node.module] if node.module else [])])
            found += [(module, name.name, name.asname or name.name) for name in node.names]
    return found


def makers(path: str) -> set[str]:
    """By which names this file makes limits."""
    return {here for module, name, here in imported(path) if KINDS.get(name) == module}


def made(path: str, tree: ast.Module) -> list[ast.Call]:
    names = makers(path)
    if not names:
        return []
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def at_the_top(tree: ast.Module) -> list[ast.expr]:
    return [node.value for node in tree.body if isinstance(node, ast.Assign)]


@cache
def declared() -> dict[tuple[str, str], Budget | Limit]:
    """By their file and name; those that a kind of code has by its attributes, as `ENTRY.by_shop`."""
    found: dict[tuple[str, str], Budget | Limit] = {}
    for path, text in texts().items():
        # Every process reads this to collect the tests: only files that can import a kind are parsed for it.
        if path == ENTRY or not any(kind in text for kind in KINDS) or not made(path, tree_of(path)):
            continue
        for name, value in vars(importlib.import_module(module_of(path))).items():
            if isinstance(value, Budget | Limit) and is_declared_in(tree_of(path), name):
                found[path, name] = value
            elif isinstance(value, CodeEntry) and is_declared_in(tree_of(path), name):
                for attribute, kind in vars(CodeEntry).items():
                    if isinstance(kind, property):
                        found[path, f"{name}.{attribute}"] = getattr(value, attribute)
    return found


def is_declared_in(tree: ast.Module, name: str) -> bool:
    return any(
        isinstance(target, ast.Name) and target.id == name
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
    )


def uses(path: str, name: str) -> list[tuple[str, list[ast.AST]]]:
    """Where the limit is read: the file, and what the name stands in, the innermost first."""
    found = []
    for file, tree in sources().items():
        names = {here for module, one, here in imported(file) if (module, one) == (module_of(path), name)}
        names |= {name} if file == path else set()
        if names:
            found += [(file, around) for around in loads(tree, names)]
    return found


def loads(tree: ast.AST, names: set[str], around: tuple[ast.AST, ...] = ()) -> Iterator[list[ast.AST]]:
    if isinstance(tree, ast.Name) and isinstance(tree.ctx, ast.Load) and tree.id in names:
        yield list(reversed(around))
    for child in ast.iter_child_nodes(tree):
        yield from loads(child, names, (*around, tree))
