"""Half of what a wallet needs, or what does not fit together, is told when the shop starts, in one sentence."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as other_kind
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.core.exceptions import ImproperlyConfigured

from config.wallets import apple_wallet, google_wallet
from launch.paths import ROOT
from tests import wallets
from tests.proofs import proves
from tests.wallets import apple_values, authority, google_values, leaf_key, pem

APPLE = ("APPLE_PASS_TYPE_ID", "APPLE_TEAM_ID", "APPLE_PASS_CERTIFICATE", "APPLE_PASS_KEY", "APPLE_WWDR_CERTIFICATE")
GOOGLE = ("GOOGLE_WALLET_ISSUER_ID", "GOOGLE_WALLET_SERVICE_ACCOUNT")


def key_of_another_kind() -> str:
    return other_kind(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()


def another_key() -> str:
    return pem(generate_private_key(65537, 2048))


def locked_key() -> str:
    return pem(leaf_key(), wallets.PASSWORD)


def another_authority() -> str:
    return authority().root.public_bytes(Encoding.PEM).decode()


@proves("docs/decisions/0054", "half of a wallet's settings, or what does not fit together, is told at the start")
def test_nothing_is_no_wallet_and_all_of_it_is_one() -> None:
    assert apple_wallet(dict.fromkeys(APPLE, ""), password="") is None
    assert google_wallet(dict.fromkeys(GOOGLE, "")) is None
    assert wallets.apple().pass_type == wallets.PASS_TYPE and wallets.google().issuer == wallets.ISSUER


@pytest.mark.parametrize("missing", [*APPLE, *GOOGLE])
def test_half_of_it_is_refused_by_the_name_of_what_is_missing(missing: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^{missing}: missing beside "):
        if missing in APPLE:
            apple_wallet(apple_values(**{missing: ""}), password="")
        else:
            google_wallet(google_values(**{missing: ""}))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("APPLE_PASS_CERTIFICATE", "-----BEGIN CERTIFICATE-----\nx", "is no certificate in PEM"),
        ("APPLE_PASS_CERTIFICATE", "/nowhere/pass.pem", "no file that can be read"),
        ("APPLE_PASS_KEY", "-----BEGIN PRIVATE KEY-----\nx", "holds no key in PEM"),
        ("APPLE_PASS_KEY", another_key, "is not the key of APPLE_PASS_CERTIFICATE"),
        ("APPLE_PASS_KEY", locked_key, "another password opens it"),
        ("APPLE_PASS_KEY", key_of_another_kind, "is not RSA"),
        ("APPLE_PASS_TYPE_ID", "pass.example.other", "is not the one that APPLE_PASS_CERTIFICATE was issued for"),
        ("APPLE_TEAM_ID", "ZZZZZ12345", "is not the one that APPLE_PASS_CERTIFICATE was issued for"),
        ("APPLE_WWDR_CERTIFICATE", another_authority, "did not issue APPLE_PASS_CERTIFICATE"),
        ("GOOGLE_WALLET_ISSUER_ID", "my issuer", "is no number"),
        ("GOOGLE_WALLET_SERVICE_ACCOUNT", "{", "is no JSON"),
        ("GOOGLE_WALLET_SERVICE_ACCOUNT", '{"client_email": "a@b.example"}', "lacks one of"),
        ("GOOGLE_WALLET_SERVICE_ACCOUNT", "/nowhere/account.json", "no file that can be read"),
    ],
)
def test_what_does_not_fit_is_refused(name: str, value: str | Callable[[], str], told: str) -> None:
    given = value if isinstance(value, str) else value()
    with pytest.raises(ImproperlyConfigured, match=told) as refused:
        if name in APPLE:
            apple_wallet(apple_values(**{name: given}), password="")
        else:
            google_wallet(google_values(**{name: given}))
    assert str(refused.value).startswith(name) and "PRIVATE" not in str(refused.value)


def test_they_are_files_too_and_lines_may_be_written_in_one(tmp_path: Path) -> None:
    given = apple_values(APPLE_PASS_KEY=pem(leaf_key(), wallets.PASSWORD))
    one_line = {name: value.replace("\n", "\\n") for name, value in given.items()}
    for name in ("APPLE_PASS_CERTIFICATE", "APPLE_PASS_KEY", "APPLE_WWDR_CERTIFICATE"):
        (tmp_path / name).write_text(given[name])
    files = given | {name: str(tmp_path / name) for name in os.listdir(tmp_path)}
    for values in (given, one_line, files):
        found = apple_wallet(values, password=wallets.PASSWORD)
        assert found is not None and found.key.public_key() == leaf_key().public_key()
    (tmp_path / "account.json").write_text(google_values()["GOOGLE_WALLET_SERVICE_ACCOUNT"])
    account = google_wallet(google_values(GOOGLE_WALLET_SERVICE_ACCOUNT=str(tmp_path / "account.json")))
    assert account is not None and account.email == wallets.ACCOUNT


def test_keys_are_shown_nowhere() -> None:
    """What holds them may stand in a report of a failure."""
    assert "key=" not in repr(wallets.apple()) and "key=" not in repr(wallets.google())


@pytest.mark.parametrize("name", ["APPLE_TEAM_ID", "GOOGLE_WALLET_ISSUER_ID"])
def test_the_shop_does_not_start_with_half_of_it(name: str) -> None:
    env = {"PATH": os.environ["PATH"], "DEBUG": "1", name: "12345"}
    started = subprocess.run([sys.executable, "-c", "import config.settings"], cwd=ROOT, env=env, capture_output=True)
    assert started.returncode and f"missing beside {name}." in started.stderr.decode().splitlines()[-1]


def test_the_shop_starts_with_all_of_it() -> None:
    env = {"PATH": os.environ["PATH"], "DEBUG": "1", **apple_values(), **google_values()}
    ask = "from config import settings; print(settings.APPLE_WALLET.team, settings.GOOGLE_WALLET.issuer)"
    started = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, env=env, capture_output=True, check=True)
    assert started.stdout.decode().split() == [wallets.TEAM, wallets.ISSUER]
    assert json.loads(google_values()["GOOGLE_WALLET_SERVICE_ACCOUNT"])["client_email"] == wallets.ACCOUNT
