import type { PersonCore } from '../shared/person.js'
import type { Prepared } from '../wallet/core.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import type { WalletRequest } from '../wallet/types.js'
import type { Esplora } from './esplora.js'
import type { BitcoinKeys, OwnAddress } from './keys.js'
import type { AddressPurpose, BitcoinNetwork, BitcoinState, Dialect } from './types.js'

/** What a Bitcoin wallet knows beside accounts. */
export type BitcoinExtra = Pick<BitcoinState, 'network' | 'purposes'>

/** What the methods of a Bitcoin wallet work on. */
export interface BitcoinCore {
  readonly person: PersonCore<BitcoinExtra>
  readonly keys: BitcoinKeys
  readonly networks: readonly BitcoinNetwork[]
  /** Which address wallets with one address at a time use. */
  readonly directPurpose: AddressPurpose
  /** The methods of a dialect that this wallet has. */
  methodsOf(dialect: Dialect): readonly string[]
  /** The indexer of the network it is on. */
  esplora(): Esplora
  /** Moves to another network, and tells every site. */
  moveTo(network: BitcoinNetwork): void
  /** Runs tasks one after the other, so that two transfers never spend the same coins. */
  inOrder<T>(task: () => Promise<T>): Promise<T>
}

/** Checks a request and says what it would do. @throws ProviderRpcError when it is refused without asking */
export type Method = (core: BitcoinCore, request: WalletRequest) => Prepared

/** A method, and what it is for: a name that `script` takes for all dialects. `connect` asks the person to let a site in. */
export interface MethodEntry {
  readonly kind?: 'connect' | 'signMessage' | 'signPsbt' | 'sendTransfer' | 'disconnect'
  readonly method: Method
}

export type MethodTable = Readonly<Record<string, MethodEntry>>

export const everyPurpose: readonly AddressPurpose[] = ['payment', 'ordinals']

/** The purposes that a site asked for. */
export function purposesOf(core: BitcoinCore, origin: string): readonly AddressPurpose[] {
  return core.person.getState().purposes[origin] ?? everyPurpose
}

/** The addresses of these accounts that a site sees, the active account first. */
export function addressesAt(core: BitcoinCore, origin: string, indexes: readonly number[]): readonly OwnAddress[] {
  const { network } = core.person.getState()
  return indexes.flatMap((index) => purposesOf(core, origin).map((purpose) => core.keys.at(index, purpose, network)))
}

/** The addresses that a site sees: none before it is permitted, nor while the wallet is locked. */
export function addressesFor(core: BitcoinCore, origin: string): readonly OwnAddress[] {
  return addressesAt(core, origin, core.person.seenBy(origin))
}

/** The addresses that a site may use. A locked wallet still takes the request, and asks before it shows it. */
export function usableBy(core: BitcoinCore, origin: string): readonly OwnAddress[] {
  const { exposed } = core.person.getState()
  return addressesAt(
    core,
    origin,
    exposed.filter((index) => core.person.mayUse(origin, index)),
  )
}

/** The address, if this site may use it. @throws ProviderRpcError 4100 */
export function ownAddress(core: BitcoinCore, origin: string, address: unknown): OwnAddress {
  const own = usableBy(core, origin).find((one) => one.address === address)
  if (!own) throw rpcError(rpcErrorCodes.unauthorized)
  return own
}

/** The address for a purpose of the active account, if this site may use it. @throws ProviderRpcError 4100 */
export function addressFor(core: BitcoinCore, origin: string, purpose: AddressPurpose): OwnAddress {
  const own = usableBy(core, origin).find((one) => one.purpose === purpose)
  if (!own) throw rpcError(rpcErrorCodes.unauthorized)
  return own
}
