import { expect, test } from 'vitest'
import { openDatabase } from './database/database.js'
import { OptionsError } from './errors.js'
import { inVariables } from './program.js'

const relay = { prefix: 'PORTICO_RELAY_', names: { storage: 'REDIS_URL', 'push.privateKey': 'VAPID_PRIVATE_KEY' } }

test.each([
  ['publicUrl: not an origin', 'PORTICO_RELAY_PUBLIC_URL: not an origin'],
  ['publicUrls is missing: clients reach it', 'PORTICO_RELAY_PUBLIC_URLS is missing: clients reach it'],
  ['limits.messageBytes is NaN', 'PORTICO_RELAY_LIMITS.messageBytes is NaN'],
  ['push.privateKey is not a key of P-256: 32 bytes', 'PORTICO_RELAY_VAPID_PRIVATE_KEY is not a key of P-256: 32 bytes'],
  ['storage: Redis is named by a URL', 'PORTICO_RELAY_REDIS_URL: Redis is named by a URL'],
  ['bundlers[0]: wrong\nchains: twice', 'PORTICO_RELAY_BUNDLERS[0]: wrong\nPORTICO_RELAY_CHAINS: twice'],
  ['✖ Invalid URL\n  → at publicUrl', '✖ Invalid URL\n  → at PORTICO_RELAY_PUBLIC_URL'],
  ['chains: ✖ Invalid input\n  → at paymasters', 'PORTICO_RELAY_CHAINS: ✖ Invalid input\n  → at paymasters'],
  ['PORTICO_RELAY_PORT: wrong', 'PORTICO_RELAY_PORT: wrong'],
  ['There is no command x.', 'There is no command x.'],
  ['The page is not built: run the build', 'The page is not built: run the build'],
])('%j names the variables that somebody set', (message, said) => {
  expect(inVariables(message, relay)).toBe(said)
  expect(inVariables(message, undefined)).toBe(message)
})

test.each(['"postgres://portico:hunter2@db/wallet"', 'mysql://portico:hunter2@db/wallet', 'postgres://portico:hunter2#@db/wallet'])(
  'a database that is neither a URL of Postgres nor a file is refused, and its password not said: %j',
  (url) => {
    expect(() => openDatabase(url)).toThrow(OptionsError)
    expect(() => openDatabase(url)).not.toThrow('hunter2')
  },
)
