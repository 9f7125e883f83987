import type { NetworkId } from '@portico/core'
import { cleanIcon } from '@portico/core/kit'
import { InvalidChainIdError } from '@portico/core/names'
import type { Address, Client } from 'viem'
import { normalize, toCoinType } from 'viem/ens'
import { chainIdOf } from './agree.js'
import { readEnsAddress, readEnsName, readEnsText } from './ens.js'
import { readAccounts } from './provider.js'

/**
 * The ENS name of an address, and its picture. A name that is not in normal form is no name: it may look like another one.
 * The picture is used as far as it is an https or data: URL; nothing is fetched for it.
 */
export async function lookupAddress(client: Client, address: Address): Promise<{ name?: string; avatar?: string }> {
  const name = await readEnsName(client, address)
  if (!name || name.length > 255 || normalizeOrNothing(name) !== name) return {}
  const avatar = cleanIcon(await readEnsText(client, name, 'avatar').catch(() => undefined))
  return { name, ...(avatar && { avatar }) }
}

/**
 * The address behind an ENS name on a network (ENSIP-11), or undefined.
 * @throws InvalidChainIdError for a chain id of 2^31 or more
 */
export async function resolveName(
  client: Client | undefined,
  { name, networkId }: { name: string; networkId: NetworkId },
): Promise<string | undefined> {
  const chainId = chainIdOf(networkId)
  if (chainId >= 2 ** 31) throw new InvalidChainIdError({ networkId })
  const normal = normalizeOrNothing(name)
  if (!client || !normal || !normal.includes('.')) return undefined
  // For another coin type the resolver answers with bytes of any length.
  return readAccounts([await readEnsAddress(client, normal, toCoinType(chainId))])?.[0]
}

function normalizeOrNothing(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
