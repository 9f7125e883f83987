import type { Approved, AskedNamespaces, WalletProposal } from '@portico/walletconnect/wallet'
import { rpcError } from '../wallet/errors.js'
import { familyOf } from './networks.js'
import { methodsOf } from './methods.js'

/** What the wallet can offer. */
export interface Offer {
  /** CAIP-2, in the wallet's order. */
  readonly chains: readonly string[]
  /** CAIP-10 accounts on a chain, the active one first. */
  readonly accountsOn: (chain: string) => readonly string[]
}

export const offeredEvents: readonly string[] = ['chainChanged', 'accountsChanged']

/** The protocol's code for chains that a wallet does not have. */
const unsupportedChains = 5100

const union = (...lists: readonly (readonly string[] | undefined)[]): readonly string[] => [...new Set(lists.flatMap((list) => list ?? []))]

/**
 * What of a proposal the wallet agrees to: all that is asked and that it has.
 * @param only families or single chains, where the person wants less
 * @throws ProviderRpcError 5100 when that is nothing, or when something required is missing
 */
export function grant(
  { required, optional }: Pick<WalletProposal, 'required' | 'optional'>,
  { chains: known, accountsOn }: Offer,
  only?: readonly string[],
): Approved {
  const granted: Record<string, Approved[string]> = {}
  for (const family of union(Object.keys(required), Object.keys(optional))) {
    const asked = (field: 'chains' | 'methods' | 'events') => union(required[family]?.[field], optional[family]?.[field])
    const wanted = asked('chains')
    const mine = known.filter((chain) => familyOf(chain) === family && (wanted.length === 0 || wanted.includes(chain)))
    // In the order of the site: its first chain is where it starts.
    const chains = (wanted.length === 0 ? mine : wanted.filter((chain) => mine.includes(chain))).filter(
      (chain) => only?.some((one) => one === chain || one === family) ?? true,
    )
    const methods = asked('methods').filter((method) => methodsOf(family).includes(method))
    const events = asked('events').filter((event) => offeredEvents.includes(event))
    if (chains.length > 0) granted[family] = { chains, accounts: chains.flatMap(accountsOn), methods, events }
  }
  if (Object.keys(granted).length === 0) throw rpcError(unsupportedChains, 'Unsupported chains.')
  assertRequired(granted, required)
  return granted
}

function assertRequired(granted: Approved, required: AskedNamespaces): void {
  for (const [family, { chains, methods }] of Object.entries(required)) {
    const given = granted[family]
    if (!given || chains.some((chain) => !given.chains?.includes(chain))) throw rpcError(unsupportedChains, 'Unsupported chains.')
    if (methods.some((method) => !given.methods.includes(method))) throw rpcError(5101, 'Unsupported methods.')
  }
}
