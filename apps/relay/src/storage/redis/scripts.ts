import type { Channels, Server } from './connect.js'
import { pushScripts } from './pushScripts.js'

/**
 * A script runs alone and as a whole, so a publish is there entirely or not at all. The clock is that of Redis, the same for
 * every process. Keys of one topic, with `{topic}` for its 64 digits:
 *
 * - `PREFIX:{topic}:mail`    stream; ids are `SEQ-0`; fields `p` publisher, `x` end of life in ms, `n` bytes, `b` body, `d` digest,
 *                            `s` sender, `o` bucket
 * - `PREFIX:{topic}:bytes`   what the stream's bodies amount to
 * - `PREFIX:{topic}:acks`    set of `SEQ CLIENT`, and `PREFIX:{topic}:acks:n` hash: how many of each SEQ
 * - `PREFIX:{topic}:seen:D`  the message with digest D is in the stream
 *
 * - `PREFIX:held:CLIENT`     sorted set of `TOPIC:SEQ:BYTES` by end of life: what waits of that client; `PREFIX:held` of all of them
 *                            `PREFIX:held:@BUCKET` of a bucket
 * - `PREFIX:held:CLIENT:n`   what their bytes amount to, and `PREFIX:held:@BUCKET:n` and `PREFIX:held:n`
 *
 * They all end within a second of the last message: each call of Redis from a script costs more than what it does, so ends are not moved by
 * less, and what is over is looked for with every sixteenth publish, or where there seems to be no room.
 *
 * - `PREFIX:seq`             the last seq given, the clock in microseconds or one more than the last: it grows even if Redis lost what it held
 * - `PREFIX:pending`         sorted set of `TOPIC:SEQ` by when in ms it was stored, while its publisher may not have its answer: readers
 *                            stop before it
 *
 * The channel of a topic is told `SEQ PREVIOUS BODY` when a message is announced. If nobody does, because the process that should have is
 * gone, another tells `SEQ PREVIOUS` after `holdMs`, and readers look.
 */
const publish = `
local mail, bytesKey, acks, seen, rate, clock, pending = unpack(KEYS)
local body, publisher, ttl, size = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local maxMessages, maxBytes = tonumber(ARGV[5]), tonumber(ARGV[6])
local interval, tolerance = tonumber(ARGV[7]), tonumber(ARGV[8])
local heldKey, seenPrefix, digest, sender, topic, bucket = unpack(ARGV, 9, 14)
local heldOf, heldAt = heldKey .. ':' .. publisher, heldKey .. ':@' .. bucket
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local nowMs = math.floor(now / 1000)
local known = redis.call('MGET', seen, rate, clock, bytesKey, heldKey .. ':n', heldAt .. ':n', heldOf .. ':n')

if known[1] then return {'repeated'} end

local from = math.max(tonumber(known[2] or '0'), now)
local wait = from - now - tolerance
if wait > 0 then return {'limited', math.ceil(wait / 1000)} end
redis.call('SET', rate, string.format('%.0f', from + interval), 'PX', math.ceil((from + interval - now) / 1000) + 1)

local function forget(key, member, bytes)
  if redis.call('ZREM', key, member) == 1 then redis.call('DECRBY', key .. ':n', bytes) end
end
local function sweep(key)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', string.format('%.0f', nowMs), 'LIMIT', 0, 1000)) do
    forget(key, member, string.match(member, '%d+$'))
  end
end
local function fits(key, held, room)
  local messages, bytes = tonumber(ARGV[room]), tonumber(ARGV[room + 1]) - size
  if redis.call('ZCARD', key) < messages and tonumber(held or '0') <= bytes then return true end
  sweep(key)
  return redis.call('ZCARD', key) < messages and tonumber(redis.call('GET', key .. ':n') or '0') <= bytes
end
if not fits(heldKey, known[5], 15) then return {'full', 'whole'} end
if not fits(heldAt, known[6], 17) then return {'full', 'address'} end
if not fits(heldOf, known[7], 19) then return {'full', 'client'} end
if now % 16 == 0 then for _, key in ipairs({heldKey, heldAt, heldOf}) do sweep(key) end end

local count = redis.call('XLEN', mail)
local bytes = tonumber(known[4] or '0')
if count + 1 > maxMessages or bytes + size > maxBytes then
  local left = {}
  for _, entry in ipairs(redis.call('XRANGE', mail, '-', '+')) do
    local fields = entry[2]
    local n = tonumber(fields[6])
    if tonumber(fields[4]) <= nowMs then
      redis.call('XDEL', mail, entry[1])
      count = count - 1
      bytes = bytes - n
    else
      left[#left + 1] = {id = entry[1], publisher = fields[2], n = n, digest = fields[10], sender = fields[12] or '0', bucket = fields[14]}
    end
  end
  redis.call('SET', bytesKey, bytes, 'KEEPTTL')

  -- As fairShare.ts says.
  local function most(byBytes, keyOf, from, first)
    local sums, key = {}, first
    if first then sums[first] = byBytes and size or 1 end
    for _, share in ipairs(left) do
      local of = from(share) and keyOf(share)
      if of then sums[of] = (sums[of] or 0) + (byBytes and share.n or 1) end
    end
    for _, share in ipairs(left) do
      local of = from(share) and keyOf(share)
      if of and (not key or sums[of] > sums[key]) then key = of end
    end
    return key
  end
  local gone = {}
  while count + 1 > maxMessages or bytes + size > maxBytes do
    local byBytes = count + 1 <= maxMessages
    local victim = most(byBytes, function(share) return share.sender end, function() return true end, sender)
    local mine = victim == sender
    local holder = most(byBytes, function(share) return share.publisher end, function(share) return share.sender == victim end, mine and publisher)
    if not holder or mine and holder == publisher then return {'full', 'mailbox'} end
    for at = #left, 1, -1 do
      if left[at].sender == victim and left[at].publisher == holder then
        local share = table.remove(left, at)
        gone[#gone + 1] = share
        count = count - 1
        bytes = bytes - share.n
        break
      end
    end
  end
  for _, share in ipairs(gone) do
    redis.call('XDEL', mail, share.id)
    if share.digest then redis.call('DEL', seenPrefix .. share.digest) end
    local member = topic .. ':' .. string.match(share.id, '^%d+') .. ':' .. string.format('%.0f', share.n)
    forget(heldKey, member, share.n)
    forget(heldKey .. ':' .. share.publisher, member, share.n)
    if share.bucket then forget(heldKey .. ':@' .. share.bucket, member, share.n) end
  end
  redis.call('SET', bytesKey, bytes, 'KEEPTTL')
end

local last = redis.call('XREVRANGE', mail, '+', '-', 'COUNT', 1)
local previous = last[1] and string.match(last[1][1], '^%d+') or '0'
local seq = string.format('%.0f', math.max(now, tonumber(known[3] or '0') + 1))
redis.call('SET', clock, seq)
local life = ttl * 1000
local ends = string.format('%.0f', nowMs + life)
local function keep(...)
  if redis.call('PTTL', (...)) >= life then return end
  for _, key in ipairs({...}) do redis.call('PEXPIRE', key, life + 1000) end
end
redis.call('XADD', mail, seq .. '-0', 'p', publisher, 'x', ends, 'n', size, 'b', body, 'd', digest, 's', sender, 'o', bucket)
redis.call('INCRBY', bytesKey, size)
redis.call('SET', seen, 1, 'PX', life)
keep(mail, bytesKey, acks, acks .. ':n')
local member = topic .. ':' .. seq .. ':' .. string.format('%.0f', size)
for _, key in ipairs({heldKey, heldOf, heldAt}) do
  redis.call('ZADD', key, ends, member)
  redis.call('INCRBY', key .. ':n', size)
  keep(key, key .. ':n')
end
redis.call('ZADD', pending, string.format('%.0f', nowMs), topic .. ':' .. seq)
return {'stored', seq, previous}
`

/** Any number of messages, of any topics. */
const announce = `
local pending, channel, members = KEYS[1], ARGV[1], {}
for index = 2, #KEYS do members[#members + 1] = ARGV[3 * index - 4] .. ':' .. ARGV[3 * index - 3] end
redis.call('ZREM', pending, unpack(members))
for index = 2, #KEYS do
  local topic, seq, previous = unpack(ARGV, 3 * index - 4, 3 * index - 2)
  local entry = redis.call('XRANGE', KEYS[index], seq .. '-0', seq .. '-0')[1]
  if entry then redis.call('PUBLISH', channel .. topic, seq .. ' ' .. previous .. ' ' .. entry[2][8]) end
end
return 1
`

/** Tells of what was stored and never announced. */
const overdue = `
local time = redis.call('TIME')
local before = time[1] * 1000 + math.floor(time[2] / 1000) - tonumber(ARGV[1])
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', before), 'LIMIT', 0, 1000)) do
  redis.call('ZREM', KEYS[1], member)
  local topic, seq = string.match(member, '^(.*):(%d+)$')
  redis.call('PUBLISH', ARGV[2] .. topic, seq)
end
return 1
`

const read = `
local mail, acks, pending = unpack(KEYS)
local topic = ARGV[6]
local upTo, client, limit, maxBytes = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local oldest = (nowMs - tonumber(ARGV[5])) * 1000
local found, bytes = {}, 0
while true do
  local entries = redis.call('XRANGE', mail, string.format('%.0f-0', upTo + 1), '+', 'COUNT', 32)
  for _, entry in ipairs(entries) do
    local seq, fields = string.match(entry[1], '^%d+'), entry[2]
    if tonumber(seq) > oldest and redis.call('ZSCORE', pending, topic .. ':' .. seq) then
      return {string.format('%.0f', upTo), 0, found, seq}
    end
    if fields[2] ~= client and tonumber(fields[4]) > nowMs and redis.call('SISMEMBER', acks, seq .. ' ' .. client) == 0 then
      if #found >= limit or bytes >= maxBytes then return {string.format('%.0f', upTo), 1, found, ''} end
      found[#found + 1] = {seq, fields[8]}
      bytes = bytes + tonumber(fields[6])
    end
    upTo = tonumber(seq)
  end
  if #entries < 32 then return {string.format('%.0f', upTo), 0, found, ''} end
end
`

/** Any number of messages, of any topics. */
const acknowledge = `
local most = tonumber(ARGV[1])
for index = 1, #KEYS, 2 do
  local mail, acks, member = KEYS[index], KEYS[index + 1], ARGV[(index + 3) / 2]
  local counts, seq = acks .. ':n', string.match(member, '^%d+')
  if redis.call('SADD', acks, member) == 1 then
    if redis.call('HINCRBY', counts, seq, 1) > most then
      redis.call('SREM', acks, member)
      redis.call('HINCRBY', counts, seq, -1)
    end
    if redis.call('PTTL', acks) < 0 then
      local ttl = math.max(redis.call('PTTL', mail), 0)
      for _, key in ipairs({acks, counts}) do redis.call('PEXPIRE', key, ttl) end
    end
  end
end
return 1
`

/** A sorted set of connections, by the time at which their lease ends. */
const admit = `
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local lease, limit = tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', nowMs))
if limit > 0 and redis.call('ZCARD', KEYS[1]) >= limit then return 0 end
redis.call('ZADD', KEYS[1], string.format('%.0f', nowMs + lease), ARGV[1])
redis.call('PEXPIRE', KEYS[1], lease)
return 1
`

const scripts = { publish, announce, overdue, read, acknowledge, admit, ...pushScripts }

export type Run = (name: keyof typeof scripts, keys: readonly string[], args: readonly (string | number)[]) => Promise<unknown>

/**
 * Runs a script by its digest; Redis is handed the text when it does not know it, as after a restart.
 * @param publish what they publish with
 */
export function createScripts(redis: Server, publish: Channels['publish']): { load(): Promise<void>; run: Run } {
  const digests = new Map<string, string>()
  const textOf = (name: keyof typeof scripts): string => scripts[name].replaceAll("'PUBLISH'", `'${publish}'`)
  const load = async (): Promise<void> => {
    for (const name of Object.keys(scripts) as (keyof typeof scripts)[]) digests.set(name, String(await redis.script('LOAD', textOf(name))))
  }
  const run: Run = async (name, keys, args) => {
    const digest = digests.get(name)
    if (digest) {
      try {
        return await redis.evalsha(digest, keys.length, ...keys, ...args)
      } catch (error) {
        if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      }
    }
    return await redis.eval(textOf(name), keys.length, ...keys, ...args)
  }
  return { load, run }
}
