import { toDecimal } from '@portico/core'
import { base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { BalanceChange, FrameNetwork, Leaving } from '../../types.js'
import type { Outcome } from '../limits.js'
import { askNode } from '../node.js'
import { readAccounts, readMint, readTokenAccount, type SolanaAccount } from './chain.js'
import { symbolOf } from './names.js'
import type { SolanaTransaction } from './transaction.js'

export interface SolanaSimulated extends Pick<Outcome, 'leaves'> {
  readonly changes: readonly BalanceChange[] | 'failed'
  readonly reverts?: string
}

const unknown = { changes: 'failed', leaves: undefined } as const

const simulation = z.object({ value: z.object({ err: z.unknown(), accounts: z.nullish(z.array(z.unknown())) }) })

/** How many accounts a node is asked for with one run. */
const most = 100

interface SimulateParameters {
  readonly transaction: SolanaTransaction
  readonly own: string
  /** Accounts that are written to, whose balances are compared. */
  readonly written: readonly string[]
  readonly before: ReadonlyMap<string, SolanaAccount> | undefined
  readonly network: FrameNetwork
  readonly fetch: typeof globalThis.fetch
}

/** Runs a transaction on the operator's node without sending it. The fee is part of the change. Never rejects (R9). */
export async function simulateSolana({ transaction, own, written, before, network, fetch }: SimulateParameters): Promise<SolanaSimulated> {
  const all = [...new Set([own, ...written])]
  const addresses = all.slice(0, most)
  const options = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    commitment: 'confirmed',
    accounts: { encoding: 'base64', addresses },
  }
  const params = [base64.encode(transaction.bytes), options]
  const answer = await askNode({ network, method: 'simulateTransaction', params, fetch, retries: 0, timeout: 5000 }).catch(() => undefined)
  const result = simulation.safeParse(answer).data?.value
  if (!result) return unknown
  if (result.err !== null) return { ...unknown, reverts: reason(result.err) }
  const after = readAccounts(result.accounts)
  // What is not looked at may be what holds the account's tokens.
  if (all.length > most || before === undefined || after?.length !== addresses.length) return unknown
  return changesOf(addresses, before, new Map(addresses.map((address, index) => [address, after[index]])), own, network)
}

const reason = (error: unknown) => (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 300)

function changesOf(
  addresses: readonly string[],
  before: ReadonlyMap<string, SolanaAccount>,
  after: ReadonlyMap<string, SolanaAccount | undefined>,
  own: string,
  network: FrameNetwork,
): SolanaSimulated {
  const { id, nativeCurrency } = network
  const lamports = (after.get(own)?.lamports ?? 0n) - (before.get(own)?.lamports ?? 0n)
  const sums = new Map<string, bigint>()
  /** What token accounts hold of the coin, which their owner gets back when they are closed, or whoever is named then. */
  let rent = 0n
  const add = (account: SolanaAccount | undefined, sign: bigint) => {
    const token = account && readTokenAccount(account)
    if (!account || token?.owner !== own) return
    sums.set(token.mint, (sums.get(token.mint) ?? 0n) + sign * token.units)
    rent += sign * account.lamports
  }
  for (const address of addresses) {
    add(before.get(address), -1n)
    add(after.get(address), 1n)
  }
  const moved = [...sums].filter(([, units]) => units !== 0n)
  const tokens = moved.map(([mint, units]) => {
    const account = before.get(mint) ?? after.get(mint)
    const decimals = account && readMint(account)?.decimals
    const { symbol: name } = symbolOf(mint, account, network)
    const symbol = name ? `${name} (${mint})` : mint
    return { symbol: decimals === undefined ? `${symbol} (smallest units)` : symbol, amount: toDecimal(units, decimals ?? 0) }
  })
  const coin = { symbol: nativeCurrency.symbol, amount: toDecimal(lamports, nativeCurrency.decimals) }
  const least = rent < 0n ? lamports + rent : lamports
  const leaves: readonly Leaving[] = [
    ...(least < 0n ? [{ asset: id, units: -least }] : []),
    ...moved.flatMap(([mint, units]) => (units < 0n ? [{ asset: `${id}/token:${mint}`, units: -units }] : [])),
  ]
  return { changes: [...(lamports === 0n ? [] : [coin]), ...tokens], leaves }
}
