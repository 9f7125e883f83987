import { findNetwork, InvalidOptionError, networkStore, type AccountId, type NetworkId, type Portico } from '@portico/core'
import { viewAs as takeIntoUse } from '@portico/core/view-as'
import { chainOf } from './chains.js'
import { readAddress } from './implementation/bytes.js'

export { isViewedOnly } from '@portico/core/view-as'

export interface ViewAsParameters {
  /** In base58. */
  readonly address: string
  /** Default: the site's network in use. */
  readonly networkId?: NetworkId
}

/**
 * Shows the site as the account of an address sees it, for support: balances, activity, NFTs. It signs and sends nothing; what asks for
 * that rejects with `UnsupportedMethodError`. Ends with `disconnect`, and with the page.
 * @returns the CAIP-10 id of the account
 * @example await viewAs(portico, { address: '7Rkqm4DsuVMCoNG1gYGsv3MgJZ9hTW2cCVBdwqHYv5sT' })
 * @throws InvalidOptionError for what is no address, or no network of the site's on Solana
 */
export async function viewAs(portico: Portico, { address, networkId }: ViewAsParameters): Promise<AccountId> {
  const publicKey = typeof address === 'string' && readAddress(address)
  if (!publicKey) throw new InvalidOptionError({ option: 'address', problem: 'expected a Solana address' })
  const network = networkId === undefined ? networkStore(portico).getState().byNamespace['solana']?.active : findNetwork(portico, networkId)
  if (network?.namespace !== 'solana')
    throw new InvalidOptionError({ option: 'networkId', problem: `'${String(networkId)}' is not one of the site's Solana networks` })
  const requested = portico.networks.filter(({ namespace }) => namespace === 'solana')
  const chains = requested.map(({ id }) => chainOf(id))
  return takeIntoUse(portico, { address, networkId: network.id, wallet: viewer({ address, publicKey, chains, features: [] }) })
}

/** A Wallet Standard wallet with one account that it cannot sign for. */
function viewer(account: {
  readonly address: string
  readonly publicKey: unknown
  readonly chains: readonly string[]
  readonly features: []
}) {
  const accounts = [account]
  const version = '1.0.0'
  return {
    version,
    name: 'View',
    chains: account.chains,
    accounts,
    features: {
      'standard:connect': { version, connect: async () => ({ accounts }) },
      'standard:disconnect': { version, disconnect: async () => undefined },
      'standard:events': { version, on: () => () => undefined },
    },
  }
}
