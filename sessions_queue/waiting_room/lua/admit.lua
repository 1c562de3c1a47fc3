-- Admit the next visitors: one round.
--
-- KEYS: 1 room, 2 next, 3 live, 4 turns, 5 back.
-- ARGV: 1 now; 2 how many the rate allows; 3 how many there is room for;
--       4 the last number that may have been given out.
-- Returns {admitted, served, waiting, turns, how many came in at once since the round before}.
--
-- First those who came back after they missed their turn, then by number. Only visitors who were seen lately are
-- admitted; the others are passed over. If `next` is lost, all numbers up to ARGV[4] that were seen count as waiting,
-- and nobody comes in at once.
local served = tonumber(redis.call('HGET', KEYS[1], 'served'))
local given = redis.call('GET', KEYS[2])
local last = tonumber(given or ARGV[4])
local places = math.min(ARGV[2], ARGV[3])
local admitted = 0
while admitted < places do
  local first = redis.call('ZPOPMIN', KEYS[5])
  if not first[1] then break end
  if redis.call('GETBIT', KEYS[3], first[1]) == 1 then
    redis.call('ZADD', KEYS[4], ARGV[1], first[1])
    admitted = admitted + 1
  end
end
while admitted < places and served < last do
  local found = redis.call('BITPOS', KEYS[3], 1, served + 1, last, 'BIT')
  if found < 0 then break end
  served = found
  redis.call('ZADD', KEYS[4], ARGV[1], served)
  admitted = admitted + 1
end
local waiting = redis.call('ZCARD', KEYS[5])
if served < last then waiting = waiting + redis.call('BITCOUNT', KEYS[3], served + 1, last, 'BIT') end
local free = 0
if waiting == 0 and (given or last <= served) then
  served = last
  free = math.max(places - admitted, 0)
end
local turns = redis.call('ZCARD', KEYS[4])
local at_once = tonumber(redis.call('HGET', KEYS[1], 'at_once') or 0)
redis.call('HSET', KEYS[1], 'served', served, 'free', free, 'waiting', waiting, 'turns', turns, 'at_once', 0)
if waiting > 0 or not redis.call('HGET', KEYS[1], 'busy') then redis.call('HSET', KEYS[1], 'busy', ARGV[1]) end
return {admitted, served, waiting, turns, at_once}
