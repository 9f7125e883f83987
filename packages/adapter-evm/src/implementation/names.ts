import type { Call, NetworkId } from '@portico/core'
import { cleanIcon } from '@portico/core/kit'
import { InvalidChainIdError } from '@portico/core/names'
import { encode } from 'ox/AbiParameters'
import type { Address, Client, Hex } from 'viem'
import { namehash, normalize, toCoinType } from 'viem/ens'
import { chainIdOf } from './agree.js'
import { readEnsAddress, readEnsName, readEnsText } from './ens.js'
import { readAccounts } from './provider.js'

/**
 * The ENS name of an address, and its picture: that of the network (ENSIP-19), Basenames among them, else Ethereum's. A name that is not
 * in normal form is no name: it may look like another one. The picture is used as far as it is an https or data: URL; nothing is
 * fetched for it.
 */
export async function lookupAddress(client: Client, address: Address, networkId?: NetworkId): Promise<{ name?: string; avatar?: string }> {
  const chainId = networkId === undefined ? 1 : chainIdOf(networkId)
  const isElsewhere = chainId !== 1 && chainId < 2 ** 31
  const [own, ethereum] = await Promise.all([
    // Networks that keep no names are most of them, and a resolver may not know them.
    isElsewhere ? readEnsName(client, address, toCoinType(chainId)).catch(() => undefined) : undefined,
    readEnsName(client, address),
  ])
  const name = [own, ethereum].find((one) => one && one.length <= 255 && normalizeOrNothing(one) === one)
  if (!name) return {}
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
  const found = readAccounts([await readEnsAddress(client, normal, toCoinType(chainId))])?.[0]
  // Basenames live on Base, and most have their address there under Ethereum's coin type alone.
  if (found !== undefined || chainId !== base || !normal.endsWith('.base.eth')) return found
  return readAccounts([await readEnsAddress(client, normal, 60n)])?.[0]
}

const base = 8453

/** ENS' registry, on the networks that have one. */
const registry: Address = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const registryChains: readonly number[] = [1, 11_155_111, 17_000]
/** ENS' reverse registrar of networks without a registry (ENSIP-19), the same on all of them. */
const l2Registrar: Address = '0x0000000000D8e504002cC26E3Ec46D81971C1664'
const l2Chains: readonly number[] = [10, base, 42_161, 59_144, 534_352]

/** `owner(bytes32)` of the registry and `setName(string)` of a reverse registrar (EIP-181). */
const primarySelectors = { owner: '0x02571be3', setName: '0xc47f0027' } as const

/**
 * The call by which an account makes a name its primary one on a network, or undefined where the network keeps none.
 * @throws what the node answers
 */
export async function writePrimaryName(
  client: Client,
  { name, networkId }: { readonly name: string; readonly networkId: NetworkId },
): Promise<Call | undefined> {
  const chainId = chainIdOf(networkId)
  const normal = normalizeOrNothing(name)
  const to = normal && (await registrarOn(client, chainId))
  if (!to) return undefined
  return { to, data: `${primarySelectors.setName}${encode([{ type: 'string' }], [normal]).slice(2)}`, value: 0n }
}

async function registrarOn(client: Client, chainId: number): Promise<Address | undefined> {
  if (registryChains.includes(chainId)) {
    const data: Hex = `${primarySelectors.owner}${namehash('addr.reverse').slice(2)}`
    const answer = await client.request({ method: 'eth_call', params: [{ to: registry, data }, 'latest'] })
    if (answer.length !== 66 || BigInt(answer) === 0n) return undefined
    return await hasCode(client, readAccounts([`0x${answer.slice(26)}`])?.[0])
  }
  return l2Chains.includes(chainId) ? hasCode(client, l2Registrar) : undefined
}

async function hasCode(client: Client, address: Address | undefined): Promise<Address | undefined> {
  return address && (await client.request({ method: 'eth_getCode', params: [address, 'latest'] })) !== '0x' ? address : undefined
}

function normalizeOrNothing(name: string): string | undefined {
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}
