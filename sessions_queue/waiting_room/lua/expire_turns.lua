-- End the turns that were not used in time, and their numbers; return how many turns are left.
--
-- KEYS: 1 room, 2 turns, 3 used.
-- ARGV: 1 the moment: turns that began by then are over.
--
-- Sets `free` to 0: until the next round nobody comes in at once.
redis.call('HSET', KEYS[1], 'free', 0)
for _, number in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do
  redis.call('SETBIT', KEYS[3], number, 1)
end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])
return redis.call('ZCARD', KEYS[2])
