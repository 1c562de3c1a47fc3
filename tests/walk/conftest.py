from tests.walk.ground import ground as ground
