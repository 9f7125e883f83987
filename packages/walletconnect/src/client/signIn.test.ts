import { encodeRecap, recapStatement } from '@portico/siwx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CacaoPayload } from '../auth/cacao.js'
import { address, base, ethereum } from '../test/parties.js'
import { payloadOf, readSignInAnswer } from './signIn.js'

const asked = payloadOf({
  chains: [ethereum, base],
  domain: 'shop.example',
  aud: 'https://shop.example/login',
  nonce: 'd41d8cd98f00b204',
  iat: '2026-11-22T10:00:00.000Z',
  exp: '2026-11-23T10:00:00.000Z',
  statement: 'Sign in to the shop.',
  resources: ['https://shop.example/terms'],
  methods: ['personal_sign', 'eth_sendTransaction'],
})
const { type: _type, chains: _chains, ...fields } = asked
const signed = (changes: Partial<CacaoPayload> = {}) => ({ ...fields, iss: `did:pkh:${ethereum}:${address}`, ...changes })
const read = (...payloads: readonly object[]) => {
  const cacaos = payloads.map((p) => ({ h: { t: 'caip122' }, p, s: { t: 'eip191', s: '0x01' } }))
  return readSignInAnswer({ cacaos, responder: { publicKey: 'aa'.repeat(32) } }, asked)
}

test('what was signed is what was asked, on any of the chains that were', () => {
  expect(read(signed(), signed({ iss: `did:pkh:${base}:${address}` }))?.cacaos).toHaveLength(2)
})

test('a wallet may allow less than was asked, and says so in the statement', () => {
  const resources = ['https://shop.example/terms', encodeRecap({ namespace: 'eip155', methods: ['personal_sign'], chains: [ethereum] })]
  const answer = read(signed({ resources, statement: `Sign in to the shop. ${recapStatement(resources)}` }))
  expect(answer?.namespaces?.['eip155']?.methods).toEqual(['personal_sign'])
})

test('S22: of answers in which a single field is another one, none is taken', () => {
  const change = fc.oneof(
    fc.constantFrom<Partial<CacaoPayload>>(
      { iss: `did:pkh:eip155:10:${address}` },
      { iss: `did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${address}` },
      { version: '2' },
      { nbf: '2026-11-22T10:00:00.000Z' },
      { requestId: '1' },
      { resources: ['https://shop.example/terms', 'https://bank.example', ...(asked.resources ?? []).slice(1)] },
      { resources: (asked.resources ?? []).slice(1) },
      { resources: [] },
    ),
    fc
      .tuple(fc.constantFrom('domain', 'aud', 'nonce', 'iat', 'exp', 'statement'), fc.string({ minLength: 1, maxLength: 30 }))
      .map(([field, text]): Partial<CacaoPayload> => ({ [field]: `${text}.` })),
  )
  fc.assert(
    fc.property(change, fc.boolean(), (changed, isSecond) => {
      const altered = signed(changed)
      expect(isSecond ? read(signed(), altered) : read(altered)).toBeUndefined()
    }),
    { numRuns: 10_000 },
  )
})
