-- Return all that poll.lua looks at, for a copy of the queue in a web process (queue_copy.py).
--
-- KEYS: 1 room, 2 live, 3 used, 4 turns, 5 back.
-- ARGV: 1 the index of the last number to return of those who came back.
-- Returns {{served, lots, left}, live, used, turns with since when, numbers that came back, how many came back}.
return {
  redis.call('HMGET', KEYS[1], 'served', 'lots', 'left'), redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3]),
  redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES'),
  redis.call('ZRANGE', KEYS[5], 0, ARGV[1]), redis.call('ZCARD', KEYS[5])
}
