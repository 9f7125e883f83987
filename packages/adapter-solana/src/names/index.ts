import type { NetworkId } from '@portico/core'
import { cleanName } from '@portico/core/kit'
import { getAccounts } from '../implementation/accounts.js'
import { base58, readAddress } from '../implementation/bytes.js'
import type { Rpc } from '../implementation/rpc.js'
import { solana } from '../networks.js'
import { favouriteAccount, favouriteProgram, nameProgram, reverseAccount, rootAccount } from './accounts.js'
import { headerLength, resolveDomain, type ResolveRequest } from './resolve.js'

/** The network that has the name service. What a name leads to holds on the others as well: an address is the same on all of them. */
const home: NetworkId = solana.id

/** The address that a `.sol` name leads to, or undefined; also where the site does not use Solana's main network. @throws EndpointError */
export const resolveName = async (rpc: Rpc, networkIds: readonly NetworkId[], request: ResolveRequest): Promise<string | undefined> =>
  networkIds.includes(home) ? resolveDomain(rpc, { ...request, networkId: home }) : undefined

/**
 * The `.sol` name by which an address wants to be known, where that leads back to it.
 * @throws EndpointError
 */
export async function lookupAddress(
  rpc: Rpc,
  networkIds: readonly NetworkId[],
  { address, signal }: { readonly address: string; readonly signal?: AbortSignal | undefined },
): Promise<{ name?: string }> {
  if (!networkIds.includes(home) || !readAddress(address)) return {}
  const [favourite] = await getAccounts(rpc, home, [favouriteAccount(address)], signal)
  if (favourite?.owner !== favouriteProgram || favourite.data.length < 33) return {}
  const domain = base58.encode(favourite.data.subarray(1, 33))
  const label = await readReverse(rpc, domain, signal)
  const name = label && `${label}.sol`
  // It may look like another one, or have been sold since.
  if (!name || cleanName(name) !== name || !/^[a-z0-9-]+(\.[a-z0-9-]+)?\.sol$/.test(name)) return {}
  return (await resolveDomain(rpc, { name, networkId: home, signal })) === address ? { name } : {}
}

/** What stands before `.sol` in the name of a domain's account. */
async function readReverse(rpc: Rpc, domain: string, signal: AbortSignal | undefined): Promise<string | undefined> {
  const [registry, reverse] = await getAccounts(rpc, home, [domain, reverseAccount(domain)], signal)
  if (registry?.owner !== nameProgram || registry.data.length < headerLength) return undefined
  const parent = base58.encode(registry.data.subarray(0, 32))
  if (parent === rootAccount) return textOf(reverse)
  const [below, above] = await getAccounts(rpc, home, [reverseAccount(domain, parent), reverseAccount(parent)], signal)
  const [label, upper] = [textOf(below)?.replace(/^\0/, ''), textOf(above)]
  return label && upper && `${label}.${upper}`
}

function textOf(account: { readonly owner: string; readonly data: Uint8Array } | undefined): string | undefined {
  if (account?.owner !== nameProgram || account.data.length < headerLength + 4) return undefined
  const view = new DataView(account.data.buffer, account.data.byteOffset, account.data.byteLength)
  const length = view.getUint32(headerLength, true)
  const from = headerLength + 4
  return from + length <= account.data.length ? new TextDecoder().decode(account.data.subarray(from, from + length)) : undefined
}
