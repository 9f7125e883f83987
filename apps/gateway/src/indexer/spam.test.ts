import { expect, test } from 'vitest'
import { isBait, isSpam } from './spam.js'

const facts = { name: 'Token', symbol: 'TKN', decimals: 18, iconUrl: '', isListed: false }
const transfer = { kind: 'erc20', token: '0xt', sender: '0xyou', recipient: '0xme', amount: '5', spread: 1 } as const
const of = (more: Partial<Parameters<typeof isSpam>[0]>) => isSpam({ viewer: '0xme', signer: '0xyou', transfer, facts, ...more })

test('flags what nobody asked for', () => {
  expect(of({})).toBe(false)
  expect(of({ transfer: { ...transfer, sender: '0xt' } })).toBe(true)
  expect(of({ transfer: { ...transfer, spread: 11 } })).toBe(true)
  expect(of({ facts: { ...facts, name: 'Visit usdc-claim.com' } })).toBe(true)
  // Nothing, in the viewer's name: so that its receiver stands in their history.
  expect(of({ transfer: { ...transfer, sender: '0xme', recipient: '0xlike-a-friend', amount: '0' } })).toBe(true)
  expect(of({ transfer: { ...transfer, amount: '0' }, facts: { ...facts, isListed: true } })).toBe(true)
})

test('flags nothing that the viewer signed, no coin, and no token of the list', () => {
  expect(of({ signer: '0xme', transfer: { ...transfer, spread: 50 } })).toBe(false)
  expect(of({ transfer: { ...transfer, kind: 'native', token: '', amount: '0' } })).toBe(false)
  expect(of({ transfer: { ...transfer, spread: 50 }, facts: { ...facts, isListed: true } })).toBe(false)
})

test('a name with an address of a site, a promise, or letters of two scripts in a word is bait', () => {
  for (const name of ['https://a.b', 'win at token.xyz', 't.me/abc', 'Claim Reward', 'UЅDC', 'Εther'])
    expect(isBait({ name, symbol: '' }), name).toBe(true)
  for (const name of ['USD Coin', 'yearn', 'Ελλάδα', 'Рубль', 'Dai Stablecoin', '日本円 JPY']) {
    expect(isBait({ name, symbol: 'X' }), name).toBe(false)
  }
})
