import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { phraseOf, seedOf, wordsOf } from './phrase.js'
import { addressesOf, amongKeys, checkOf, createRoot, evmAddressOf, evmKeyCount, keysOfPhrase, keysOfRoot, macOf } from './root.js'
import { deriveEd25519 } from './slip10.js'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('the keys of the well-known test phrase have its well-known addresses', async () => {
  const keys = await keysOfPhrase(utf8ToBytes('test test test test test test test test test test test junk'))
  expect(hex(keys.eip155)).toBe('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  expect(addressesOf(keys).eip155).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
})

test('the keys after the first are those that other wallets have for the words, and none of them is left in memory', async () => {
  const root = createRoot()
  const others = wordsOf(root).join(' ')
  const seen: Uint8Array[] = []
  const addresses: string[] = []
  await amongKeys(root, (key) => {
    seen.push(key)
    addresses.push(evmAddressOf(key))
  })
  expect(addresses).toEqual(Array.from({ length: evmKeyCount }, (_, index) => mnemonicToAccount(others, { addressIndex: index }).address))
  expect(seen.every((key) => key.every((byte) => byte === 0))).toBe(true)
  expect(await amongKeys(root, (key, index) => (evmAddressOf(key) === addresses[3] ? index : undefined))).toBe(3)
})

test('a phrase gives the Solana address that other wallets give for it', async () => {
  const keys = await keysOfPhrase(
    utf8ToBytes('abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'),
  )
  expect(addressesOf(keys)).toEqual({
    eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  })
})

// https://github.com/satoshilabs/slips/blob/master/slip-0010.md, test vectors 1 and 2 for ed25519
const first = '000102030405060708090a0b0c0d0e0f'
const second =
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
test.each([
  [first, [], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
  [first, [0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
  [first, [0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
  [first, [0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
  [first, [0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
  [first, [0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
  [second, [], '171cb88b1b3c1db25add599712e36245d75bc65a1a5c9e18d76f9f2b1eab4012'],
  [second, [0, 2_147_483_647, 1], '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c'],
])('SLIP-10: seed %s at %j', (seed, path, key) => {
  expect(hex(deriveEd25519(hexToBytes(seed), path))).toBe(key)
})

test.each([-1, 0.5, 2 ** 31, Number.NaN])('SLIP-10: %s is not an index', (index) => {
  expect(() => deriveEd25519(hexToBytes(first), [index])).toThrow(RangeError)
})

test('a root gives 24 words, and other wallets derive the same account from them', async () => {
  const root = createRoot()
  const words = wordsOf(root)
  expect(words).toHaveLength(24)
  expect(addressesOf(await keysOfRoot(root)).eip155).toBe(mnemonicToAccount(words.join(' ')).address)
})

test('a phrase, its words and its seed are those of BIP-39, for 500 roots', async () => {
  for (let each = 0; each < 500; each += 1) {
    const root = each === 0 ? new Uint8Array(32) : each === 1 ? new Uint8Array(32).fill(255) : createRoot()
    const expected = entropyToMnemonic(root, wordlist)
    const phrase = phraseOf(root)
    expect(Buffer.from(phrase).toString()).toBe(expected)
    expect(wordsOf(root).join(' ')).toBe(expected)
    if (each < 5) expect(hex(await seedOf(phrase))).toBe(hex(await mnemonicToSeed(expected)))
  }
})

test('what tells roots apart says nothing about them, and differs for each', () => {
  const root = new Uint8Array(32)
  expect(checkOf(root)).toMatch(/^[\w-]{43}$/)
  expect(checkOf(root)).not.toBe(checkOf(Uint8Array.from(root, (_, index) => (index === 31 ? 1 : 0))))
  expect(macOf(root, ['a', 'b'])).not.toBe(macOf(root, ['ab']))
  expect(macOf(root, ['a'])).not.toBe(checkOf(root))
})
