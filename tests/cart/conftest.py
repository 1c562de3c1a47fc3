from tests.separate_changes import cold_caches as cold_caches
from tests.separate_changes import django_db_setup as django_db_setup
from tests.separate_changes import separate_changes as separate_changes
