import { addressOfAccount, type Namespaces } from '@portico/walletconnect/wallet'
import type { LocalAccount } from 'viem'
import type { BitcoinKeys } from '../bitcoin/keys.js'
import type { SolanaKeys } from '../solana/keys.js'
import { bitcoinNetworkOf, familyOf } from './networks.js'
import type { WalletConnectAccount } from './types.js'

/** The keys of the three families, by one account number. */
export interface Keys {
  readonly eip155: readonly LocalAccount[]
  readonly solana: SolanaKeys
  readonly bip122: BitcoinKeys
}

/** The address of an account on a chain, by CAIP-2. Payments of Bitcoin. @throws when there is no such account */
export function addressAt(keys: Keys, chain: string, index: number): string {
  const family = familyOf(chain)
  if (family === 'solana') return keys.solana.at(index).address
  if (family === 'bip122') return keys.bip122.at(index, 'payment', bitcoinNetworkOf(chain)).address
  const key = keys.eip155[index]
  if (!key) throw new Error(`The wallet has no account ${index}.`)
  return key.address
}

/** The accounts that a session covers on a chain, by index, in the session's order. Of Solana and Bitcoin too. */
export function indexesIn(keys: Keys, namespaces: Namespaces, chain: string, count: number): readonly number[] {
  const accounts = namespaces[familyOf(chain)]?.accounts ?? []
  return accounts
    .filter((account) => account.startsWith(`${chain}:`))
    .flatMap((account) => {
      const address = addressOfAccount(account).toLowerCase()
      const index = Array.from({ length: count }, (_, at) => addressAt(keys, chain, at).toLowerCase()).indexOf(address)
      return index < 0 ? [] : [index]
    })
}

export const accountAt = (keys: Keys, index: number): WalletConnectAccount => ({
  eip155: addressAt(keys, 'eip155:1', index),
  solana: addressAt(keys, 'solana:', index),
  bip122: keys.bip122.account(index, 'mainnet'),
})
