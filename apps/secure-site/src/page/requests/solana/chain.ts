import { base58, base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../../types.js'
import { askNode } from '../node.js'
import { programs } from './programs.js'

/** An account as the chain has it; token accounts and mints read further. */
export interface SolanaAccount {
  readonly lamports: bigint
  readonly owner: string
  readonly data: Uint8Array
}

const lamports = z.number().check(z.refine(Number.isInteger))
const account = z.nullable(z.object({ lamports, owner: z.string(), data: z.tuple([z.string(), z.literal('base64')]) }))
const accounts = z.object({ value: z.array(account) })

/** Accounts as the JSON-RPC API has them; undefined where there is none. */
export function readAccounts(value: unknown): readonly (SolanaAccount | undefined)[] | undefined {
  return z
    .array(account)
    .safeParse(value)
    .data?.map((each) => {
      if (!each) return undefined
      const data = decodeBase64(each.data[0])
      return data && { lamports: BigInt(each.lamports), owner: each.owner, data }
    })
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}

/** The most accounts that a node takes in one question. */
const most = 100

/** What several accounts hold, in the order asked for; undefined when the node does not tell. Never rejects. */
export async function fetchAccounts(
  addresses: readonly string[],
  network: FrameNetwork,
  fetch: typeof globalThis.fetch,
): Promise<ReadonlyMap<string, SolanaAccount> | undefined> {
  const wanted = [...new Set(addresses)]
  const pages = Array.from({ length: Math.ceil(wanted.length / most) }, (_, page) => wanted.slice(page * most, (page + 1) * most))
  const read = await Promise.all(
    pages.map(async (page) => {
      const params = [page, { encoding: 'base64', commitment: 'confirmed' }]
      const answer = await askNode({ network, method: 'getMultipleAccounts', params, fetch, retries: 1, timeout: 5000 }).catch(
        () => undefined,
      )
      const found = readAccounts(accounts.safeParse(answer).data?.value)
      return found?.length === page.length ? found : undefined
    }),
  )
  if (read.includes(undefined)) return undefined
  const found = read.flatMap((page) => page ?? [])
  return new Map(wanted.flatMap((address, index) => (found[index] ? [[address, found[index]] as const] : [])))
}

export interface TokenAccount {
  readonly mint: string
  readonly owner: string
  readonly units: bigint
}

const isTokenProgram = (owner: string) => owner === programs.token || owner === programs.token2022
const u64 = (data: Uint8Array, at: number) => new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true)

/** What an account of Token-2022 says it is, at byte 165: a mint (1) or a token account (2). A multisig has 355 bytes, and says nothing. */
const kindOf = (data: Uint8Array) => (data.length === 355 ? undefined : data[165])

/** A token account: mint, owner, amount (SPL Token, state.rs). */
export function readTokenAccount({ owner, data }: SolanaAccount): TokenAccount | undefined {
  if (!isTokenProgram(owner) || (data.length !== 165 && kindOf(data) !== 2)) return undefined
  return { mint: base58.encode(data.subarray(0, 32)), owner: base58.encode(data.subarray(32, 64)), units: u64(data, 64) }
}

/** A mint: its supply and decimals. */
export function readMint({ owner, data }: SolanaAccount): { readonly supply: bigint; readonly decimals: number } | undefined {
  if (!isTokenProgram(owner) || (data.length !== 82 && kindOf(data) !== 1)) return undefined
  return { supply: u64(data, 36), decimals: data[44] ?? 0 }
}

/** The addresses of a lookup table, which begin at byte 56; undefined for any other account. */
export function readLookupTable({ owner, data }: SolanaAccount): readonly string[] | undefined {
  if (owner !== 'AddressLookupTab1e1111111111111111111111111' || data.length < 56 || (data.length - 56) % 32 !== 0) return undefined
  return Array.from({ length: (data.length - 56) / 32 }, (_, index) => base58.encode(data.subarray(56 + index * 32, 88 + index * 32)))
}
