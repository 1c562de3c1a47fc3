"""Django's own password hasher with few rounds, which counts how often it computes a hash."""

from typing import Any, ClassVar

from django.contrib.auth.hashers import PBKDF2PasswordHasher


class CountingHasher(PBKDF2PasswordHasher):
    iterations = 1000
    computed: ClassVar[list[str]] = []

    def encode(self, password: str, salt: str, iterations: int | None = None) -> Any:
        self.computed.append(salt)
        return super().encode(password, salt, iterations)
