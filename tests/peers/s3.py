"""A real S3-compatible server with one bucket."""

import json
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import boto3
import httpx

from launch.paths import VENV
from launch.ports import HOST, free_port
from launch.processes import end, spawn

KEY, SECRET = "tests", "tests-secret"
PORTS = ("s3.port", "s3.port.grpc", "filer.port", "filer.port.grpc", "master.port", "master.port.grpc")
START_UP = 30.0


@dataclass(frozen=True)
class Store:
    """`options`: what `settings.STORAGES` needs to work with the bucket."""

    url: str
    bucket: str
    pid: int

    @property
    def options(self) -> dict[str, object]:
        return {
            "bucket_name": self.bucket,
            "endpoint_url": self.url,
            "region_name": "us-east-1",
            "access_key": KEY,
            "secret_key": SECRET,
            "addressing_style": "path",
            "signature_version": "s3v4",
            "file_overwrite": False,
        }


@contextmanager
def store(bucket: str = "pictures") -> Iterator[Store]:
    with tempfile.TemporaryDirectory(prefix="merchstand-s3-") as folder:
        ports = {name: free_port() for name in (*PORTS, "volume.port", "volume.port.grpc")}
        process = spawn(_command(Path(folder), ports), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        url = f"http://{HOST}:{ports['s3.port']}"
        try:
            _wait_for(url, process)
            client = boto3.client(
                "s3", endpoint_url=url, aws_access_key_id=KEY, aws_secret_access_key=SECRET, region_name="us-east-1"
            )
            client.create_bucket(Bucket=bucket)
            yield Store(url, bucket, process.pid)
        finally:
            # It takes minutes to end when it is asked to.
            end(process, stop=signal.SIGKILL)


def _command(folder: Path, ports: dict[str, int]) -> list[str | Path]:
    identity = {"name": "shop", "credentials": [{"accessKey": KEY, "secretKey": SECRET}], "actions": ["Admin"]}
    (folder / "s3.json").write_text(json.dumps({"identities": [identity]}))
    return [
        *(VENV / "bin" / "weed", "server", f"-dir={folder}", f"-ip={HOST}", f"-ip.bind={HOST}"),
        *("-filer", "-s3", f"-s3.config={folder / 's3.json'}", "-s3.port.iceberg=0", "-s3.port.lance=0"),
        *("-volume.max=5", "-master.volumeSizeLimitMB=64"),
        *(f"-{name}={port}" for name, port in ports.items()),
    ]


def _wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + START_UP
    while True:
        assert process.poll() is None, "The S3 server ended."
        assert time.monotonic() < deadline, "The S3 server does not answer."
        try:
            if httpx.get(f"{url}/healthz", timeout=2).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
