import type { NetworkId, TokenBalance } from '@portico/core'
import { cleanName } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { getAccounts, isMint, metadataOf } from './accounts.js'
import { readAddress } from './bytes.js'
import { field, readUnits } from './json.js'
import { token2022Program, tokenProgram } from './programs.js'
import { commitment, type Rpc } from './rpc.js'

/** A token account, as its program tells it. */
export interface TokenAccount {
  readonly address: string
  readonly mint: string
  readonly units: bigint
  readonly decimals: number
  readonly frozen: boolean
}

export interface OwnerRequest {
  readonly address: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal
}

/** The token accounts of an owner, of one mint or of one token program. What makes no sense among them is left out. @throws EndpointError */
export async function tokenAccountsOf(
  rpc: Rpc,
  { address, networkId, signal }: OwnerRequest,
  filter: { readonly mint: string } | { readonly programId: string },
): Promise<readonly TokenAccount[]> {
  const params = [address, filter, { encoding: 'jsonParsed', commitment }]
  const list = field(await rpc.call({ networkId, method: 'getTokenAccountsByOwner', params, signal }), 'value')
  if (!Array.isArray(list)) throw new EndpointError({ cause: list })
  return list.flatMap((entry: unknown) => {
    const info = field(entry, 'account', 'data', 'parsed', 'info')
    const [pubkey, mint, state] = [field(entry, 'pubkey'), field(info, 'mint'), field(info, 'state')]
    const units = readUnits(field(info, 'tokenAmount', 'amount'))
    const decimals = field(info, 'tokenAmount', 'decimals')
    const isSound = typeof pubkey === 'string' && readAddress(pubkey) && typeof mint === 'string' && readAddress(mint)
    if (!isSound || units === undefined || typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 255)
      return []
    return [{ address: pubkey, mint, units, decimals, frozen: state === 'frozen' }]
  })
}

/** Tokens whose names every wallet knows. */
const wellKnown: Readonly<Record<string, readonly [symbol: string, name: string]>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: ['USDC', 'USD Coin'],
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': ['USDC', 'USD Coin'],
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: ['USDT', 'Tether USD'],
  So11111111111111111111111111111111111111112: ['SOL', 'Wrapped SOL'],
}

/** The tokens of an owner, of both token programs, one entry for each mint. @throws EndpointError */
export async function getTokenBalances(rpc: Rpc, request: OwnerRequest): Promise<readonly TokenBalance[]> {
  const [plain, extended] = await Promise.all(
    [tokenProgram, token2022Program].map((programId) => tokenAccountsOf(rpc, request, { programId })),
  )
  const names = await namesOf(rpc, request, [...new Set((extended ?? []).map(({ mint }) => mint))])
  const balances = new Map<string, TokenBalance>()
  for (const { mint, units, decimals } of [...(plain ?? []), ...(extended ?? [])]) {
    const sum = (balances.get(mint)?.units ?? 0n) + units
    const [symbol, name] = (Object.hasOwn(wellKnown, mint) ? wellKnown[mint] : names.get(mint)) ?? ['', '']
    balances.set(mint, { address: mint, symbol, ...(name && { name }), units: sum, decimals })
  }
  return [...balances.values()].filter(({ units }) => units > 0n)
}

/** One token by its mint, and how much of it an owner has in all of its accounts; undefined for what is no mint. @throws EndpointError */
export async function getToken(rpc: Rpc, request: OwnerRequest & { readonly token: string }): Promise<TokenBalance | undefined> {
  const { token, networkId, signal } = request
  if (!readAddress(token)) return undefined
  const [mint] = await getAccounts(rpc, networkId, [token], signal)
  if (!mint || !isMint(mint)) return undefined
  const held = await tokenAccountsOf(rpc, request, { mint: token })
  const metadata = metadataOf(mint)
  const [symbol, name] = (Object.hasOwn(wellKnown, token)
    ? wellKnown[token]
    : metadata && [cleanName(metadata.symbol), cleanName(metadata.name)]) ?? ['', '']
  const units = held.filter((account) => account.mint === token).reduce((sum, account) => sum + account.units, 0n)
  return { address: token, symbol, ...(name && { name }), units, decimals: mint.data[44] ?? 0 }
}

/** What Token-2022 mints call themselves, where they carry their metadata. A node that cannot tell leaves them without names. */
async function namesOf(
  rpc: Rpc,
  { networkId, signal }: OwnerRequest,
  mints: readonly string[],
): Promise<ReadonlyMap<string, readonly [string, string]>> {
  const names = new Map<string, readonly [string, string]>()
  for (let from = 0; from < mints.length; from += 100) {
    const some = mints.slice(from, from + 100)
    const accounts = await getAccounts(rpc, networkId, some, signal).catch(() => [])
    accounts.forEach((account, at) => {
      const metadata = account && isMint(account) ? metadataOf(account) : undefined
      if (metadata) names.set(some[at] ?? '', [cleanName(metadata.symbol), cleanName(metadata.name)])
    })
  }
  return names
}
