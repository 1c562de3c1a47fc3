"""Starts the tests' own PostgreSQL and Valkey, then Django. TEST_DATABASE_URL names a PostgreSQL to use instead.

The processes of one run share a PostgreSQL: TEST_DEMO names the folder of what they share (tests/demo_site.py).
TEST_RESULTS: the folder for what the run cost (tests/costs.py).

At import, not in a hook: pytest loads the conftests of subfolders before any hook runs, and they import models.
"""

import atexit
import gc
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import hypothesis
import pytest
import redis

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from config.startup import quick_start
from launch import servers
from launch.browser import installed
from launch.messages import compile_messages
from launch.settings import names
from launch.testing import RESULTS, making_demo
from tests import sampling
from tests.demo_site import Demo
from tests.servers import SECRET_KEY

FOLDER = Path(tempfile.mkdtemp(prefix="merchstand-tests-"))
SHARED = Demo(Path(os.environ["TEST_DEMO"])) if "TEST_DEMO" in os.environ else None
FAILED = RESULTS / "failed"
GIVEN = {"DATABASE_URL": SHARED.server if SHARED else os.environ.get("TEST_DATABASE_URL", "")}
SERVERS = servers.start(FOLDER, GIVEN, durable=False)


def stop() -> None:
    SERVERS.stop()
    shutil.rmtree(FOLDER, ignore_errors=True)


atexit.register(stop)

for name in names():
    os.environ.pop(name, None)
os.environ.update(SERVERS.environment())
os.environ.update(
    DJANGO_SETTINGS_MODULE="config.settings",
    SECRET_KEY=SECRET_KEY,
    MEDIA_ROOT=str(FOLDER / "media"),
    OUTBOX_DIR=str(FOLDER / "outbox"),
    # What a test changes it sees at once; tests/shop/answer_cache/test_answer_cache.py is about the rest.
    ANSWER_CACHE_SECONDS="0",
    # A proof of work is one all the same.
    WORK_ITERATIONS="1",
    # Most tests log a superuser in; tests/shop/staff/test_second_factor.py is about the setting.
    SUPERUSERS_NEED_SECOND_FACTOR="0",
)
if "CHROMIUM" not in os.environ and (chromium := installed()):
    os.environ["CHROMIUM"] = str(chromium)
compile_messages()

# Until all tests are imported.
starting = ExitStack()
starting.enter_context(quick_start())

import django  # noqa: E402
from django.conf import settings  # noqa: E402

django.setup()
# Timings are not a test's business, and a found example is worth keeping.
hypothesis.settings.register_profile(
    "merchstand",
    deadline=None,
    print_blob=True,
    derandomize=False,
    max_examples=sampling.examples(hypothesis.settings.default.max_examples),
)
hypothesis.settings.load_profile("merchstand")
# As if by --hypothesis-seed, which goes before it.
hypothesis.core.global_force_seed = sampling.SEED  # type: ignore[assignment]
settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)

from shop.core.http import renderer  # noqa: E402

# A busy machine starts Node slowly; that a page does not wait for it is the business of tests/shop/web.
renderer.SECONDS = renderer.START_SECONDS = 60.0

from django.contrib.auth.signals import user_logged_in  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.db.backends.signals import connection_created  # noqa: E402
from django.template.base import Template  # noqa: E402
from django.template.context import Context, RequestContext  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.signals import template_rendered  # noqa: E402
from django.utils import translation  # noqa: E402
from pytest_django import DjangoDbBlocker  # noqa: E402
from whitenoise.middleware import WhiteNoiseMiddleware  # noqa: E402

from config.second_factor.step_up import LAST_PROOF  # noqa: E402
from shop.staff_log_in.sessions import note_use  # noqa: E402
from tests import browsers, tiers  # noqa: E402
from tests import servers as real  # noqa: E402
from tests.costs import Costs  # noqa: E402
from tests.kept_rows import keep_rows  # noqa: E402
from tests.servers import Databases  # noqa: E402
from tests.staff import log_in  # noqa: E402


def keep_plans(connection: Any, **_sent: Any) -> None:
    """A process of the shop repeats a few statements, tests thousands: with psycopg's limit of 100 nine of ten were
    planned anew each time.
    """
    connection.connection.prepared_max = 3000


connection_created.connect(keep_plans)


def note_session(request: Any, user: Any, **_sent: Any) -> None:
    """`Client.force_login` goes past the log-in's page, which stores when who logged in where."""
    if user.is_staff and not request.path:
        request.session[LAST_PROOF] = int(time.time())
        note_use(user=user, key=request.session.session_key, browser="")


user_logged_in.connect(note_session)

find_files = WhiteNoiseMiddleware.add_files_from_finders
files: dict[str, Any] = {}


def find_files_once(middleware: WhiteNoiseMiddleware) -> None:
    """Every client loads the middleware anew, and it asks the disk about every file there is."""
    if not files:
        find_files(middleware)
        files.update(middleware.files)
    middleware.files = dict(files)  # a test may change those of its own


WhiteNoiseMiddleware.add_files_from_finders = find_files_once


def render(template: Template, context: Context) -> str:
    """A page's context can be read in tests. Django's way copies that of every field, too: a tenth of a staff page."""
    if isinstance(context, RequestContext) and context.template is template:
        template_rendered.send(sender=template, template=template, context=context)
    return template.nodelist.render(context)


@pytest.fixture(scope="session", autouse=True)
def contexts_of_pages_alone(django_test_environment: None) -> None:
    Template._render = render  # type: ignore[attr-defined]


request_of_client = Client.request


def request_as_described(client: Client, **request: Any) -> Any:
    """Answers of REST have the shape that the API's description gives them, of which the frontend's types are made."""
    response = request_of_client(client, **request)
    if str(request.get("PATH_INFO", "")).startswith("/api/v2/"):
        from tests.described import differences

        assert differences(response) == []
    return response


@pytest.fixture(scope="session", autouse=True)
def answers_as_described(django_test_environment: None) -> None:
    Client.request = request_as_described  # type: ignore[method-assign, assignment]


@pytest.fixture(scope="session")
def template_database() -> Iterator[str]:
    """The name of a migrated, empty database to copy from; nobody connects to it."""
    if SHARED:
        yield SHARED.empty.rpartition("/")[2]
        return
    with real.database() as url:
        real.manage(url, "migrate", "-v", "0", "--skip-checks")
        yield url.rpartition("/")[2]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(template_database: str) -> None:
    """Django's own test database is a copy, too: migrations take longer than all else before the first test."""
    name = f"test_merchstand_{os.getpid()}"
    connection.settings_dict["TEST"] |= {"TEMPLATE": template_database, "NAME": name, "SERIALIZE": False}


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    with django_db_blocker.unblock():
        keep_rows()


def pytest_report_header() -> str:
    return f"drawn with {sampling.how_to_repeat()}"


def pytest_configure(config: pytest.Config) -> None:
    # Of pytest-randomly only the order: tests share databases, and the names that they draw must differ.
    config.option.randomly_reset_seed = False
    if "TEST_RESULTS" in os.environ and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        config.pluginmanager.register(Costs(Path(os.environ["TEST_RESULTS"])))


@pytest.hookimpl(tryfirst=True)
def pytest_itemcollected(item: pytest.Item) -> None:
    tiers.mark(item)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the order that pytest-randomly has drawn, by turns."""
    items.sort(key=tiers.turn)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a browser showed when its test failed lies in .local/tests/failed."""
    report = yield
    if call.when == "call" and browsers.BROWSERS:
        if report.failed:
            browsers.keep_evidence(FAILED / re.sub(r"[^\w.-]+", "-", item.nodeid))
        else:
            browsers.forget_evidence()
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """pytest-django would set Django up before the process has servers of its own, with this one's."""
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)


def pytest_collection_finish() -> None:
    starting.close()
    # Rarely: a process of many tests spent up to a tenth of its time on looking through what stays anyway.
    gc.set_threshold(20_000, 20, 10)


@pytest.fixture(scope="session", autouse=True)
def demo(request: pytest.FixtureRequest) -> Iterator[Demo | None]:
    """The ground of the browser tests, from the first test on in the making."""
    if SHARED:
        yield SHARED
    elif any(map(tiers.in_browser, request.session.items)):
        with making_demo(dict(os.environ)) as made:
            yield Demo(made)
    else:
        yield None


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Around the transactions of a module's tests: rows that a fixture of the module writes stay for all of them, and
    each test is rolled back to those. Not for modules with tests that commit.
    """
    around = transaction.atomic()
    # As Django's test cases mark theirs: durable blocks may begin within.
    around._from_testcase = True  # type: ignore[attr-defined]
    with django_db_blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="session")
def forget_attempts() -> Iterator[Callable[[], None]]:
    """From its call on every limit counts anew."""
    with redis.Redis.from_url(SERVERS.redis_url) as store:

        def forget() -> None:
            if counted := store.keys("limit:*"):
                store.delete(*counted)

        yield forget


@pytest.fixture(autouse=True)
def nothing_tried(monkeypatch: pytest.MonkeyPatch, forget_attempts: Callable[[], None]) -> None:
    """All tests come from the same address, each with all its attempts left; no limit's window ends within a test."""
    begun = time.time()
    monkeypatch.setattr("shop.core.limits.counters.time", SimpleNamespace(time=lambda: begun))
    forget_attempts()


@pytest.fixture
def open_wire(settings: Any) -> None:
    """Any question is answered, and mails stay here."""
    settings.GRAPHQL_SAFELIST_ONLY = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def english_staff(client: Client, db: None) -> Iterator[None]:
    """The client is logged in as staff who read English, and tests compare with English texts."""
    client.cookies["locale"] = "en"
    log_in(client)
    with translation.override("en"):
        yield


@pytest.fixture
def fresh_databases(template_database: str, django_db_blocker: DjangoDbBlocker) -> Iterator[Databases]:
    """`with fresh_databases() as url`: as `fresh_database`, one after the other."""
    with django_db_blocker.unblock():
        yield partial(real.database, template_database)


@pytest.fixture
def fresh_database(fresh_databases: Databases) -> Iterator[str]:
    """The URL of a migrated, empty database for processes of the shop (tests/servers.py); tests/stage.py makes rows."""
    with fresh_databases() as url:
        yield url
