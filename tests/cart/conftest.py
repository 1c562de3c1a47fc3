from tests.apart import changes_apart as changes_apart
from tests.apart import nothing_remembered as nothing_remembered
from tests.apart import versions_for_tests as versions_for_tests
