"""What the answer cache keeps."""

import redis
from django.conf import settings


def valkey() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, decode_responses=True)


def kept() -> set[str]:
    return {str(key) for key in valkey().keys("answer:*") if not str(key).endswith("|lock")}
