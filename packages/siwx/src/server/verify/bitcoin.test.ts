import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64 } from '@scure/base'
import { p2pkh, p2sh, p2wpkh } from '@scure/btc-signer'
import { describe, expect, test } from 'vitest'
import { bad, full, good, scripts } from '../test/bip322.vectors.js'
import { verifyBip322 } from './bip322.js'
import { bitcoinVerifier } from './bitcoin.js'

const network = 'mainnet'
const chain = 'bip122:000000000019d6689c085ae165831e93'
const signed = (address: string, text: string, signature: string) => ({
  message: {
    namespace: 'bip122',
    domain: 'a',
    address,
    uri: 'a:',
    version: '1',
    chainId: chain.slice(7),
    nonce: '12345678',
    issuedAt: '',
  } as const,
  chain,
  text,
  signature,
})

describe('BIP-322', () => {
  test.each(good)('simple: %s', async (_, address, message, signature) => {
    expect(verifyBip322({ address, network, message, signature })).toEqual({ lockTime: 0, sequence: 0 })
    expect(verifyBip322({ address, network, message: `${message}x`, signature })).toBeUndefined()
    expect(verifyBip322({ address, network: 'testnet', message, signature })).toBeUndefined()
    expect(await bitcoinVerifier()(signed(address, message, signature))).toBe('valid')
  })

  test.each(full)('full: %s is good, and signs nobody in before its time', async (_, address, message, signature) => {
    expect(verifyBip322({ address, network, message, signature: `ful${signature}` })).toEqual({ lockTime: 2016, sequence: 2016 })
    expect(verifyBip322({ address, network, message: `${message}x`, signature: `ful${signature}` })).toBeUndefined()
    expect(await bitcoinVerifier()(signed(address, message, `ful${signature}`))).toBe('invalid')
  })

  test.each([...bad, ...scripts])('S22: refused: %s', async (_, address, message, signature) => {
    expect(verifyBip322({ address, network, message, signature })).toBeUndefined()
    expect(await bitcoinVerifier()(signed(address, message, signature))).toBe('invalid')
  })

  test('each byte of a signature counts', () => {
    for (const [, address, message, signature] of [good[2], good[6]]) {
      const prefix = signature.startsWith('smp') ? 'smp' : ''
      const bytes = base64.decode(signature.slice(prefix.length))
      for (const [index, byte] of bytes.entries()) {
        const altered = prefix + base64.encode(bytes.with(index, byte ^ 1))
        expect(verifyBip322({ address, network, message, signature: altered }), `byte ${index}`).toBeUndefined()
      }
    }
  })
})

describe('the form before BIP-322', () => {
  const secret = new Uint8Array(32).fill(7)
  const key = secp256k1.getPublicKey(secret, true)
  const message = 'Sign in'
  const text = new TextEncoder().encode(`\x18Bitcoin Signed Message:\n${String.fromCharCode(message.length)}${message}`)
  /** @param base of the header: 27 whole keys, 31 short ones, 35 and 39 of segregated addresses (BIP-137) */
  const sign = (base: number) => {
    const [recovery = 0, ...rest] = secp256k1.sign(sha256(sha256(text)), secret, { prehash: false, format: 'recovered' })
    return base64.encode(Uint8Array.from([base + recovery, ...rest]))
  }
  const address = { pkh: p2pkh(key).address ?? '', wpkh: p2wpkh(key).address ?? '', sh: p2sh(p2wpkh(key)).address ?? '' }

  test.each([
    ['pkh', 31],
    ['wpkh', 31],
    ['wpkh', 39],
    ['sh', 31],
    ['sh', 35],
  ] as const)('%s with header %i', (kind, base) => {
    expect(verifyBip322({ address: address[kind], network, message, signature: sign(base) })).toEqual({ lockTime: 0, sequence: 0 })
    expect(verifyBip322({ address: address[kind], network, message: 'Sign out', signature: sign(base) })).toBeUndefined()
  })

  test('of a whole key only where the address is its', () => {
    expect(ripemd160(sha256(key))).toHaveLength(20)
    for (const kind of ['pkh', 'wpkh', 'sh'] as const)
      expect(verifyBip322({ address: address[kind], network, message, signature: sign(27) })).toBeUndefined()
    const whole = p2pkh(secp256k1.getPublicKey(secret, false)).address ?? ''
    expect(verifyBip322({ address: whole, network, message, signature: sign(27) })).toEqual({ lockTime: 0, sequence: 0 })
  })
})
