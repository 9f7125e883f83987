import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { solanaVerifier } from './solana.js'

const secret = new Uint8Array(32).fill(3)
const key = ed25519.getPublicKey(secret)
const other = new Uint8Array(32).fill(4)
const text = 'shop.example wants you to sign in with your Solana account:\n…'
const bytes = new TextEncoder().encode(text)
const verify = (signature: string, { address = base58.encode(key), said = text } = {}) =>
  solanaVerifier()({ message: { namespace: 'solana', domain: 'shop.example', address }, chain: 'solana:x', text: said, signature })
const envelope = (...header: readonly number[]) =>
  Uint8Array.from([0xff, ...new TextEncoder().encode('solana offchain'), 0, ...header, ...bytes])

describe('Solana', () => {
  test('by the key that the address is, as base58 or base64', async () => {
    const signature = ed25519.sign(bytes, secret)
    expect(await verify(base58.encode(signature))).toBe('valid')
    expect(await verify(base64.encode(signature))).toBe('valid')
    expect(await verify(base58.encode(signature), { said: `${text}x` })).toBe('invalid')
  })

  test("S22: another key's signature does not pass for the address in the text", async () => {
    expect(await verify(base58.encode(ed25519.sign(bytes, other)))).toBe('invalid')
  })

  test('hardware wallets sign an envelope, with its short header or the whole one', async () => {
    const short = envelope(1, bytes.length, 0)
    const whole = envelope(...new Uint8Array(32), 1, 1, ...key, bytes.length, 0)
    expect(whole.length - bytes.length).toBe(85)
    expect(short.length - bytes.length).toBe(20)
    expect(await verify(base58.encode(ed25519.sign(short, secret)))).toBe('valid')
    expect(await verify(base58.encode(ed25519.sign(whole, secret)))).toBe('valid')
    const wrong = [envelope(1, bytes.length + 1, 0), envelope(...new Uint8Array(32), 1, 1, ...ed25519.getPublicKey(other), bytes.length, 0)]
    for (const form of wrong) expect(await verify(base58.encode(ed25519.sign(form, secret)))).toBe('invalid')
  })

  test('S22: a key of small order signs nothing, though lenient verifiers think so', async () => {
    const small = Uint8Array.from([1, ...new Uint8Array(31)])
    const signature = Uint8Array.from([1, ...new Uint8Array(63)])
    expect(ed25519.verify(signature, bytes, small, { zip215: true })).toBe(true)
    expect(await verify(base58.encode(signature), { address: base58.encode(small) })).toBe('invalid')
  })

  test.each(['', '=', '0OIl', 'a'.repeat(88), base64.encode(new Uint8Array(63)), base58.encode(new Uint8Array(65))])(
    'refuses %j',
    async (signature) => {
      expect(await verify(signature)).toBe('invalid')
    },
  )
})
