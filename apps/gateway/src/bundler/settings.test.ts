import { OptionsError } from '@portico/service'
import { expect, test } from 'vitest'
import { readBundlers } from './settings.js'

const key = `0x${'11'.repeat(32)}`

test('a bundler of our own needs a chain and a key, one elsewhere a URL', () => {
  expect(readBundlers([{ chain: 'eip155:1', executors: [key] }])).toMatchObject([{ pollMs: 1000, stuckMs: 30_000, bundleSize: 20 }])
  expect(readBundlers([{ chain: 'eip155:1', url: 'https://bundler.test/key' }])).toEqual([
    { chain: 'eip155:1', url: 'https://bundler.test/key' },
  ])
})

test('what is wrong is named, and no key is repeated', () => {
  const wrong = [
    [{ chain: 'solana:1', executors: [key] }],
    [{ chain: 'eip155:1', executors: [] }],
    [{ chain: 'eip155:1', executors: ['0x12'] }],
    [{ chain: 'eip155:1', executors: [`0x${'00'.repeat(32)}`] }],
    [{ chain: 'eip155:1', executors: [key, key] }],
    [{ chain: 'eip155:1', executors: [key], pollMS: 1 }],
    [
      { chain: 'eip155:1', executors: [key] },
      { chain: 'eip155:1', url: 'https://bundler.test' },
    ],
    [{ chain: 'eip155:1', url: 'http://bundler.test' }],
    [{ chain: 'eip155:1', url: 'https://bundler.test', executors: [key] }],
    'x',
  ]
  for (const value of wrong) {
    expect(() => readBundlers(value), JSON.stringify(value)).toThrow(OptionsError)
    expect(() => readBundlers(value)).not.toThrow('1111')
  }
})
