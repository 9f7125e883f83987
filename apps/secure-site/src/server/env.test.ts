import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OptionsError } from '@portico/service'
import { afterAll, expect, test } from 'vitest'
import { readOptions } from './env.js'
import { resolveOptions } from './options.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const key = Buffer.alloc(32, 1).toString('base64')
const network = {
  id: 'eip155:1',
  name: 'Ethereum',
  rpcUrl: 'http://127.0.0.1:8545',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
}
const least = {
  PORTICO_SECURE_SITE_PUBLIC_URL: 'https://secure.example',
  PORTICO_SECURE_SITE_VAULT_URL: 'https://vault.example',
  PORTICO_SECURE_SITE_KEYS: `2026b:${key},2026a:${'ab'.repeat(32)}`,
  PORTICO_SECURE_SITE_INDEX_KEY: key,
  PORTICO_SECURE_SITE_PROJECTS: JSON.stringify([{ id: 'demo', origins: ['https://shop.example', 'http://localhost:5173'] }]),
  PORTICO_SECURE_SITE_NETWORKS: JSON.stringify([network]),
  PORTICO_SECURE_SITE_SMTP_URL: 'smtp://user:pass@mail.example:587',
  PORTICO_SECURE_SITE_MAIL_FROM: 'Wallet <wallet@secure.example>',
}
const read = (env: Record<string, string | undefined>) => readOptions(env, { file: 'secure-site.db' })
const problem = (env: Record<string, string | undefined>): string => {
  try {
    resolveOptions(read({ ...least, ...env }))
  } catch (error) {
    if (error instanceof OptionsError) return error.message
    throw error
  }
  return ''
}

test('the least that is needed, and the defaults of the rest', () => {
  const config = resolveOptions(read({ ...least, OTHER: 'x', PORTICO_SECURE_SITE_PORT: '' }))
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 9301,
    database: 'secure-site.db',
    sessionDays: 30,
    trustProxy: 0,
    frameLogger: false,
    quiet: false,
  })
  expect(config.limits).toEqual({
    mailGapSeconds: 30,
    mailsPerAddressHour: 5,
    mailsPerAddressDay: 10,
    mailsPerNetworkHour: 20,
    callsPerMinute: 1200,
  })
  expect(config.keys.map(({ id, bytes }) => [id, bytes[0]])).toEqual([
    ['2026b', 1],
    ['2026a', 0xab],
  ])
  expect(config.projects).toEqual([
    { id: 'demo', origins: ['https://shop.example', 'http://localhost:5173'], mailsPerHour: 1000, deviceLink: false, codeInPage: [] },
  ])
})

test('secrets come from files as well', () => {
  const file = join(folder, 'keys')
  writeFileSync(file, `k1:${key}\n`)
  const { PORTICO_SECURE_SITE_KEYS: _, ...rest } = least
  expect(read({ ...rest, PORTICO_SECURE_SITE_KEYS_FILE: file }).keys.map(({ id }) => id)).toEqual(['k1'])
  expect(problem({ PORTICO_SECURE_SITE_KEYS: undefined, PORTICO_SECURE_SITE_KEYS_FILE: join(folder, 'none') })).toBe(
    "PORTICO_SECURE_SITE_KEYS_FILE: the file can't be read",
  )
  expect(problem({ PORTICO_SECURE_SITE_KEYS_FILE: file })).toBe('PORTICO_SECURE_SITE_KEYS_FILE: PORTICO_SECURE_SITE_KEYS is set as well')
  expect(problem({ PORTICO_SECURE_SITE_HOST_FILE: file })).toContain('no such variable')
})

test('what is wrong is named, and its value is not repeated', () => {
  const wrong: readonly (readonly [string, string, string])[] = [
    ['KEYS', 'k1:secretsecret', 'not 32 bytes'],
    ['KEYS', key, 'a key has no name'],
    ['KEYS', `a:${key},a:${key}`, 'keys: a is there twice'],
    ['INDEX_KEY', 'secretsecret', 'not 32 bytes'],
    ['PUBLIC_URL', 'http://secretsecret.example', 'not an origin'],
    ['PUBLIC_URL', 'https://secretsecret.example/', 'not an origin'],
    ['PROJECTS', '{secretsecret', 'not JSON'],
    ['PROJECTS', '[]', 'no project'],
    ['PROJECTS', '[{"id":"demo","origins":["http://secretsecret.example"]}]', 'not an origin'],
    ['PROJECTS', '[{"id":"demo","origins":["https://*.example/secretsecret"]}]', 'not an origin'],
    ['PROJECTS', '[{"id":"demo","origins":[]},{"id":"demo","origins":[]}]', 'demo is there twice'],
    ['PROJECTS', '[{"id":"demo","origins":[],"codeInPage":["https://secretsecret.example"]}]', 'not one of the origins'],
    ['PROJECTS', '[{"id":"demo","origin":["https://secretsecret.example"]}]', 'origins: Invalid input: expected array, received undefined'],
    ['PERMISSIONS', '{"networks":["eip155:1"],"secs":"secretsecret"}', 'Unrecognized key: "secs"'],
    ['SESSION_DAYS', '0', '>=1'],
    ['NETWORKS', '[]', 'no network'],
    ['NETWORKS', JSON.stringify([{ ...network, id: 'secretsecret' }]), 'not a CAIP-2 id'],
    ['NETWORKS', JSON.stringify([{ ...network, rpcUrl: 'javascript:secretsecret' }]), 'not a URL of a node'],
    ['RISKY_ABOVE', '{"eip155:1":"secretsecret"}', 'not a whole number'],
    ['SMTP_URL', 'https://secretsecret', 'not an smtp://'],
    ['SMTP_URL', 'smtp://user:secret#secretsecret@mail.example:587', 'percent-encoded'],
    ['MAIL_FROM', 'secretsecret', 'not a sender'],
    ['PORT', 'secretsecret', 'not a whole number'],
    ['PORT', '70000', 'port'],
    ['QUIET', 'secretsecret', 'not true or false'],
    // S27 says 30: less would be more mails, and a longer wait is not what visitors read.
    ['LIMIT_MAIL_GAP_SECONDS', '1', 'no such variable'],
    ['VAULT_URL', least['PORTICO_SECURE_SITE_PUBLIC_URL'], 'an origin of its own'],
    ['LIMIT_MAILS_PER_ADDRESS_DAY', '11', 'mailsPerAddressDay'],
    ['LIMIT_MAILS', '5', 'no such variable'],
  ]
  for (const [name, value, message] of wrong) {
    const text = problem({ [`PORTICO_SECURE_SITE_${name}`]: value })
    expect(text, name).toContain(message)
    expect(text, name).not.toContain('secretsecret')
  }
  expect(problem({ PORTICO_SECURE_SITE_PUBLIC_URL: '' })).toBe('PORTICO_SECURE_SITE_PUBLIC_URL: missing')
})
