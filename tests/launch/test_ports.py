import os
import re
import socket
import subprocess
import sys

import pytest

from launch.errors import LaunchError
from launch.paths import ROOT
from launch.ports import busy, free_port, is_free, wanted_port
from tests.proofs import proves


def run_launcher(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "launch", *arguments],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@proves("design §2", "busy port, old Python, full disk: one sentence")
def test_busy_port_is_one_line_that_says_who_and_how_to_move():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run_launcher("run", PORT=str(port))
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"Port {port} is taken by " in done.stderr and f"(process {os.getpid()})" in done.stderr
    proposal = re.search(r"make run PORT=(\d+)$", done.stderr.strip())
    assert proposal and is_free(int(proposal[1]))


def test_a_port_taken_on_all_addresses_is_busy_too():
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        assert not is_free(port)
        assert str(os.getpid()) in str(busy(port))
    assert is_free(free_port())


@pytest.mark.parametrize("text", ["0", "65536", "-1", "80a", "٨٠", "8000.0"])
def test_what_is_no_port_is_refused_in_one_line(text: str):
    with pytest.raises(LaunchError, match="is not a port"):
        wanted_port(text)
    done = run_launcher("run", PORT=text)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and text in done.stderr


def test_too_old_python_is_one_line():
    pretend = (
        "import os, runpy, sys; sys.version_info = (3, 9, 2); os.environ['PATH'] = '/nowhere';"
        "sys.argv = ['launch', 'run']; runpy.run_module('launch', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", pretend], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer, this is 3.9" in done.stderr


def test_unknown_command_prints_the_usage():
    done = run_launcher("walk")
    assert done.returncode == 2 and "usage:" in done.stdout
