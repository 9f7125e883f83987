import { expect, test } from 'vitest'
import { encodeRecap, isRecap, readRecap, recapStatement } from './index.js'

const asRecap = (value: unknown) => `urn:recap:${btoa(JSON.stringify(value)).replaceAll('=', '')}`

// The messages of spruceid/siwe-recap (MIT).
test('says what a recap allows, as ERC-5573 has it', () => {
  const kepler = 'kepler:ens:example.eth://default/kv'
  const all = { 'kv/delete': [{}], 'kv/get': [{}], 'kv/list': [{}], 'kv/metadata': [{}], 'kv/put': [{}] }
  const att = {
    [kepler]: { 'kv/get': [{}], 'kv/list': [{}], 'kv/metadata': [{}] },
    [`${kepler}/dapp-space`]: all,
    [`${kepler}/public`]: all,
    'urn:credential:type:type1': { 'credential/present': [{}] },
  }
  expect(recapStatement([asRecap({ att, prf: [] })])).toBe(
    `I further authorize the stated URI to perform the following actions on my behalf: (1) 'kv': 'get', 'list', 'metadata' for '${kepler}'. (2) 'kv': 'delete', 'get', 'list', 'metadata', 'put' for '${kepler}/dapp-space'. (3) 'kv': 'delete', 'get', 'list', 'metadata', 'put' for '${kepler}/public'. (4) 'credential': 'present' for 'urn:credential:type:type1'.`,
  )
  expect(recapStatement(['http://example.com', asRecap({ att: { 'credential:*': { 'credential/present': [{}] } } })])).toBe(
    "I further authorize the stated URI to perform the following actions on my behalf: (1) 'credential': 'present' for 'credential:*'.",
  )
})

test('says nothing of what is no recap, or not the last resource', () => {
  const recap = encodeRecap({ namespace: 'eip155', methods: ['personal_sign'], chains: ['eip155:1'] })
  const bad = ['urn:recap:', 'urn:recap:%%', asRecap(null), asRecap([]), asRecap({ att: [] }), asRecap({}), 'https://a.example']
  for (const resource of [...bad, ...bad.map((each) => `${each}x`)]) expect(recapStatement([resource]), resource).toBe('')
  expect(recapStatement([recap, 'https://a.example'])).toBe('')
  expect(recapStatement(undefined)).toBe('')
  expect(recapStatement([asRecap({ att: { __proto__: null, eip155: null } })])).toBe('')
  expect(isRecap(recap)).toBe(true)
})

test('is written and read for the methods of a chain family', () => {
  const recap = { namespace: 'eip155', methods: ['eth_sendTransaction', 'personal_sign'], chains: ['eip155:1', 'eip155:10'] }
  const resource = encodeRecap(recap)
  expect(resource).toMatch(/^urn:recap:[\w-]+$/)
  expect(readRecap(['https://a.example', resource], 'eip155')).toEqual(recap)
  expect(readRecap([resource], 'solana')).toEqual({ namespace: 'solana', methods: [], chains: [] })
  expect(recapStatement([resource])).toContain("(1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.")
})
