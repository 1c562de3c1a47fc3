"""PostgreSQL and Valkey together; DATABASE_URL and REDIS_URL in the environment take their places."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from subprocess import Popen

from . import postgres as pg
from . import valkey as vk

DATABASE = "merchstand"


@dataclass
class Servers:
    """What runs, and where it can be reached. A server given by the environment is not ours: None."""

    folder: Path
    durable: bool
    password: str
    database_url: str
    redis_url: str
    postgres: pg.Postgres | None = None
    valkey: vk.Valkey | None = None

    def environment(self) -> dict[str, str]:
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}

    def start_postgres(self) -> Popen[bytes]:
        """Start it, on the same port as before when it has run before."""
        port = self.postgres.port if self.postgres else None
        self.postgres = pg.start(self.folder / "postgres", durable=self.durable, password=self.password, port=port)
        return self.postgres.process

    def start_valkey(self) -> Popen[bytes]:
        """Start it, on the same port as before when it has run before."""
        self.valkey = vk.start(self.folder / "valkey", self.valkey.port if self.valkey else None)
        return self.valkey.process

    def stop(self) -> None:
        if self.valkey is not None:
            self.valkey.stop()
        if self.postgres is not None:
            self.postgres.stop()


def start(folder: Path, environment: Mapping[str, str], *, durable: bool = True, password: str = "") -> Servers:
    """Start what the environment does not name, its data below `folder`."""
    servers = Servers(folder, durable, password, environment.get("DATABASE_URL", ""), environment.get("REDIS_URL", ""))
    try:
        if not servers.redis_url:
            servers.start_valkey()
            assert servers.valkey is not None
            servers.redis_url = servers.valkey.url()
        if not servers.database_url:
            servers.start_postgres()
            assert servers.postgres is not None
            servers.postgres.create_database(DATABASE)
            servers.database_url = servers.postgres.url(DATABASE)
    except BaseException:
        servers.stop()
        raise
    return servers
