import type { Address, Hex, LocalAccount } from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'

/**
 * The words that every local chain funds. Public: never send anything of worth to their accounts.
 * @example const wallet = createWallet({ chains: { 1: 'http://127.0.0.1:8545' }, mnemonic: TEST_MNEMONIC, count: 3 })
 */
export const TEST_MNEMONIC = 'test test test test test test test test test test test junk'

/** The key of the first of them, which need not be derived: that takes tens of milliseconds, and a test makes many wallets. */
const FIRST_KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

interface KeyOptions {
  readonly privateKeys?: Hex | readonly Hex[]
  readonly mnemonic?: string
  readonly count?: number
}

/** The wallet's accounts, in order. Keys and words can be given together; keys come first. */
export function readKeys({ privateKeys, mnemonic, count = 1 }: KeyOptions): readonly LocalAccount[] {
  const given = typeof privateKeys === 'string' ? [privateKeys] : (privateKeys ?? [])
  const keys = given.length === 0 && mnemonic === undefined && count === 1 ? [FIRST_KEY] : given
  const words = mnemonic ?? (keys.length === 0 ? TEST_MNEMONIC : undefined)
  const fromKeys = keys.map((key) => privateKeyToAccount(key))
  if (words === undefined) return fromKeys
  const fromWords = Array.from({ length: count }, (_, addressIndex) => mnemonicToAccount(words, { addressIndex }))
  return [...fromKeys, ...fromWords]
}

export function findKey(keys: readonly LocalAccount[], address: Address): LocalAccount | undefined {
  return keys.find((key) => key.address.toLowerCase() === address.toLowerCase())
}
