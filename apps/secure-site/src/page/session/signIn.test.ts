import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { verifyMessage } from 'viem'
import { expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { ethereum, keys as testKeys, memoryBatches, nodeDouble, own, ownSolana, solana } from '../requests/kit.test.helper.js'
import { prepareRequest } from '../requests/prepare.js'
import type { RequestContext, UnlockStep } from '../types.js'
import { openOffer, readOffer, type LoginSignatureOptions } from './signIn.js'

const hostOrigin = 'https://shop.example'
const iso = (offset: number) => new Date(Date.now() + offset).toISOString()
const good = () => ({
  domain: 'shop.example',
  uri: `${hostOrigin}/login`,
  statement: 'Sign in to the shop.',
  nonce: 'd41d8cd98f00b204e9800998ecf8427e',
  issuedAt: iso(0),
  expirationTime: iso(3_600_000),
  chainId: ethereum.id,
})
const signal = () => new AbortController().signal

function setUp({ step = { kind: 'none' }, ...more }: Partial<LoginSignatureOptions> & { readonly step?: UnlockStep } = {}) {
  const context: RequestContext & { readonly newOrigin: boolean } = {
    origin: hostOrigin,
    addresses: { eip155: own, solana: ownSolana },
    active: { eip155: 'eip155:10', solana: solana.id },
    networks: [ethereum, solana],
    knownAddresses: [],
    batches: memoryBatches(),
    fetch: nodeDouble({}).fetch,
    newOrigin: true,
  }
  const withKey = vi.fn()
  const onSigned = vi.fn(() => Promise.resolve())
  const options: LoginSignatureOptions = {
    hostOrigin,
    serves: (id) => id === ethereum.id || id === solana.id,
    context: async () => context,
    loadKeys: async () => ({
      unlockStep: async () => step,
      withKey(namespace, use) {
        withKey()
        return testKeys.withKey(namespace, use)
      },
    }),
    prepare: prepareRequest,
    isUnprotected: async () => false,
    onSigned,
    ...more,
  }
  const sign = async (offer: unknown, aborts = signal()) => (await openOffer(offer, options))?.sign(aborts)
  return { sign, withKey, onSigned, options }
}

test('the account that has logged in signs in to the site, on the network of the offer, without another question', async () => {
  const { sign, onSigned } = setUp()
  const signed = await sign(good())
  expect(signed?.networkId).toBe(ethereum.id)
  expect(signed?.message).toContain('shop.example wants you to sign in with your Ethereum account:')
  const signature = signed?.signature as `0x${string}`
  expect(await verifyMessage({ address: own, message: signed?.message ?? '', signature })).toBe(true)
  expect(onSigned).toHaveBeenCalledOnce()
  const { statement: _, ...unsaid } = good()
  expect(await sign(unsaid)).toBeDefined()
})

test('of Solana, too', async () => {
  const signed = await setUp().sign({ ...good(), chainId: solana.id })
  const bytes = new TextEncoder().encode(signed?.message)
  expect(signed?.networkId).toBe(solana.id)
  expect(ed25519.verify(base58.decode(signed?.signature ?? ''), bytes, base58.decode(ownSolana))).toBe(true)
})

test('a wallet that is locked or to be protected first, a login that is over and a page without an answer sign nothing', async () => {
  const cases = [
    { step: { kind: 'factor', passkey: true, passphrase: false, recoveryCode: false } as const },
    { isUnprotected: async () => true },
    { context: () => Promise.reject(new Error('not logged in')) },
    { prepare: () => Promise.reject(new Error('no')) },
  ]
  for (const one of cases) {
    const { sign, withKey } = setUp(one)
    expect(await sign(good())).toBeUndefined()
    expect(withKey).not.toHaveBeenCalled()
  }
  const { sign, withKey } = setUp()
  expect(await sign(good(), AbortSignal.abort())).toBeUndefined()
  expect(withKey).not.toHaveBeenCalled()
})

test('S21: a nonce that has got old while the visitor looked for the mail is not signed: the site asks with another one', async () => {
  vi.useFakeTimers()
  try {
    const { options, withKey } = setUp()
    const opened = await openOffer(good(), options)
    vi.advanceTimersByTime(290_000)
    expect(await opened?.sign(signal())).toBeUndefined()
    expect(withKey).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test('what is prepared as anything but a sign-in to this site is not signed', async () => {
  const { sign, withKey } = setUp({
    prepare: async (request, context) => ({
      ...(await prepareRequest(request, context)),
      effects: [{ kind: 'message', values: {}, message: 'Hello' }],
    }),
  })
  expect(await sign(good())).toBeUndefined()
  expect(withKey).not.toHaveBeenCalled()
})

const wrong = fc.oneof(
  fc.constantFrom<object>(
    { domain: 'shop.example.evil.example' },
    { domain: 'www.shop.example' },
    { domain: 'SHOP.example' },
    { domain: 'user@shop.example' },
    { domain: 'shop.example:443' },
    { uri: 'https://bank.example' },
    { uri: 'http://shop.example' },
    { uri: 'https://shop.example:8443' },
    { uri: 'https://user:word@shop.example/login' },
    { uri: 'javascript:alert(1)' },
    { uri: `${hostOrigin}/login\nVersion: 1` },
    { statement: 'Two\nlines' },
    { statement: 'URI: https://bank.example' },
    { statement: '' },
    { statement: 'größer' },
    { nonce: 'short' },
    { nonce: '0123456789abcde' },
    { nonce: 'with spaces in the middle of it' },
    { issuedAt: 'yesterday' },
    { expirationTime: undefined },
    { chainId: 'eip155:137' },
    { chainId: 'bip122:000000000019d6689c085ae165831e93' },
    { chainId: '1' },
    { resources: ['urn:recap:eyJhdHQiOnt9fQ'] },
    { notBefore: '2026-01-01T00:00:00Z' },
    { scheme: 'https' },
    { address: own },
    { method: 'eth_sendTransaction' },
  ),
  fc.webAuthority({ withPort: true }).map((domain) => ({ domain })),
  fc.webUrl().map((uri) => ({ uri })),
  fc.integer({ min: 61_000, max: 10 ** 10 }).map((ms) => ({ issuedAt: iso(ms) })),
  fc.integer({ min: 286_000, max: 10 ** 10 }).map((ms) => ({ issuedAt: iso(-ms) })),
  fc.integer({ min: 86_460_000, max: 10 ** 11 }).map((ms) => ({ expirationTime: iso(ms) })),
  fc.integer({ min: 0, max: 10 ** 10 }).map((ms) => ({ expirationTime: iso(-ms) })),
)

test('S25: of 10,000 offers that are for another site, for longer, older, or more than a sign-in, none is signed with a login', () => {
  const rules = { hostOrigin, serves: (id: string) => id === ethereum.id || id === solana.id }
  expect(readOffer(good(), rules)).toBeDefined()
  let taken = 0
  fc.assert(
    fc.property(wrong, fc.array(wrong, { maxLength: 2 }), (first, others) => {
      if (readOffer(Object.assign(good(), ...others, first), rules)) taken += 1
      expect(taken).toBe(0)
    }),
    { numRuns: 10_000 },
  )
  for (const value of [undefined, null, 7, 'text', [], { ...good(), domain: 7 }]) expect(readOffer(value, rules)).toBeUndefined()
  recordPromise({ id: 'S25', name: 'sign-ins for another site, or for more, with a login', runs: 10_000, accepted: taken })
})
