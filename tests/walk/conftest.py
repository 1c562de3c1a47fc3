from tests.walk.ground import ground as ground
from tests.walk.ground import made_ground as made_ground
from tests.walk.ground import rows as rows
