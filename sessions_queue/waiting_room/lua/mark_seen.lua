-- Mark many numbers as seen.
--
-- KEYS: 1 room, 2 seen, 3 live, 4 marks (a temporary key).
-- ARGV: 1 lots of the draw that the numbers belong to; 2 the numbers as a bitmap; 3 seconds that `seen` is kept.
--
-- Does nothing if another draw was made meanwhile: the numbers then belong to other visitors.
if redis.call('HGET', KEYS[1], 'lots') ~= ARGV[1] then return end
redis.call('SET', KEYS[4], ARGV[2])
redis.call('BITOP', 'OR', KEYS[2], KEYS[2], KEYS[4])
redis.call('EXPIRE', KEYS[2], ARGV[3])
redis.call('BITOP', 'OR', KEYS[3], KEYS[3], KEYS[4])
redis.call('DEL', KEYS[4])
