"""No limit of the project refuses an address: each says by whom it counts, and the addresses are read in one place."""

import ast

import pytest

from shop.core.limits.budgets import Budget
from shop.core.limits.counters import Limit
from tests.proofs import proves

from .declared import ENTRY, HOME, at_the_top, declared, made, sources, uses

# By which expression each plain limit counts, and who that is.
BY_SOMEBODY = {
    ("aftersale/entrance/limits.py", "BY_DEVICE"): ("device", "a phone that was paired"),
    ("aftersale/entrance/limits.py", "ASKED"): ("device", "a phone that was paired"),
    ("aftersale/withdrawals/limits.py", "BY_MAILBOX"): ("box", "a mailbox"),
    ("aftersale/withdrawals/limits.py", "BY_MAILBOX_A_DAY"): ("box", "a mailbox"),
    ("checkout/entry/limits.py", "BY_MAILBOX"): ("box", "a mailbox"),
    ("checkout/entry/limits.py", "BY_MAILBOX_A_DAY"): ("box", "a mailbox"),
    ("checkout/entry/limits.py", "FROM_STRANGERS"): ("box", "a mailbox, of what strangers add to its orders"),
    ("checkout/entry/limits.py", "FROM_STRANGERS_A_DAY"): ("box", "a mailbox, of what strangers add to its orders"),
    ("checkout/entry/limits.py", "BY_REFERENCE"): ("about", "an order, by whichever of its references"),
    ("shop/error_reports/rest.py", "OF_ALL"): ("''", "all browsers together: what one error server takes"),
    ("shop/newsletter/limits.py", "BY_MAILBOX"): ("f'{shop.pk} {box}'", "a mailbox in a shop"),
    ("shop/newsletter/limits.py", "BY_MAILBOX_OF_ALL_SHOPS"): ("box", "a mailbox"),
    ("shop/core/http/password_limits.py", "BY_USER"): (
        "username",
        "a name of staff; their own browsers are counted apart",
    ),
    ("shop/core/http/password_limits.py", "BY_KNOWN"): (
        "browser, f'user {user_id}'",
        "a browser of a member of staff, or one who is logged in",
    ),
    ("shop/staff_log_in/limits.py", "BY_MEMBER"): (
        "f'user {user.pk}'",
        "a member of staff; their own browsers are counted apart, and a right recovery code is never refused",
    ),
    ("shop/staff_log_in/limits.py", "BY_KNOWN_BROWSER"): ("browser", "a browser of a member of staff"),
}
# Those by an address, each in the one function that refuses nobody who is right, or nobody who waits for it.
BY_ADDRESS = {
    ("aftersale/entrance/limits.py", "WRONG_PAIRINGS"): ("count_wrong_guesses", "a right code is never refused"),
    ("checkout/entry/limits.py", "WRONG_SECRETS"): ("count_wrong_guesses", "a right secret is never refused"),
    ("sessions_queue/limits.py", "WRONG_RESUME_IDS"): ("count_wrong_guesses", "a right id is never refused"),
    ("sessions_queue/limits.py", "ACTIVITIES"): ("count_report", "nobody waits for what is counted"),
    ("shop/error_reports/rest.py", "REPORTS"): ("count_report", "nobody waits for a report"),
    ("shop/tracking.py", "CLICKS"): ("count_report", "nobody waits for what is counted"),
    ("checkout/entry/limits.py", "UNPROVEN_EVENTS"): (
        "count_attempts",
        "programs send them; proven ones count for nothing",
    ),
}
# Of the limits' own module: it refuses nobody.
OWN = {("shop/core/limits/work.py", "PROVEN")}
# Who reads an address besides `visitor_of`, and what for.
READERS = {
    "shop/core/http/server.py": "the places in line of one address at a process, before anything is read",
    "shop/core/http/environ.py": "where the server tells it",
    "checkout/webhooks.py": "of who forges events: programs",
    "shop/newsletter/pages.py": "the record of a consent",
    "shop/newsletter/rest.py": "the record of a consent",
}


@proves("docs/decisions/0073", "every limit of the project is known, and made where it is declared")
def test_limits_are_made_at_the_top_of_a_module_or_by_a_kind_of_code() -> None:
    for path, tree in sources().items():
        if path != ENTRY and not path.startswith(HOME):
            elsewhere = [call for call in made(path, tree) if call not in at_the_top(tree)]
            assert elsewhere == [], f"{path}:{elsewhere[0].lineno}"
    by_properties = [
        node
        for node in ast.walk(sources()[ENTRY])
        if isinstance(node, ast.FunctionDef) and any(ast.unparse(one) == "property" for one in node.decorator_list)
        for node in ast.walk(node)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Budget", "Limit")
    ]
    assert len(by_properties) == len(made(ENTRY, sources()[ENTRY]))


def test_each_has_a_name_of_its_own() -> None:
    names = [one.name for one in declared().values()]
    assert len(names) == len(set(names)) and len(names) > 40


@proves("docs/decisions/0073", "no limit refuses an address: each counts by a browser, a mailbox, a device, a shop …")
def test_each_plain_limit_says_by_whom_it_counts() -> None:
    plain = {where for where, one in declared().items() if isinstance(one, Limit)}
    of_codes = {where for where in plain if where[1].endswith(".by_shop")}
    assert plain - of_codes == BY_SOMEBODY.keys() | BY_ADDRESS.keys() | OWN


@pytest.mark.parametrize("where", BY_SOMEBODY, ids=".".join)
def test_it_counts_by_that_and_nothing_else(where: tuple[str, str]) -> None:
    expressions = []
    for _file, (pair, *_around) in uses(*where):
        assert isinstance(pair, ast.Tuple | ast.Call), ast.unparse(pair)
        elements = pair.elts if isinstance(pair, ast.Tuple) else pair.args
        expressions.append(ast.unparse(elements[1]))
    assert ", ".join(dict.fromkeys(expressions)) == BY_SOMEBODY[where][0]


@pytest.mark.parametrize("where", BY_ADDRESS, ids=".".join)
def test_where_the_address_counts_nobody_is_kept_from_anything(where: tuple[str, str]) -> None:
    found = uses(*where)
    assert found
    for file, around in found:
        call = next(one for one in around if isinstance(one, ast.Call))
        assert (file, ast.unparse(call.func)) == (where[0], BY_ADDRESS[where][0])


def test_a_kind_of_code_counts_by_the_visitor_and_the_shop() -> None:
    pairs = [
        [ast.unparse(element) for element in node.elts]
        for node in ast.walk(sources()[ENTRY])
        if isinstance(node, ast.Tuple) and ast.unparse(node.elts[0]).startswith("self.by_")
    ]
    assert [pair for pair in pairs if pair[0] == "self.by_shop"] == [["self.by_shop", "of_shop"]]
    assert all(pair[1:] == ["visitor", "of_shop"] for pair in pairs if pair[0] != "self.by_shop")


def test_a_browsers_own_budget_is_no_wider_than_its_addresss() -> None:
    for where, one in declared().items():
        if isinstance(one, Budget):
            assert 0 < one.hard <= one.soft, where


@proves("docs/decisions/0073", "an address is read in one place, and by those few that keep it or count programs")
def test_nobody_else_reads_an_address() -> None:
    found = set()
    for path, tree in sources().items():
        if path.startswith(HOME):
            continue
        for node in ast.walk(tree):
            is_header = isinstance(node, ast.Constant) and str(node.value).upper().replace("_", "-") in HEADERS
            is_call = isinstance(node, ast.Name) and node.id in ("client_network", "client_address")
            is_attribute = isinstance(node, ast.Attribute) and node.attr in (
                "client_network",
                "client_address",
                "remote_addr",
            )
            if is_header or is_call or is_attribute:
                found.add(path)
    assert found == READERS.keys()


HEADERS = {"REMOTE-ADDR", "X-FORWARDED-FOR", "HTTP-X-FORWARDED-FOR", "X-REAL-IP", "HTTP-X-REAL-IP", "FORWARDED"}
