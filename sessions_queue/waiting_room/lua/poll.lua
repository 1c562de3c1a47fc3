-- Mark a number as seen, or give out a new one, and return where it stands.
--
-- KEYS: 1 room, 2 next, 3 lease, 4 seen, 5 live, 6 turns, 7 back, 8 used; from 9 on: the filter's part of each claim.
-- ARGV: 1 number, 0 for a new one; 2 now; 3 lots, -1 before the draw; 4 seconds that a turn lasts;
--       5 seconds that the bits of `seen` are kept; 6 bits of a part of the filter; 7 bits of a claim;
--       from 8 on: the bits of each claim.
-- Returns {number, visitors ahead, 1 if it is the visitor's turn, what is left (TicketsLeft)}. A number below zero is
-- one of the answers named in queue_store.py (QUEUE_NOT_PUBLISHED ...).
--
-- A new number needs a claim that the filter does not hold yet; without claims everybody gets one. A part of the filter
-- is made as long as it ever gets, by setting its last bit: a string that grows takes twice as much memory.
-- If nobody waits and there is room, a new visitor's turn comes at once.
local served, free, lots, left = unpack(redis.call('HMGET', KEYS[1], 'served', 'free', 'lots', 'left'))
if not served or not lots then return {-1, 0, 0, 2} end
if lots ~= ARGV[3] then return {-4, 0, 0, 2} end
local number = tonumber(ARGV[1])
left = tonumber(left or 2)
served, free = tonumber(served), tonumber(free)
if number == 0 then
  local last, lease = redis.call('GET', KEYS[2]), redis.call('GET', KEYS[3])
  if not last or not lease or tonumber(last) >= tonumber(lease) then return {-2, 0, 0, 2} end
  local is_new = #KEYS == 8
  for claim = 9, #KEYS do
    local asked = {'BITFIELD', KEYS[claim], 'SET', 'u1', ARGV[6], 0}
    for bit = 1, ARGV[7] do
      for _, part in ipairs({'SET', 'u1', ARGV[7 + (claim - 9) * ARGV[7] + bit], 1}) do asked[#asked + 1] = part end
    end
    for place, had in ipairs(redis.call(unpack(asked))) do is_new = is_new or (place > 1 and had == 0) end
    if is_new then break end
  end
  if not is_new then return {-5, 0, 0, 2} end
  number = redis.call('INCR', KEYS[2])
  if free > 0 then
    redis.call('HSET', KEYS[1], 'free', free - 1, 'served', number)
    redis.call('HINCRBY', KEYS[1], 'at_once', 1)
    redis.call('ZADD', KEYS[6], ARGV[2], number)
    served = number
  end
elseif redis.call('GETBIT', KEYS[8], number) == 1 then
  return {-3, 0, 0, 2}
end
redis.call('SETBIT', KEYS[4], number, 1)
redis.call('EXPIRE', KEYS[4], ARGV[5])
redis.call('SETBIT', KEYS[5], number, 1)
local since = redis.call('ZSCORE', KEYS[6], number)
if since and ARGV[2] - since < tonumber(ARGV[4]) then return {number, 0, 1, left} end
if since then
  redis.call('ZREM', KEYS[6], number)
  redis.call('SETBIT', KEYS[8], number, 1)
  return {-3, 0, 0, 2}
end
if number <= served then
  redis.call('ZADD', KEYS[7], number, number)
  return {number, redis.call('ZRANK', KEYS[7], number), 0, left}
end
return {number, redis.call('BITCOUNT', KEYS[5], served + 1, number - 1, 'BIT') + redis.call('ZCARD', KEYS[7]), 0, left}
