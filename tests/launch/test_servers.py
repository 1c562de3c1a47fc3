import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from launch import postgres, servers
from launch.errors import LaunchError
from launch.paths import ROOT
from launch.postgres import Identity
from tests.processes import alive, all_end, descendants
from tests.proofs import proves

pytestmark = pytest.mark.whole

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at /proc")
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
LAUNCHER = """
import sys
from pathlib import Path
from launch import servers
running = servers.start(Path(sys.argv[1]), {}, password="secret")
print(running.database_url, running.redis_url, flush=True)
sys.stdin.read()
running.stop()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    # Not pytest's own: that one is closed to other users.
    path = Path(tempfile.mkdtemp(prefix="merchstand-servers-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


def launcher(folder: Path, python: str = sys.executable, **options) -> tuple[subprocess.Popen, str, str]:
    process = subprocess.Popen(
        [python, "-c", LAUNCHER, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )
    database_url, redis_url = process.stdout.readline().split()
    return process, database_url, redis_url


def use(database_url: str, redis_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        row = connection.execute("SELECT upper('größe'), similarity('Motörhead', 'Motorhead') > 0.4").fetchone()
        assert row == ("GRÖSSE", True) or row == ("GRÖßE", True)
    with redis.Redis.from_url(redis_url) as client:
        assert client.set("a", "b")


@proves("design §2", "embedded servers, also as root; the environment overrides them")
def test_servers_work_stop_and_keep_the_data(folder: Path):
    for name in ("first", "second"):
        running = servers.start(folder, {}, password="secret")
        try:
            use(running.database_url, running.redis_url)
            with psycopg.connect(running.database_url, autocommit=True) as connection:
                connection.execute(f'CREATE TABLE "{name}" ()')
                tables = connection.execute("SELECT count(*) FROM pg_tables WHERE tablename IN ('first', 'second')")
                assert tables.fetchone() == (1 if name == "first" else 2,)
        finally:
            running.stop()
        assert running.postgres.process.returncode == 0
        assert running.valkey.process.returncode is not None


def test_a_password_is_needed(folder: Path):
    running = servers.start(folder, {"REDIS_URL": "redis://elsewhere"}, password="secret")
    try:
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(running.database_url.replace("secret", "wrong"))
    finally:
        running.stop()


def test_the_environment_overrides_both(folder: Path):
    given = {"DATABASE_URL": "postgres://elsewhere/shop", "REDIS_URL": "redis://elsewhere/0"}
    running = servers.start(folder, given)
    assert running.environment() == given
    assert running.postgres is None and running.valkey is None and not list(folder.iterdir())


def test_a_server_that_died_comes_back_on_its_port(folder: Path):
    running = servers.start(folder, {}, password="secret")
    try:
        os.killpg(running.valkey.process.pid, signal.SIGKILL)
        os.kill(running.postgres.process.pid, signal.SIGKILL)
        running.postgres.process.wait()
        running.valkey.process.wait()
        running.start_postgres()
        running.start_valkey()
        use(running.database_url, running.redis_url)
    finally:
        running.stop()


@linux_only
def test_killed_launcher_leaves_no_process(folder: Path):
    process, database_url, redis_url = launcher(folder)
    use(database_url, redis_url)
    children = descendants(process.pid)
    assert len(children) > 4
    process.kill()
    process.wait()
    assert not all_end(children, 6)


@linux_only
@root_only
def test_as_an_ordinary_user(folder: Path):
    python = python_for_nobody()
    shutil.chown(folder, "nobody")
    process, database_url, redis_url = launcher(folder, python, user="nobody", group="nogroup", extra_groups=[])
    try:
        use(database_url, redis_url)
        assert (folder / "postgres").stat().st_uid == folder.stat().st_uid
        children = descendants(process.pid)
    finally:
        process.kill()
        process.wait()
    assert not all_end(children, 6)


@linux_only
@root_only
def test_root_without_namespaces_becomes_nobody(folder: Path, monkeypatch: pytest.MonkeyPatch):
    python_for_nobody()
    monkeypatch.setattr(postgres, "namespaces_allowed", lambda: False)
    for _ in range(2):
        running = servers.start(folder, {"REDIS_URL": "redis://elsewhere"}, password="secret")
        try:
            with psycopg.connect(running.database_url) as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)
            assert (folder / "postgres").owner() == "nobody"
            assert alive(running.postgres.process.pid)
        finally:
            running.stop()
        # The second round: namespaces are allowed again, but the data is nobody's.
        monkeypatch.undo()


@linux_only
@root_only
def test_root_without_namespaces_in_a_closed_folder_is_told_so(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres, "identity_for", lambda data: Identity(user=65534, group=65534))
    folder.chmod(0o700)
    with pytest.raises(LaunchError, match="nobody"):
        postgres.start(folder / "postgres")


def test_data_of_another_version_is_refused(folder: Path):
    (folder / "postgres").mkdir()
    (folder / "postgres" / "PG_VERSION").write_text("9.6\n")
    with pytest.raises(LaunchError, match=r"written by PostgreSQL 9\.6, this checkout has \d+:"):
        postgres.start(folder / "postgres")


@proves("design §2", "busy port, old Python, full disk: one sentence")
@linux_only
def test_full_disk_is_one_sentence(folder: Path):
    script = (
        "import sys; sys.path.insert(0, sys.argv[2])\n"
        "from pathlib import Path\n"
        "from launch import commands, servers\n"
        "commands.COMMANDS['run'] = lambda: servers.start(Path(sys.argv[1]), {})\n"
        "sys.exit(commands.main(['run']))\n"
    )
    small = f'mount -t tmpfs -o size=12m none "{folder}"'
    wrapper = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    if subprocess.run([*wrapper, "sh", "-c", small], capture_output=True, check=False).returncode:
        pytest.skip("may not mount a small disk here")
    done = subprocess.run(
        [*wrapper, "sh", "-c", f'{small} && exec "$@"', "sh", sys.executable, "-c", script, str(folder), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "disk is full" in done.stderr


def python_for_nobody() -> str:
    """An interpreter that user nobody may run, with our packages in reach; skips where there is none."""
    for python in (sys.executable, shutil.which("python3", path="/usr/bin:/usr/local/bin")):
        if python is None:
            continue
        reach = f"import sys; assert sys.version_info >= (3, 11); open({str(postgres.binaries() / 'initdb')!r}, 'rb')"
        try:
            done = subprocess.run(
                [python, "-c", reach], user="nobody", cwd="/", extra_groups=[], capture_output=True, check=False
            )
        except PermissionError:
            continue
        if done.returncode == 0:
            return python
    pytest.skip("user nobody has no Python 3.11, or may not enter this checkout")
