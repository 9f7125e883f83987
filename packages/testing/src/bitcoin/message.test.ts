/// <reference types="node" />
import { base64 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { expect, test } from 'vitest'
import { createKeys } from './keys.js'
import { signBitcoinMessage } from './message.js'
import type { AddressPurpose, MessageProtocol } from './types.js'

const messages = ['', 'Hello World', 'Zażółć gęślą jaźń 🦊', 'x'.repeat(300)]
const forms = [
  { form: 'p2wpkh', purpose: 'payment', type: 'p2wpkh' },
  { form: 'p2sh', purpose: 'payment', type: 'p2sh' },
  { form: 'p2tr', purpose: 'ordinals', type: 'p2wpkh' },
] as const
const protocols: MessageProtocol[] = ['ecdsa', 'bip322']
const cases = forms.flatMap((form) => protocols.map((protocol) => ({ ...form, protocol })))

const keyOf = (type: 'p2wpkh' | 'p2sh', purpose: AddressPurpose, index = 0) => createKeys(type).at(index, purpose, 'mainnet')

test.each(cases)('another implementation verifies $protocol signatures of $form addresses', ({ purpose, type, protocol }) => {
  for (const index of [0, 1, 9]) {
    const own = keyOf(type, purpose, index)
    for (const message of messages) {
      const { signature, protocol: used } = signBitcoinMessage(own, message, protocol)
      expect(used).toBe(protocol)
      expect(Verifier.verifySignature(own.address, message, signature)).toBe(true)
      expect(Verifier.verifySignature(own.address, `${message}.`, signature)).toBe(false)
    }
  }
})

test.each(cases)('a $protocol signature of a $form address is nobody else\u2019s', ({ purpose, type, protocol }) => {
  const { signature } = signBitcoinMessage(keyOf(type, purpose), 'mine', protocol)
  expect(Verifier.verifySignature(keyOf(type, purpose, 1).address, 'mine', signature)).toBe(false)
})

test('ECDSA signatures carry the flag of their address form (BIP-137) in 65 bytes', () => {
  const flag = (type: 'p2wpkh' | 'p2sh') => {
    const bytes = base64.decode(signBitcoinMessage(keyOf(type, 'payment'), 'flag', 'ecdsa').signature)
    expect(bytes).toHaveLength(65)
    return bytes[0] ?? 0
  }
  expect(flag('p2wpkh')).toSatisfy((byte: number) => byte >= 39 && byte <= 42)
  expect(flag('p2sh')).toSatisfy((byte: number) => byte >= 35 && byte <= 38)
  const own = keyOf('p2wpkh', 'payment')
  expect(Verifier.verifySignature(own.address, 'flag', signBitcoinMessage(own, 'flag', 'ecdsa').signature, true)).toBe(true)
})

test('bytes are signed as the text that they are', () => {
  const own = keyOf('p2wpkh', 'payment')
  const bytes = new TextEncoder().encode('Hello')
  expect(signBitcoinMessage(own, bytes, 'ecdsa')).toEqual(signBitcoinMessage(own, 'Hello', 'ecdsa'))
})

test('the hash of BIP-322 is that of its test vectors', () => {
  const own = keyOf('p2wpkh', 'payment')
  const hashes = ['', 'Hello World'].map((message) => signBitcoinMessage(own, message, 'bip322').messageHash)
  expect(hashes).toEqual([
    'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
    'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
  ])
})
