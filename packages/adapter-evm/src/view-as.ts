import { findNetwork, InvalidOptionError, networkStore, type AccountId, type NetworkId, type Portico } from '@portico/core'
import { viewAs as takeIntoUse } from '@portico/core/view-as'
import { isAddress } from 'viem/utils'

export { isViewedOnly } from '@portico/core/view-as'

export interface ViewAsParameters {
  /** 0x and 40 hexadecimal digits; mixed case is held to its checksum. */
  readonly address: string
  /** Default: the site's network in use. */
  readonly networkId?: NetworkId
}

/**
 * Shows the site as the account of an address sees it, for support: balances, activity, NFTs. It signs and sends nothing; what asks for
 * that rejects with `CapabilityMissingError`. Ends with `disconnect`, and with the page.
 * @returns the CAIP-10 id of the account
 * @example
 * const address = new URLSearchParams(location.search).get('viewAs')
 * if (address) await viewAs(portico, { address })
 * @throws InvalidOptionError for what is no address, or no network of the site's on EVM
 */
export async function viewAs(portico: Portico, { address, networkId }: ViewAsParameters): Promise<AccountId> {
  if (typeof address !== 'string' || !isAddress(address))
    throw new InvalidOptionError({ option: 'address', problem: 'expected an EVM address' })
  const network = networkId === undefined ? networkStore(portico).getState().byNamespace['eip155']?.active : findNetwork(portico, networkId)
  if (network?.namespace !== 'eip155')
    throw new InvalidOptionError({ option: 'networkId', problem: `'${String(networkId)}' is not one of the site's EVM networks` })
  return takeIntoUse(portico, { address, networkId: network.id, wallet: viewer(address, network.id) })
}

/** An EIP-1193 provider with one account that it cannot sign for. */
function viewer(address: string, networkId: NetworkId) {
  let chainId = Number(networkId.slice('eip155:'.length))
  const listeners = new Set<(chainId: string) => void>()
  const hex = () => `0x${chainId.toString(16)}`
  return {
    async request({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [address]
      if (method === 'eth_chainId') return hex()
      if (method === 'wallet_switchEthereumChain') {
        const [wanted] = params as readonly [{ readonly chainId: string }] // the adapter's own request
        chainId = Number(wanted.chainId)
        for (const tell of listeners) tell(hex())
        return null
      }
      throw Object.assign(new Error('This account is only looked at: it signs nothing.'), { code: 4200 })
    },
    on: (event: string, listener: (payload: never) => void) => void (event === 'chainChanged' && listeners.add(listener as never)),
    removeListener: (_: string, listener: (payload: never) => void) => void listeners.delete(listener as never),
  }
}
