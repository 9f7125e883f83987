import { OptionsError } from '@portico/service'
import { expect, test } from 'vitest'
import { readVaultOptions } from './env.js'
import { createVault } from './vault.js'

const key = Buffer.alloc(32, 1).toString('base64')
const good = {
  PORTICO_VAULT_PUBLIC_URL: 'https://vault.example',
  PORTICO_VAULT_SECURE_URL: 'https://secure.example',
  PORTICO_VAULT_KEYS: `a:${key}`,
  PORTICO_VAULT_INDEX_KEY: key,
  PORTICO_VAULT_SMTP_URL: 'smtp://127.0.0.1:25',
  PORTICO_VAULT_MAIL_FROM: 'Recovery <recovery@vault.example>',
}
const read = (env: Record<string, string>) => readVaultOptions({ ...good, ...env }, { file: 'vault.db' })

test('the environment gives the options, and what is not said stays at its default', () => {
  expect(read({ OTHER: 'x' })).toEqual({
    publicUrl: 'https://vault.example',
    secureUrl: 'https://secure.example',
    database: 'vault.db',
    keys: [{ id: 'a', bytes: new Uint8Array(32).fill(1) }],
    indexKey: new Uint8Array(32).fill(1),
    mail: { smtpUrl: 'smtp://127.0.0.1:25', from: 'Recovery <recovery@vault.example>' },
  })
})

test('numbers are told on an address of their own', async () => {
  const vault = createVault({ ...read({ PORTICO_VAULT_METRICS_PORT: '0' }), database: ':memory:', port: 0, quiet: true })
  const url = await vault.listen()
  await (await fetch(`${url}/recover/secret`)).text()
  const text = await (await fetch(`${vault.metricsUrl}/metrics`)).text()
  expect(text).toContain('portico_http_requests_total{method="GET",route="/recover/:token",status="200"} 1\n')
  expect(text).not.toContain('secret')
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  await vault.close()
})

test('a delay is seconds, wei and a node', () => {
  const delay = {
    PORTICO_VAULT_DELAY_SECONDS: '3600',
    PORTICO_VAULT_DELAY_ABOVE_WEI: '1000000000000000000',
    PORTICO_VAULT_DELAY_RPC_URL: 'https://node.example',
  }
  expect(read(delay).delay).toEqual({ seconds: 3600, above: 10n ** 18n, rpcUrl: 'https://node.example' })
  expect(() => read({ PORTICO_VAULT_DELAY_SECONDS: '3600' })).toThrow('PORTICO_VAULT_DELAY_RPC_URL: missing')
})

test.each([
  [{ PORTICO_VAULT_KEYS: '' }, 'PORTICO_VAULT_KEYS: missing'],
  [{ PORTICO_VAULT_INDEX_KEY: 'short' }, 'PORTICO_VAULT_INDEX_KEY: not 32 bytes'],
  [{ PORTICO_VAULT_RETAIN_SECONDS: '-1' }, 'PORTICO_VAULT_RETAIN_SECONDS: not a whole number'],
  [{ PORTICO_VAULT_DELAY_ABOVE_WEI: '1.5' }, 'PORTICO_VAULT_DELAY_ABOVE_WEI: not a whole number of wei'],
  [{ PORTICO_VAULT_RETAIN: '1' }, 'PORTICO_VAULT_RETAIN: no such variable'],
])('%j is refused before anything starts: %s', (env, message) => {
  expect(() => read(env)).toThrow(OptionsError)
  expect(() => read(env)).toThrow(message)
})

test('an origin of its own is asked for, and wrong options are named without their values', () => {
  expect(() => createVault({ ...read({}), publicUrl: 'https://secure.example' })).toThrow('publicUrl: the vault needs an origin of its own')
  expect(() => createVault({ ...read({}), secureUrl: 'http://secret.example' })).toThrow(/^secureUrl: (?!.*secret)/)
})
