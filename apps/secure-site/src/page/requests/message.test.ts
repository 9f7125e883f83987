import { createSiweMessage } from 'viem/siwe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { own, testContext } from './kit.test.helper.js'
import { prepareRequest } from './prepare.js'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const fields = {
  domain: 'app.example',
  address: own,
  uri: 'https://app.example/login',
  version: '1',
  chainId: 1,
  nonce: 'abcdefgh12345678',
  issuedAt: new Date('2026-01-01T00:00:00Z'),
} as const
const prepare = (text: string, newOrigin?: boolean) =>
  prepareRequest({ id: 'r', method: 'personal_sign', params: [text, own] }, testContext(newOrigin === undefined ? {} : { newOrigin }))

describe('a sign-in for the site', () => {
  test('is said with its fields, each of which is in the details', async () => {
    const text = createSiweMessage({ ...fields, statement: 'Welcome.', resources: ['https://app.example/terms', 'urn:a:b'] })
    const values = {
      domain: 'app.example',
      address: own,
      statement: 'Welcome.',
      uri: 'https://app.example/login',
      version: '1',
      chainId: '1',
      nonce: 'abcdefgh12345678',
      issuedAt: '2026-01-01T00:00:00.000Z',
    }
    const { effects, warnings, risk, details } = await prepare(text)
    expect({ effects, warnings, risk }).toEqual({ effects: [{ kind: 'signIn', values, message: text }], warnings: [], risk: 'normal' })
    for (const detail of [
      { path: 'message', value: text },
      ...Object.entries(values).map(([name, value]) => ({ path: `signIn.${name}`, value })),
      { path: 'signIn.resources[0]', value: 'https://app.example/terms' },
      { path: 'signIn.resources[1]', value: 'urn:a:b' },
    ])
      expect(details).toContainEqual(detail)
  })

  test.each([
    ['a moment ago', '2026-03-01T11:59:59.999Z', [{ kind: 'willFail' }]],
    ['now', '2026-03-01T12:00:00.000Z', [{ kind: 'willFail' }]],
    ['in a moment', '2026-03-01T12:00:00.001Z', []],
  ])('that ends %s', async (_, end, warnings) => {
    expect((await prepare(createSiweMessage({ ...fields, expirationTime: new Date(end) }))).warnings).toEqual(warnings)
  })

  test.each([
    [true, 'risky'],
    [false, 'normal'],
  ])('where the account has never signed in (%s) is %s', async (newOrigin, risk) => {
    expect((await prepare(createSiweMessage(fields), newOrigin)).risk).toBe(risk)
  })
})

test('bytes that nobody can read are shown as hex, and are nowhere a text', async () => {
  const { effects, warnings, risk, details } = await prepare('0xfffe')
  expect({ effects, warnings, risk }).toEqual({
    effects: [{ kind: 'message', values: { bytes: '2' }, message: '0xfffe' }],
    warnings: [{ kind: 'blindMessage' }],
    risk: 'risky',
  })
  expect(details.map(({ path }) => path)).not.toContain('message')
  expect(details.every(({ value }) => typeof value === 'string')).toBe(true)
})
