"""Installing and building: what is done again, what is not, and how it fails."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from launch import bootstrap, node
from launch.errors import LaunchError
from launch.messages import compile_messages
from launch.paths import BIN, ROOT, VENV_PYTHON
from launch.processes import run_alongside, step
from tests.proofs import proves


def test_locks_name_no_address_and_hash_everything():
    for name in ("requirements.txt", "requirements-dev.txt"):
        text = (ROOT / name).read_text()
        assert "://" not in text and "--index" not in text
        assert all("--hash=sha256:" in block for block in text.replace("\\\n", "").splitlines() if "==" in block)


def test_no_network_is_one_sentence(tmp_path: Path):
    lock = tmp_path / "requirements.txt"
    lock.write_text(f"merchstand-nowhere==1 --hash=sha256:{'0' * 64}\n")
    command = [VENV_PYTHON, "-m", "pip", "--isolated", "install", "-i", "http://127.0.0.1:9/"]
    with pytest.raises(LaunchError, match=r"^No network: installing it could not be downloaded\. Check"):
        step("Installing it", [*command, "--retries", "1", "--require-hashes", "-r", lock], downloads=True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_disk_in_a_step_is_one_sentence():
    with pytest.raises(LaunchError, match="The disk is full"):
        step("Copying", ["cp", __file__, "/dev/full"])


def test_failed_step_shows_its_output(capfd: pytest.CaptureFixture[str]):
    with pytest.raises(LaunchError, match=r"Talking: failed \(exit code 3\)"):
        step("Talking", ["sh", "-c", "echo the reason; exit 3"])
    assert "the reason" in capfd.readouterr().err


@proves("docs/decisions/0028", "the pages are built while the database is made")
def test_what_runs_beside_is_over_with_the_block(tmp_path: Path):
    met = tmp_path / "met"
    with run_alongside(
        "Waiting",
        ["sh", "-c", f"until [ -e {met} ]; do sleep 0.05; done; sleep 0.2; echo {met} > {met}"],
        env={},
        cwd=tmp_path,
    ):
        met.touch()  # it runs by now, else it would never end
    assert met.read_text() == f"{met}\n"


def test_what_fails_beside_is_told_after_the_block(capfd: pytest.CaptureFixture[str], tmp_path: Path):
    done = []
    with (
        pytest.raises(LaunchError, match=r"Talking: failed \(exit code 3\)"),
        run_alongside("Talking", ["sh", "-c", "echo the reason; exit 3"], env={}, cwd=tmp_path),
    ):
        done.append("all of it")
    assert done and "the reason" in capfd.readouterr().err


def test_a_block_that_fails_ends_what_runs_beside(tmp_path: Path):
    begun = time.monotonic()
    with pytest.raises(ZeroDivisionError), run_alongside("Sleeping", ["sleep", "60"], env={}, cwd=tmp_path):
        _ = 1 / 0
    assert time.monotonic() - begun < 30


def test_packages_are_installed_again_only_for_another_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    done: list[str] = []
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / "installed.json")
    monkeypatch.setattr(bootstrap, "step", lambda what, command, downloads: done.append(str(command[-1])))
    for kind in ("run", "run", "test", "test", "run"):
        bootstrap.ensure_packages(kind)
    assert [Path(path).name for path in done] == ["requirements.txt", "requirements-dev.txt"]


def test_modules_match_what_the_lock_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(node, "FRONTEND", tmp_path)
    monkeypatch.setattr(node, "MODULES", tmp_path / "node_modules")
    react = {"version": "1.0.0", "integrity": "sha512-a"}
    wanted = {"": {}, "node_modules/react": react, "node_modules/only-mac": {"version": "1.0.0", "optional": True}}
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": wanted}))
    assert not node.modules_match()
    (tmp_path / "node_modules").mkdir()
    hidden = tmp_path / "node_modules" / ".package-lock.json"
    hidden.write_text(json.dumps({"packages": {"node_modules/react": react}}))
    assert node.modules_match()
    hidden.write_text(json.dumps({"packages": {"node_modules/react": {**react, "integrity": "sha512-b"}}}))
    assert not node.modules_match()
    hidden.write_text(json.dumps({"packages": {"node_modules/react": react, "node_modules/left-pad": react}}))
    assert not node.modules_match()


def test_spa_is_built_again_only_for_other_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    built = []
    frontend = tmp_path / "frontend"
    for name, value in {"ROOT": tmp_path, "FRONTEND": frontend, "STAMP": frontend / "dist" / ".built-from"}.items():
        monkeypatch.setattr(node, name, value)

    @contextmanager
    def noted(what: str, *_command: object, **_options: object) -> Iterator[None]:
        built.append(what)
        yield

    monkeypatch.setattr(node, "run_alongside", noted)
    for folder in ("frontend/src/generated", "frontend/dist", "frontend/node_modules/x", "templates", "locale/de"):
        (tmp_path / folder).mkdir(parents=True)

    def builds_after(path: str) -> bool:
        (tmp_path / path).write_text(f"{path} changed")
        before = len(built)
        node.ensure_spa()
        node.ensure_spa()
        return len(built) == before + 1

    assert builds_after("frontend/src/app.tsx")
    assert builds_after("templates/shell.html")
    assert builds_after("locale/de/spa.po")
    assert not builds_after("frontend/src/generated/queries.ts")
    assert not builds_after("frontend/node_modules/x/index.js")
    assert not builds_after("frontend/persisted-queries.json")


def test_shims_run_node_npm_and_npx():
    node.ensure_shims()
    versions = [
        subprocess.run([BIN / name, "--version"], capture_output=True, text=True, check=True, env={"PATH": "/bin"})
        for name in ("node", "npm", "npx")
    ]
    assert versions[0].stdout.startswith("v24.")
    assert all(version.stdout.strip() for version in versions)


def test_messages_are_compiled_without_msgfmt(tmp_path: Path):
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text('msgid ""\nmsgstr ""\n"Language: de\\n"\n\nmsgid "cart"\nmsgstr "Warenkorb"\n')
    assert compile_messages(tmp_path) == [folder / "django.mo"]
    assert compile_messages(tmp_path) == []
    import gettext

    assert gettext.translation("django", tmp_path / "locale", ["de"]).gettext("cart") == "Warenkorb"


def test_launcher_starts_without_any_package():
    """It runs before the virtual environment exists."""
    modules = "launch.commands, launch.watchdog"
    subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {modules}"],
        check=True,
    )
