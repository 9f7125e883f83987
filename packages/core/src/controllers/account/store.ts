import type { AccountType } from '../../adapter.js'
import type { TokenBalance } from '../balances/capability.js'
import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import { defineStore } from '../../kit/store.js'

/** The account type that a namespace starts with. */
export const defaultAccountTypes: Readonly<Record<Namespace, AccountType>> = {
  eip155: 'smartAccount',
  solana: 'eoa',
  bip122: 'payment',
  polkadot: 'eoa',
  cosmos: 'eoa',
}

/** What is known of a namespace's account beside its connection. Belongs to `address`, and is dropped with it. */
export interface AccountFacts {
  readonly address?: string
  /** Native balance in the smallest unit, and the network it is of. */
  readonly balance?: { readonly units: bigint; readonly decimals: number; readonly symbol: string; readonly networkId: string }
  readonly balanceStatus?: 'loading' | 'ready' | 'failed'
  /** What the address is called, and its picture. Undefined once it is known that there is none. */
  readonly profileName?: string | undefined
  readonly profileImage?: string | undefined
  readonly tokenBalances?: readonly TokenBalance[]
  readonly smartAccountDeployed?: boolean
  readonly preferredAccountType?: AccountType
  /** Networks on which the account can be a smart account. Of the embedded wallet, where its operator has turned any on. */
  readonly smartAccountNetworkIds?: readonly NetworkId[]
  readonly socialProvider?: string
  readonly farcasterUrl?: string
  readonly user?: { readonly email?: string; readonly userName?: string }
}

/**
 * What is known of the account in use of each chain family: balance, name, picture.
 * @example const facts = accountStore(portico).getState().eip155
 */
export const accountStore = defineStore<Readonly<Partial<Record<Namespace, AccountFacts>>>>('account', () => ({}))
