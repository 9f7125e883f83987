import { encodeRecap, parseSignInMessage, recapStatement } from '@portico/siwx'
import { expect, test } from 'vitest'
import type { AuthPayload } from './cacao.js'
import { authMessage } from './message.js'

const asked: AuthPayload = {
  type: 'caip122',
  chains: ['eip155:10'],
  domain: 'shop.example',
  aud: 'https://shop.example/login',
  version: '1',
  nonce: 'abcdefgh12345678',
  iat: '2026-11-21T17:00:00.000Z',
}
const iss = 'did:pkh:eip155:10:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

test('a text without a statement has the two empty lines of EIP-4361, as other clients write and verify it', () => {
  expect(authMessage(asked, iss)).toBe(
    [
      'shop.example wants you to sign in with your Ethereum account:',
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      '',
      '',
      'URI: https://shop.example/login',
      'Version: 1',
      'Chain ID: 10',
      'Nonce: abcdefgh12345678',
      'Issued At: 2026-11-21T17:00:00.000Z',
    ].join('\n'),
  )
})

test('a text with all that can be asked reads by the standard', () => {
  const recap = encodeRecap({ namespace: 'eip155', methods: ['personal_sign'], chains: ['eip155:10'] })
  const more = { statement: 'Sign in.', exp: '2026-11-22T17:00:00Z', nbf: '2026-11-21T16:00:00Z', requestId: 'r-1', resources: [recap] }
  expect(parseSignInMessage(authMessage({ ...asked, ...more }, iss))).toMatchObject({
    statement:
      "Sign in. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'.",
    expirationTime: more.exp,
    notBefore: more.nbf,
    requestId: 'r-1',
    resources: [recap],
  })
  expect(authMessage(asked, 'did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv')).toContain(
    'your Solana account:',
  )
})

test('the sentence of what is allowed stands in a text once, also where the wallet has written it into the statement', () => {
  const resources = [encodeRecap({ namespace: 'eip155', methods: ['personal_sign'], chains: ['eip155:10'] })]
  const populated = `Sign in. ${recapStatement(resources)}`
  expect(authMessage({ ...asked, statement: populated, resources }, iss)).toBe(
    authMessage({ ...asked, statement: 'Sign in.', resources }, iss),
  )
})
