/**
 * Web Push. Keys, with BASE for `PREFIX:push`:
 *
 * - `BASE`                 sorted set of the clients that are registered, by the end of that in ms
 * - `BASE:@BUCKET`         the same of those of a bucket of addresses
 * - `BASE:CLIENT`          hash: `e` endpoint, `p` and `a` its keys, `o` its bucket, `h` until when in ms nothing is sent there
 * - `BASE:CLIENT:topics`   sorted set of the topics that it follows, by when it subscribed
 * - `BASE:CLIENT:rate`     as for publishing
 * - `PREFIX:{topic}:push`  sorted set of the clients that follow it, by when they subscribed
 *
 * The keys of a client end with its registration, those of a topic with the last of them.
 */
const clock = `
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
`

const register = `
local base = KEYS[1]
local client, endpoint, p256dh, auth, ends, limit, channel, bucket, limitOfBucket = unpack(ARGV)
${clock}
redis.call('ZREMRANGEBYSCORE', base, '-inf', string.format('%.0f', nowMs))
if not redis.call('ZSCORE', base, client) and redis.call('ZCARD', base) >= tonumber(limit) then return 0 end
local key, at = base .. ':' .. client, base .. ':@' .. bucket
redis.call('ZREMRANGEBYSCORE', at, '-inf', string.format('%.0f', nowMs))
if not redis.call('ZSCORE', at, client) and redis.call('ZCARD', at) >= tonumber(limitOfBucket) then return 0 end
local before = redis.call('HGET', key, 'o')
if before and before ~= bucket then redis.call('ZREM', base .. ':@' .. before, client) end
if redis.call('HGET', key, 'e') ~= endpoint then redis.call('HDEL', key, 'h') end
redis.call('ZADD', base, ends, client)
redis.call('ZADD', at, ends, client)
redis.call('HSET', key, 'e', endpoint, 'p', p256dh, 'a', auth, 'o', bucket)
redis.call('PEXPIREAT', key, ends)
redis.call('PEXPIREAT', key .. ':topics', ends)
for _, each in ipairs({base, at}) do
  local last = redis.call('ZREVRANGE', each, 0, 0, 'WITHSCORES')
  redis.call('PEXPIREAT', each, string.format('%.0f', tonumber(last[2])))
end
redis.call('PUBLISH', channel, client)
return 1
`

const unregister = `
local base = KEYS[1]
local client, endpoint, before, after = unpack(ARGV)
local key = base .. ':' .. client
if endpoint ~= '' and redis.call('HGET', key, 'e') ~= endpoint then return 0 end
for _, topic in ipairs(redis.call('ZRANGE', key .. ':topics', 0, -1)) do redis.call('ZREM', before .. topic .. after, client) end
redis.call('ZREM', base, client)
local bucket = redis.call('HGET', key, 'o')
if bucket then redis.call('ZREM', base .. ':@' .. bucket, client) end
redis.call('DEL', key, key .. ':topics')
return 1
`

const follow = `
local base = KEYS[1]
local client, limit, before, after = unpack(ARGV)
local key = base .. ':' .. client
local left = redis.call('PTTL', key)
if left <= 0 then return 0 end
${clock}
local at, topics = string.format('%.0f', nowMs), key .. ':topics'
for index = 5, #ARGV do
  local followers = before .. ARGV[index] .. after
  redis.call('ZADD', topics, at, ARGV[index])
  redis.call('ZADD', followers, at, client)
  if redis.call('PTTL', followers) < left then redis.call('PEXPIRE', followers, left) end
end
redis.call('PEXPIRE', topics, left)
for _, topic in ipairs(redis.call('ZRANGE', topics, 0, -tonumber(limit) - 1)) do
  redis.call('ZREM', topics, topic)
  redis.call('ZREM', before .. topic .. after, client)
end
return 1
`

const unfollow = `
local client, before, after = unpack(ARGV)
for index = 4, #ARGV do
  redis.call('ZREM', KEYS[1] .. ':' .. client .. ':topics', ARGV[index])
  redis.call('ZREM', before .. ARGV[index] .. after, client)
end
return 1
`

const due = `
local base, followers, mail, acks = unpack(KEYS)
local seq, publisher, most = ARGV[1], ARGV[2], tonumber(ARGV[3])
local interval, tolerance = tonumber(ARGV[4]), tonumber(ARGV[5])
if not redis.call('XRANGE', mail, seq .. '-0', seq .. '-0')[1] then return {0, {}} end
${clock}
local limited, found = 0, {}
for _, client in ipairs(redis.call('ZREVRANGE', followers, 0, 4 * most - 1)) do
  if limited + #found >= most then break end
  local key = base .. ':' .. client
  local kept = redis.call('HMGET', key, 'e', 'p', 'a', 'h')
  if not kept[1] then
    redis.call('ZREM', followers, client)
  elseif client ~= publisher and tonumber(kept[4] or '0') <= nowMs and redis.call('SISMEMBER', acks, seq .. ' ' .. client) == 0 then
    local from = math.max(tonumber(redis.call('GET', key .. ':rate') or '0'), nowMs)
    if from - nowMs - tolerance > 0 then
      limited = limited + 1
    else
      redis.call('SET', key .. ':rate', string.format('%.0f', from + interval), 'PX', math.ceil(from + interval - nowMs) + 1)
      found[#found + 1] = {client, kept[1], kept[2], kept[3]}
    end
  end
end
return {limited, found}
`

const pause = `
${clock}
local key = KEYS[1] .. ':' .. ARGV[1]
if redis.call('EXISTS', key) == 1 then redis.call('HSET', key, 'h', string.format('%.0f', nowMs + tonumber(ARGV[2]))) end
return 1
`

export const pushScripts = { register, unregister, follow, unfollow, due, pause }
