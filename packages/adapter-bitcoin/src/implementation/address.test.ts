import { Address, NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readAddress } from './address.js'
import { chainOf, chainOfAddress, readChain } from './chains.js'

const main = chainOf('bip122:000000000019d6689c085ae165831e93')
const testnet = chainOf('bip122:000000000933ea01ad0ee984209779ba')
const forms = [
  [main, NETWORK],
  [testnet, TEST_NETWORK],
] as const

/** An address of each form, from one key. */
function addressesOf(secret: Uint8Array, network: typeof NETWORK) {
  const key = pubECDSA(secret)
  return {
    p2wpkh: p2wpkh(key, network).address,
    p2wsh: p2wsh(p2pkh(key, network), network).address,
    p2tr: p2tr(pubSchnorr(secret), undefined, network).address,
    p2pkh: p2pkh(key, network).address,
    p2sh: p2sh(p2wpkh(key, network), network).address,
  }
}

const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes.some((byte) => byte > 0) && (bytes[0] ?? 0) < 0xff)

describe('addresses', () => {
  test('every form of every key is read as what it is, on its own chain alone (500 keys)', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, fc.constantFrom(...forms), async (secret, [chain, network]) => {
        for (const [type, address] of Object.entries(addressesOf(secret, network))) {
          expect(await readAddress(address, chain)).toEqual({ address, type })
          expect(await readAddress(address, chain === main ? testnet : main)).toBeUndefined()
        }
      }),
      { numRuns: 500 },
    )
  }, 60_000)

  test('one wrong letter is never taken, whichever it is (2,000 addresses)', async () => {
    const { p2wpkh: segwit, p2tr: taproot, p2pkh: old, p2sh: script } = addressesOf(new Uint8Array(32).fill(7), NETWORK)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(segwit, taproot, old, script),
        fc.nat(60),
        fc.constantFrom(...'qpzry9x8gf2tvdw0s3jn54khce6mua7lABCDEFGHJKLMN1234567'),
        async (address, at, letter) => {
          const changed = address.slice(0, at % address.length) + letter + address.slice((at % address.length) + 1)
          fc.pre(changed !== address)
          expect(await readAddress(changed, main)).toBeUndefined()
        },
      ),
      { numRuns: 2_000 },
    )
  }, 60_000)

  test('anything else agrees with an independent reader: no more and no less is taken (5,000 values)', async () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'bc1tqpzry9x8gf2tvdw0s3jn54khce6mua7l23456789ABCDEFGHJKLMNPQRSTUVWXYZ '),
      minLength: 0,
      maxLength: 95,
    })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.anything(),
          letters,
          letters.map((text) => `bc1${text}`),
          letters.map((text) => `1${text}`),
        ),
        async (value) => {
          let isAddress = false
          try {
            isAddress = typeof value === 'string' && ['wpkh', 'wsh', 'tr', 'pkh', 'sh'].includes(Address(NETWORK).decode(value).type)
          } catch {}
          expect((await readAddress(value, main)) !== undefined).toBe(isAddress)
        },
      ),
      { numRuns: 5_000 },
    )
  }, 60_000)

  test('a segwit address in capitals is the same address, one in both cases is none', async () => {
    const { p2wpkh: address } = addressesOf(new Uint8Array(32).fill(7), NETWORK)
    expect(await readAddress(address.toUpperCase(), main)).toEqual({ address, type: 'p2wpkh' })
    expect(await readAddress(`B${address.slice(1)}`, main)).toBeUndefined()
  })

  test.each([
    ['taproot with the older checksum', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['version 0 with the newer checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
    ['version 2', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['a program of another length', 'bc1rw5uspcuh'],
    ['bits left over', 'bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du'],
    ['no data', 'bc1gmk9yu'],
  ])('%s is no address (test vectors of BIP-350)', async (_, address) => {
    expect(await readAddress(address, main)).toBeUndefined()
  })
})

describe('without the browser\u2019s own hash, on a page that is not secure', () => {
  afterEach(() => void vi.unstubAllGlobals())

  test('old addresses are still checked', async () => {
    const { p2pkh: address } = addressesOf(new Uint8Array(32).fill(7), NETWORK)
    vi.stubGlobal('crypto', {})
    expect(await readAddress(address, main)).toEqual({ address, type: 'p2pkh' })
    expect(await readAddress(`${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`, main)).toBeUndefined()
  })
})

describe('chains', () => {
  test.each([
    ['livenet', 'mainnet'],
    ['mainnet', 'mainnet'],
    ['Mainnet', 'mainnet'],
    ['BITCOIN_MAINNET', 'mainnet'],
    ['bitcoin:mainnet', 'mainnet'],
    ['testnet', 'testnet'],
    ['BITCOIN_TESTNET', 'testnet'],
    ['Testnet4', 'testnet4'],
    ['BITCOIN_TESTNET4', 'testnet4'],
    ['Signet', 'signet'],
    ['BITCOIN_SIGNET', 'signet'],
    ['Regtest', 'regtest'],
  ])('%s is %s', (said, name) => expect(readChain(said)?.name).toBe(name))

  test('a name that nobody knows is a network of its own, and never the main one', () => {
    expect(readChain('FRACTAL_BITCOIN_MAINNET')?.id).toBe('bip122:FRACTAL_BITCOIN_MAINNET')
  })

  test('what is no name is nothing (1,000 values)', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const chain = readChain(value)
        if (typeof value !== 'string') expect(chain).toBeUndefined()
        else if (chain) expect(chain.id).toMatch(/^bip122:[-_a-zA-Z0-9]{1,32}$/)
      }),
    )
  })

  test('an address that could be of several chains is of the preferred one', () => {
    const { p2wpkh: test1, p2pkh: old } = addressesOf(new Uint8Array(32).fill(7), TEST_NETWORK)
    const signet = chainOf('bip122:00000008819873e925422c1ff0f99f7c')
    expect(chainOfAddress(test1).name).toBe('testnet')
    expect(chainOfAddress(test1, signet).name).toBe('signet')
    expect(chainOfAddress(old, signet).name).toBe('signet')
    expect(chainOfAddress(test1, main).name).toBe('testnet')
    expect(chainOfAddress('bc1qxyz', signet).name).toBe('mainnet')
  })
})
