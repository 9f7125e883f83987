import { expect, test } from 'vitest'
import { createListener } from './http/index.js'
import { migrate, openDatabase } from './database/database.js'
import { OperatorError, OptionsError } from './errors.js'
import { inVariables, sayTo } from './program.js'

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

/** What somebody reads who has set the variables. */
const said = async (error: unknown): Promise<string> => {
  if (!(error instanceof OperatorError)) throw error
  return sayTo(error, { prefix: 'PORTICO_RELAY_', names: { 'siwx.database': 'SIWX_DATABASE', 'metrics.port': 'METRICS_PORT' } })
}

test('a database that is away names the variable that leads there', async () => {
  const url = 'postgres://portico:hunter2@127.0.0.1:1/wallet'
  for (const [option, variable] of [[undefined, 'DATABASE'] as const, ['siwx.database', 'SIWX_DATABASE'] as const]) {
    const named = option === undefined ? {} : { option }
    const db = openDatabase(url, named)
    const message = await said(await migrate(db, {}, named).catch((error: unknown) => error))
    await db.destroy()
    expect(message).toMatch(new RegExp(`^PORTICO_RELAY_${variable}: .*ECONNREFUSED`))
    expect(message).not.toContain('hunter2')
  }
})

test('a file that cannot be opened as a database, and a port that is taken, name their variables', async () => {
  const opened = (() => {
    try {
      return openDatabase('/nowhere/at/all.db')
    } catch (error) {
      return error
    }
  })()
  expect(await said(opened)).toMatch(/^PORTICO_RELAY_DATABASE: The database \/nowhere\/at\/all\.db can't be opened/)
  const app = { fetch: () => new Response() }
  const first = createListener({ app, host: '127.0.0.1', port: 0 })
  const port = Number(new URL(await first.listen()).port)
  for (const option of [undefined, 'metrics.port']) {
    const second = createListener({ app, host: '127.0.0.1', port, ...(option !== undefined && { option }) })
    const message = await said(await second.listen().catch((error: unknown) => error))
    expect(message).toMatch(new RegExp(`^PORTICO_RELAY_${option ? 'METRICS_PORT' : 'PORT'}: .*EADDRINUSE`))
  }
  await first.close()
  const elsewhere = createListener({ app, host: '192.0.2.1', port: 0 })
  expect(await said(await elsewhere.listen().catch((error: unknown) => error))).toMatch(/^PORTICO_RELAY_HOST: .*EADDRNOTAVAIL/)
})

test.each(['"postgres://portico:hunter2@db/wallet"', 'mysql://portico:hunter2@db/wallet', 'postgres://portico:hunter2#@db/wallet'])(
  'a database that is neither a URL of Postgres nor a file is refused, and its password not said: %j',
  (url) => {
    expect(() => openDatabase(url)).toThrow(OptionsError)
    expect(() => openDatabase(url)).not.toThrow('hunter2')
  },
)
