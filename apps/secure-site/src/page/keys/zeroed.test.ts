import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { factorKeys } from './factor.js'
import { phraseOf, seedOf, wordsOf } from './phrase.js'
import { addressesOf, amongKeys, checkOf, createRoot, evmKeyCount, keysOfPhrase, keysOfRoot, macOf, verifiedRoot } from './root.js'
import { watchZeros } from './browser.test.helper.js'
import { deriveEd25519 } from './slip10.js'

const hex = (bytes: ArrayLike<number>): string => Buffer.from(Uint8Array.from(bytes)).toString('hex')
beforeEach(() => () => void vi.restoreAllMocks())

/** A root with all that keys are derived by on the way, by other libraries. */
async function wallet() {
  const root = createRoot()
  const phrase = entropyToMnemonic(root, wordlist)
  const seed = await mnemonicToSeed(phrase)
  const master = HDKey.fromMasterSeed(seed)
  const paths = ['m', "m/44'", "m/44'/60'", "m/44'/60'/0'", "m/44'/60'/0'/0"]
  const steps = paths.map((path) => hex(master.derive(path).privateKey ?? []))
  const evm = Array.from({ length: evmKeyCount }, (_, index) => hex(master.derive(`m/44'/60'/0'/0/${index}`).privateKey ?? []))
  return { root, phrase: hex(utf8ToBytes(phrase)), seed: hex(seed), steps, evm }
}
/** The nodes on the way to a key by SLIP-10, 64 bytes each. */
function nodesOf(seed: string, path: readonly number[]): readonly string[] {
  let node = createHmac('sha512', 'ed25519 seed').update(Buffer.from(seed, 'hex')).digest()
  const nodes = [hex(node)]
  for (const index of path) {
    const data = Buffer.alloc(37)
    node.copy(data, 1, 0, 32)
    data.writeUInt32BE(index + 0x80000000, 33)
    node = createHmac('sha512', node.subarray(32)).update(data).digest()
    nodes.push(hex(node))
  }
  return nodes
}

test('of a root’s keys nothing on the way is left in memory: the phrase, the seed and each step', async () => {
  const { root, phrase, seed, steps, evm } = await wallet()
  const zeroed = watchZeros()
  const keys = await keysOfRoot(root)
  expect(zeroed).toEqual(expect.arrayContaining([phrase, seed, ...steps, evm[0], ...nodesOf(seed, [44, 501, 0, 0])]))
  expect(hex(keys.eip155)).toBe(evm[0])
  expect(hex(keys.solana)).toBe(nodesOf(seed, [44, 501, 0, 0]).at(-1)?.slice(0, 64))
})

test('a phrase of somebody else’s is left as it is', async () => {
  const phrase = utf8ToBytes('test test test test test test test test test test test junk')
  const before = hex(phrase)
  await keysOfPhrase(phrase)
  await seedOf(phrase)
  expect(hex(phrase)).toBe(before)
})

test('of the keys after the first none is left, where one is found early or its use fails, too', async () => {
  const { root, phrase, seed, evm } = await wallet()
  const zeroed = watchZeros()
  expect(await amongKeys(root, (_, index) => (index === 1 ? 'found' : undefined))).toBe('found')
  expect(zeroed).toEqual(expect.arrayContaining([phrase, seed, evm[0], evm[1]]))
  expect(zeroed).not.toContain(evm[2])
  const seen: Uint8Array[] = []
  const broken = amongKeys(root, (key, index) => {
    seen.push(key)
    if (index === 2) throw new Error('no use')
  })
  await expect(broken).rejects.toThrow('no use')
  expect(seen.map(hex)).toEqual(Array.from({ length: 3 }, () => '00'.repeat(32)))
  expect(zeroed.filter((each) => each === seed).length).toBe(2)
  expect(await amongKeys(root, () => undefined)).toBeUndefined()
})

test('of a phrase nothing is left but itself: its room, which words it has, and the bytes of the root and of its hash', async () => {
  const { root, phrase } = await wallet()
  const hash = createHash('sha256').update(root).digest()
  const zeroed = watchZeros()
  const made = phraseOf(root)
  expect(hex(made)).toBe(phrase)
  const indexes = wordsOf(root).map((word) => wordlist.indexOf(word))
  expect(zeroed).toEqual(
    expect.arrayContaining([
      hex([...root, hash[0] ?? 0]),
      hex(hash),
      Buffer.from(Uint16Array.from(indexes).buffer).toString('hex'),
      phrase.padEnd(24 * 9 * 2, '0'),
    ]),
  )
})

test('of a seed its phrase’s copy is zeroed', async () => {
  const { phrase, seed } = await wallet()
  const zeroed = watchZeros()
  expect(hex(await seedOf(Uint8Array.from(Buffer.from(phrase, 'hex'))))).toBe(seed)
  expect(zeroed).toEqual([phrase])
})

test.each([0, 31, 33])('a root of %i bytes has no words', (length) => {
  for (const read of [wordsOf, phraseOf]) expect(() => read(new Uint8Array(length))).toThrow(new RangeError('A root has 32 bytes.'))
})

test('what MACs, checks and key pairs are made by is zeroed', async () => {
  const root = createRoot()
  const derived = (label: string, salt = '') => hkdfSync('sha256', root, salt, label, 32)
  const key = Buffer.from(derived('portico/root/lists'))
  expect(checkOf(root)).toBe(Buffer.from(derived('portico/root/check')).toString('base64url'))
  const zeroed = watchZeros()
  expect(macOf(root, ['a', 'b'])).toBe(createHmac('sha256', key).update('["a","b"]').digest('base64url'))
  expect(zeroed).toContain(key.toString('hex'))
  await factorKeys(root, 'passkey', 'w')
  expect(zeroed).toContain(Buffer.from(derived('portico/factor/passkey', 'w')).toString('hex'))
})

test('of a root that is not this wallet’s, and of its keys, nothing is left', async () => {
  const { root, evm } = await wallet()
  const keys = await keysOfRoot(root)
  const expected = { check: checkOf(root), addresses: addressesOf(keys) }
  const wrong = { eip155: { ...expected.addresses, eip155: '0x' }, solana: { ...expected.addresses, solana: '' } }
  for (const change of [{ addresses: wrong.eip155 }, { addresses: wrong.solana }, { check: checkOf(createRoot()) }]) {
    const given = Uint8Array.from(root)
    const zeroed = watchZeros()
    expect(await verifiedRoot(given, { ...expected, ...change })).toBeUndefined()
    // Once on the way, and once what was derived.
    const count = (value: string | undefined) => zeroed.filter((each) => each === value).length
    expect([count(hex(root)), count(hex(keys.solana)) > 0, hex(given)]).toEqual([1, !('check' in change), '00'.repeat(32)])
    expect(count(evm[0])).toBe('check' in change ? 0 : 3)
    vi.restoreAllMocks()
  }
  const short = new Uint8Array(31).fill(1)
  expect(await verifiedRoot(short, { ...expected, check: checkOf(short) })).toBeUndefined()
  expect(hex(short)).toBe('00'.repeat(31))
  expect(await verifiedRoot(root, expected)).toEqual({ root, keys })
})

test.each([
  [-1, false],
  [0, true],
  [0x7fffffff, true],
  [0x80000000, false],
  [0.5, false],
])('SLIP-10: whether %d is an index: %s', (index, is) => {
  const derive = () => deriveEd25519(new Uint8Array(64), [index])
  if (is) expect(derive()).toHaveLength(32)
  else expect(derive).toThrow(new RangeError('Not an index of SLIP-10.'))
})
