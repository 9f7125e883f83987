import { ownerOf, type SiwxSession, type SiwxStore } from '../types.js'
import { isRecord } from '../body.js'
import { SiwxOptionsError } from '../errors.js'

export interface RedisStoreOptions {
  /**
   * Sends one command: with ioredis `(...command) => redis.call(...command)`, with node-redis `(...command) => redis.sendCommand(command)`.
   */
  readonly send: (name: string, ...args: string[]) => Promise<unknown>
  /** What keys begin with. The braces keep them in one slot of a cluster. */
  readonly prefix?: string
}

/** Moves what is under the old token and adds what is new. ARGV: the accounts that are added, then id, JSON, end and owner's key of each. */
const add = `
local count = tonumber(ARGV[2])
local ends = 0
local known = {}
for i = 1, count do known[ARGV[2 + i]] = true end
if KEYS[2] ~= KEYS[1] then
  for _, id in ipairs(redis.call('SMEMBERS', KEYS[2])) do
    local text = redis.call('GET', ARGV[1] .. 'session:' .. id)
    if text then
      local session = cjson.decode(text)
      if known[session.account] then redis.call('DEL', ARGV[1] .. 'session:' .. id)
      else
        redis.call('SADD', KEYS[1], id)
        if session.expiresAt > ends then ends = session.expiresAt end
      end
    end
  end
  redis.call('DEL', KEYS[2])
end
for at = 3 + count, #ARGV, 4 do
  redis.call('SET', ARGV[1] .. 'session:' .. ARGV[at], ARGV[at + 1], 'PXAT', ARGV[at + 2])
  redis.call('SADD', KEYS[1], ARGV[at])
  redis.call('SADD', ARGV[at + 3], ARGV[at])
  if redis.call('PEXPIRETIME', ARGV[at + 3]) < tonumber(ARGV[at + 2]) then redis.call('PEXPIREAT', ARGV[at + 3], ARGV[at + 2]) end
  if tonumber(ARGV[at + 2]) > ends then ends = tonumber(ARGV[at + 2]) end
end
redis.call('PEXPIREAT', KEYS[1], string.format('%d', ends))
return 1`

/**
 * Keeps nonces and sessions in Redis 7 or later, for as many servers as there are.
 * @example const store = redisStore({ send: (...command) => client.sendCommand(command) })
 * @throws SiwxOptionsError for a client in the place of the function that sends
 */
export function redisStore(options: RedisStoreOptions): SiwxStore {
  const { send, prefix = '{siwx}:' } = options ?? {}
  if (typeof send !== 'function')
    throw new SiwxOptionsError('redisStore needs a function that sends: { send: (...command) => redis.call(...command) }.')
  const key = (kind: 'nonce' | 'session' | 'token' | 'owner', name: string) => `${prefix}${kind}:${name}`
  const read = async (set: string, now: number) => {
    const ids = texts(await send('SMEMBERS', set))
    const found = ids.length === 0 ? [] : texts(await send('MGET', ...ids.map((id) => key('session', id))))
    return found
      .flatMap((text) => sessionOf(text) ?? [])
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((a, b) => b.signedInAt - a.signedInAt)
  }
  return {
    addNonce: async ({ nonce, expiresAt }) => {
      await send('SET', key('nonce', nonce), String(expiresAt), 'PXAT', String(expiresAt))
    },
    takeNonce: async ({ nonce, now }) => Number(await send('GETDEL', key('nonce', nonce))) > now,
    addSessions: async ({ token, previous, sessions }) => {
      const accounts = sessions.map(({ account }) => account)
      const rows = sessions.flatMap((session) => [
        session.id,
        JSON.stringify(session),
        String(session.expiresAt),
        key('owner', ownerOf(session.account)),
      ])
      const keys = [key('token', token), key('token', previous ?? token)]
      await send('EVAL', add, '2', ...keys, prefix, String(accounts.length), ...accounts, ...rows)
    },
    sessionsOfToken: ({ token, now }) => read(key('token', token), now),
    sessionsOfOwner: ({ owner, now }) => read(key('owner', owner), now),
    // The sets keep the ids until they end themselves: an id without a session is none.
    endSessions: async (ids) => {
      if (ids.length > 0) await send('DEL', ...ids.map((id) => key('session', id)))
    },
  }
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [])

function sessionOf(text: string): SiwxSession | undefined {
  const said: unknown = JSON.parse(text)
  if (!isRecord(said)) return undefined
  const { id, account, scope, text: message, signature, signedInAt, expiresAt } = said
  if (typeof id !== 'string' || typeof account !== 'string' || typeof message !== 'string' || typeof signature !== 'string')
    return undefined
  if (typeof signedInAt !== 'number' || typeof expiresAt !== 'number') return undefined
  return { id, account, scope: scope === 'namespace' ? 'namespace' : 'chain', text: message, signature, signedInAt, expiresAt }
}
