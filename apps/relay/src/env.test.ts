import { OptionsError } from '@portico/service'
import { expect, test } from 'vitest'
import { readOptions } from './env.js'
import { newVapidKeys } from './push/vapid.js'
import { createRelay } from './relay.js'

const file = '/data/relay.db'
const [, privateKey = ''] = /VAPID_PRIVATE_KEY=(\S+)/.exec(newVapidKeys()) ?? []

test('reads the environment', () => {
  expect(readOptions({ HOME: '/root', PORTICO_RELAY_PORT: '' }, { file })).toEqual({ storage: { sqlite: file }, limits: {} })
  const env = {
    PORTICO_RELAY_HOST: '0.0.0.0',
    PORTICO_RELAY_PORT: '7000',
    PORTICO_RELAY_PUBLIC_URLS: 'wss://a.example, wss://b.example/relay',
    PORTICO_RELAY_PROJECT_IDS: 'shop, bank',
    PORTICO_RELAY_ORIGINS: 'https://shop.example',
    PORTICO_RELAY_TOKEN_SECONDS: '3600',
    PORTICO_RELAY_REDIS_URL: 'rediss://:secret@redis:6379/1',
    PORTICO_RELAY_REDIS_PREFIX: 'mine',
    PORTICO_RELAY_TRUST_PROXY: '1',
    PORTICO_RELAY_CLOCK_LEEWAY_SECONDS: '5',
    PORTICO_RELAY_PING_SECONDS: '20',
    PORTICO_RELAY_DRAIN_SECONDS: '3',
    PORTICO_RELAY_METRICS_HOST: '10.0.0.5',
    PORTICO_RELAY_METRICS_PORT: '9555',
    PORTICO_RELAY_VAPID_PRIVATE_KEY: privateKey,
    PORTICO_RELAY_VAPID_SUBJECT: 'mailto:operator@example.com',
    PORTICO_RELAY_PUSH_SERVICES: 'push.example.com, *.push.example.com',
    PORTICO_RELAY_QUIET: 'true',
    PORTICO_RELAY_LIMIT_MESSAGE_BYTES: '1000',
    PORTICO_RELAY_LIMIT_TTL_BY_TAG: '{"1108":60}',
  }
  expect(readOptions(env, { file })).toEqual({
    host: '0.0.0.0',
    port: 7000,
    publicUrls: ['wss://a.example', 'wss://b.example/relay'],
    projectIds: ['shop', 'bank'],
    origins: ['https://shop.example'],
    tokenSeconds: 3600,
    storage: { redis: 'rediss://:secret@redis:6379/1', prefix: 'mine' },
    trustProxy: 1,
    clockLeeway: 5,
    pingMs: 20_000,
    drainMs: 3000,
    metrics: { host: '10.0.0.5', port: 9555 },
    push: { privateKey, subject: 'mailto:operator@example.com', services: ['push.example.com', '*.push.example.com'] },
    quiet: true,
    limits: { messageBytes: 1000, ttlByTag: { 1108: 60 } },
  })
})

test('takes a variable of blanks as absent: a number would be 0', () => {
  expect(readOptions({ PORTICO_RELAY_PORT: ' ', PORTICO_RELAY_DRAIN_SECONDS: '\t' }, { file })).toEqual(readOptions({}, { file }))
})

test('names each variable that is wrong, without the secret it may hold', () => {
  const wrong = {
    PORTICO_RELAY_PORT: 'many',
    PORTICO_RELAY_REDIS_URL: 'http://user:hunter2@host',
    PORTICO_RELAY_LIMIT_MESSAGE_BYTES: '0',
    PORTICO_RELAY_DATABASE: 'postgres://user:hunter2@host/relay',
    PORTICO_RELAY_LIMIT_TTL_BY_TAG: '{',
  }
  const error = (() => {
    try {
      return readOptions(wrong, { file })
    } catch (reason) {
      return reason
    }
  })()
  expect(error).toBeInstanceOf(OptionsError)
  for (const name of Object.keys(wrong)) expect(String(error)).toContain(name)
  expect(String(error)).not.toContain('hunter2')
  expect(() => readOptions({ PORTICO_RELAY_LIMIT_MESAGE_BYTES: '1' }, { file })).toThrow(
    'PORTICO_RELAY_LIMIT_MESAGE_BYTES: no such variable',
  )
  expect(() => readOptions({ PORTICO_RELAY_METRICS_HOST: '0.0.0.0' }, { file })).toThrow('PORTICO_RELAY_METRICS_PORT is missing')
  expect(() => readOptions({ PORTICO_RELAY_VAPID_PRIVATE_KEY: privateKey }, { file })).toThrow('PORTICO_RELAY_VAPID_SUBJECT is missing')
  expect(() => readOptions({ PORTICO_RELAY_PUSH_SERVICES: 'a.example' }, { file })).toThrow('PORTICO_RELAY_VAPID_PRIVATE_KEY is missing')
  const both = { PORTICO_RELAY_REDIS_URL: 'redis://a', PORTICO_RELAY_DATABASE: 'b' }
  expect(() => readOptions(both, { file })).toThrow('one of them, not both')
})

test('refuses options that can not hold', () => {
  expect(() => createRelay({ host: '0.0.0.0' })).toThrow('publicUrls is missing')
  expect(() => createRelay({ publicUrls: [] })).toThrow('publicUrls is empty')
  expect(() => createRelay({ publicUrls: ['https://relay.example.com'] })).toThrow('not a ws:// or wss:// URL')
  for (const origin of ['shop.example', 'https://shop.example/', 'https://shop.example/page', 'null'])
    expect(() => createRelay({ origins: [origin] })).toThrow(`origins: ${origin} is not an origin`)
  expect(() => createRelay({ projectIds: ['shop', ''] })).toThrow('projectIds: an empty one')
  expect(() => createRelay({ limits: { messageBytes: Number.NaN } })).toThrow('limits.messageBytes is NaN')
  expect(() => createRelay({ limits: { ttlByTag: { 1108: 0 } } })).toThrow('limits.ttlByTag[1108]')
  const push = { privateKey, subject: 'mailto:operator@example.com' }
  for (const subject of ['', 'operator@example.com', 'mailto:', 'http://example.com'])
    expect(() => createRelay({ push: { ...push, subject } })).toThrow('push.subject')
  for (const key of ['', 'hunter2', 'A'.repeat(43), `${privateKey}AA`])
    expect(() => createRelay({ push: { ...push, privateKey: key } })).toThrow('push.privateKey is not a key of P-256')
  for (const service of [
    'https://push.example.com',
    '10.0.0.1',
    '169.254.169.254',
    'localhost',
    '*',
    '*.com/',
    'http://10.0.0.1',
    'a.example:8443',
  ])
    expect(() => createRelay({ push: { ...push, services: [service] } })).toThrow(`push.services: ${service} is not a host`)
  expect(() => createRelay({ push: { ...push, services: [] } })).toThrow('push.services is empty')
  expect(() => createRelay({ port: 70_000 })).toThrow('port is 70000')
  expect(() => createRelay({ storage: { redis: 'localhost' } })).toThrow('redis://')
})
