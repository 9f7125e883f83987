import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { type WayContext, newHalf, openRoot, sealRoot } from '@portico/vault-wire'
import { addressesOf, checkOf, createRoot, keysOfRoot, verifiedRoot, zero } from './root.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))

/** What makes a text of bytes. A text can't be overwritten, and may stay in memory for as long as the page. */
const makesText =
  /\b(TextDecoder|bytesToHex|bytesToUtf8|entropyToMnemonic|mnemonicTo\w+|fromCharCode|btoa|toHex|base64urlnopad\.encode|base58\.encode|JSON\.stringify|\.toString|\.toBase64|\.join)\b[^\n]*/g
/** What may be: public keys, addresses, MACs and hashes, statements, and what the owner has to read or has typed. */
const mayBeText = [
  /bytesToHex\(keccak_256\(/,
  /base58\.encode\(ed25519\.getPublicKey\(/,
  /mixed\.join|\.join\(''\)/,
  /base64urlnopad\.encode\((hkdf\(sha256, root, undefined, utf8ToBytes\('portico\/root\/check'\)|hmac\(sha256, key)/,
  /JSON\.stringify\((fields|said|body)\)/,
  /base64urlnopad\.encode\(sha256\(utf8ToBytes\(ticket\)\)\)/,
]

/** What was inside a challenge, which is nobody's key, names of passkeys, and a statement, which is public but for its signature. */
const known = [
  'exportWords.ts base64urlnopad.encode(await unseal(challenge.sealed, keys, sealedFor.export(walletId, factor.id)))',
  'passkeys.ts base64urlnopad.encode(new Uint8Array(credential.rawId)), secret, here: isHere(credential) }',
  'passkeys.ts base64urlnopad.encode(new Uint8Array(credential.rawId))',
  'recover.ts base64urlnopad.encode(await unseal(challenge, keys, sealedFor.challenge(walletId, factor.id)))',
  "write.ts JSON.stringify({ to: 'vault', ticket: digest, ...of, ...say } satisfies VaultStatement)",
]

test('nothing in the key module makes a text of a root, a half or a key', () => {
  const found = files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((line) => {
        if (/^\s*(import|\*|\/\/|\/\*)/.test(line)) return []
        const hits = line.match(makesText) ?? []
        return hits.filter((hit) => !mayBeText.some((each) => each.test(hit))).map((hit) => `${name} ${hit}`)
      }),
  )
  expect(found).toEqual(known)
})

test('the bytes of a root, of halves and of keys are overwritten when they are not needed any more', async () => {
  const context: WayContext = { user: 'u', wallet: 'w', way: 'x', version: 1 }
  const root = createRoot()
  const keys = await keysOfRoot(root)
  const expected = { check: checkOf(root), addresses: addressesOf(keys) }
  const halves = [newHalf(), newHalf()] as const
  const sealed = await sealRoot(root, halves, context)
  const opened = await openRoot(sealed, halves, context)
  const wrong = Uint8Array.from(opened)
  // A root that is not this wallet's leaves nothing behind.
  expect(await verifiedRoot(wrong, { ...expected, check: checkOf(newHalf()) })).toBeUndefined()
  expect(wrong.every((byte) => byte === 0)).toBe(true)
  const verified = await verifiedRoot(opened, expected)
  expect(verified?.keys).toEqual(keys)
  zero(verified?.root, verified?.keys.eip155, verified?.keys.solana)
  expect([...(verified?.root ?? [1]), ...(verified?.keys.eip155 ?? [1])].every((byte) => byte === 0)).toBe(true)
})

test('the seed and the phrase that keys are derived from are overwritten', async () => {
  const seen: Uint8Array[] = []
  const fill = vi.spyOn(Uint8Array.prototype, 'fill').mockImplementation(function (this: Uint8Array, ...given) {
    if (given[0] === 0) seen.push(this)
    return this.map(() => 0)
  })
  const root = createRoot()
  const keys = await keysOfRoot(root).finally(() => fill.mockRestore())
  const lengths = seen.map(({ length }) => length)
  expect(keys.eip155).toHaveLength(32)
  // A seed of 64 bytes, and a phrase of more than 80, at the least.
  expect(lengths).toContain(64)
  expect(lengths.some((length) => length > 80)).toBe(true)
})
