import { namespaceOf, type AccountId, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { shortAddress } from '../../kit/amount/address.js'
import { connectorInfo, type Connector } from '../../connector.js'
import { goLive } from '../../portico/live.js'
import type { Portico } from '../../portico/createPortico.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { AdapterNotFoundError, WalletAnswerError } from '../connection/errors.js'
import { isGrant } from '../connection/grant.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../connection/store.js'

const idStart = 'portico.viewAs:'

export interface ViewAsParameters {
  /** Whose account is looked at. */
  readonly address: string
  readonly networkId: NetworkId
  /** What stands in for a wallet: it grants the address and signs nothing. In the form that the adapter takes. */
  readonly wallet: object
}

/**
 * Takes an address into use that nobody has shown to own: to be looked at, not to act for. Adapters have this with the wallet that it
 * needs: `viewAs` of `@portico/adapter-evm/view-as` and `@portico/adapter-solana/view-as`. Ends with `disconnect`, and with the page.
 * @example
 * const wallet = { request: ({ method }: { method: string }) => answerReads(address, method) } // as the adapter takes wallets
 * const accountId = await viewAs(portico, { address, networkId: 'cosmos:cosmoshub-4', wallet }) // 'cosmos:cosmoshub-4:cosmos1…'
 * @returns the CAIP-10 id of the account
 * @throws {@link AdapterNotFoundError}, {@link WalletAnswerError} for an address that the chain family does not know, and what loading the adapter throws
 */
export async function viewAs(portico: Portico, { address, networkId, wallet }: ViewAsParameters): Promise<AccountId> {
  const namespace = namespaceOf(networkId)
  if (!portico.adapters.has(namespace)) throw new AdapterNotFoundError({ namespace })
  void goLive(portico)
  const connector: Connector = {
    id: idStart + address,
    kind: 'custom',
    name: `View as ${shortAddress(address)}`,
    namespaces: [namespace],
    installed: true,
    getProvider: async () => wallet,
  }
  const adapter = await loadAdapter(portico, namespace)
  const grant: unknown = await adapter.connect({ connector, networkId, signal: new AbortController().signal })
  if (!isGrant(grant, namespace)) throw new WalletAnswerError({ method: 'viewAs', cause: grant })
  // Not remembered: a page that is loaded again is the visitor's own.
  dispatchConnection(
    portico,
    namespace,
    { type: 'adopted', connector: connectorInfo(connector), grant, activate: true },
    { remember: false },
  )
  return accountIdOf(grant.networkId, grant.addresses[0] ?? '')
}

/**
 * Whether the account in use is only looked at: a site hides what it cannot do.
 * @example const canSign = !isViewedOnly(portico)
 */
export const isViewedOnly = (portico: Portico, { namespace }: { readonly namespace?: Namespace } = {}): boolean =>
  activeConnection(connectionStore(portico).getState(), namespace)?.connector.id.startsWith(idStart) === true
