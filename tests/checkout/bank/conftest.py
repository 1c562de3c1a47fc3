"""Who books what the bank tells."""

import pytest
from django.contrib.auth.models import User


@pytest.fixture
def clerk() -> User:
    return User.objects.create_user("clerk", is_staff=True)
