from tests.checkout.conftest import paid as paid
