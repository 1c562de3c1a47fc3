from tests.apart import changes_apart as changes_apart
from tests.apart import django_db_setup as django_db_setup
from tests.apart import nothing_remembered as nothing_remembered
