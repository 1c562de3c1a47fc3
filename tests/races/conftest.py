from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from tests.races.ground import Ground, ground_with
from tests.races.peers import Peers, all_peers


@pytest.fixture(scope="session")
def peers() -> Iterator[Peers]:
    with all_peers() as peers:
        yield peers


@pytest.fixture(scope="session")
def shared_ground(template_database: str, django_db_blocker: DjangoDbBlocker, peers: Peers) -> Iterator[Ground]:
    with ground_with(template_database, peers, django_db_blocker) as ground:
        yield ground


@pytest.fixture(scope="session")
def shared_ground_without_locks(
    template_database: str, django_db_blocker: DjangoDbBlocker, peers: Peers
) -> Iterator[Ground]:
    with ground_with(template_database, peers, django_db_blocker, TEST_WITHOUT_LOCKS="1") as ground:
        yield ground


@pytest.fixture
def ground(shared_ground: Ground, django_db_blocker: DjangoDbBlocker) -> Iterator[Ground]:
    """For races in a shop of their own; `on(ground.database)` makes its rows."""
    with django_db_blocker.unblock():
        yield shared_ground


@pytest.fixture
def ground_without_locks(shared_ground_without_locks: Ground, django_db_blocker: DjangoDbBlocker) -> Iterator[Ground]:
    """What races do there, it does not survive: only that they go wrong is asked of it."""
    with django_db_blocker.unblock():
        yield shared_ground_without_locks
