import { toDecimal } from '../../kit/amount/format.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { RequestAbortedError } from '../../kit/http/errors.js'
import { inSlices } from '../../kit/slices.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture, isServed } from '../../portico/gateway.js'
import { currentEntry, routerStore } from '../../router/store.js'
import { showToast } from '../../toast/toast.js'
import { findNetwork } from '../network/store.js'
import type { AccountTransaction } from './capability.js'
import { ActivityUnavailableError } from './errors.js'
import { getTransactions } from './getTransactions.js'
import type { ActivityRow } from './row.js'
import { historyAnswer, rowOf } from './schema.js'
import { settleSent } from './sent.js'

export interface GetActivityParameters {
  readonly address: string
  readonly networkId: NetworkId
  /** From the page before. */
  readonly cursor?: string
  /** Only what was bought with this provider, asked past every cache. */
  readonly onramp?: 'coinbase'
  /** Says nothing of a failure: somebody else asks for what matters more. */
  readonly quiet?: boolean
  readonly signal?: AbortSignal
}

/** A page of an account's past. */
export interface ActivityPage {
  /** The newest first. Without rows of other networks, and without those that move nothing but spam. */
  readonly rows: readonly ActivityRow[]
  /** Leads to the next page; undefined after the last one. */
  readonly cursor: string | undefined
  /** Nothing at all was told: the list ends here, whatever the cursor says (R21). */
  readonly isEmpty: boolean
  /** What the source does not tell of, such as `internal-transfers`. */
  readonly missing: readonly string[]
}

/**
 * A page of what an account did on a network: from the gateway at `apiUrl` where it serves the network, else from the chain where
 * its nodes keep a history. While the modal is open, a failure is said in a toast.
 * @example const { rows } = await getActivity(portico, { address, networkId: 'eip155:8453' })
 * @throws {@link ActivityUnavailableError} 'Failed to fetch transactions', whose `cause` is what went wrong
 * @throws {@link RequestAbortedError}
 */
export async function getActivity(portico: Portico, parameters: GetActivityParameters): Promise<ActivityPage> {
  const { address, networkId, onramp, quiet, signal } = parameters
  if (!address) throw new InvalidOptionError({ option: 'address', problem: "transactions can't be fetched without an address" })
  try {
    const page =
      onramp || (await isServed(portico, networkId)) ? await fromGateway(portico, parameters) : await fromChain(portico, parameters)
    settleSent(portico, page.rows)
    return page
  } catch (cause) {
    if (signal?.aborted || cause instanceof RequestAbortedError) throw cause
    const error = new ActivityUnavailableError({ cause })
    if (!quiet && currentEntry(routerStore(portico).getState())) showToast(portico, { variant: 'error', message: error.message, error })
    throw error
  }
}

async function fromGateway(portico: Portico, { address, networkId, cursor, onramp, signal }: GetActivityParameters): Promise<ActivityPage> {
  const { data, next, missing } = await request(portico, {
    path: `/v1/account/${encodeURIComponent(address)}/history`,
    query: { chainId: networkId, cursor, onramp },
    schema: historyAnswer,
    ...(onramp && { cache: 'no-cache' }),
    ...(signal && { signal }),
  })
  const pictureOf = (url: string | null | undefined) => gatewayPicture(portico, url)
  const rows = await inSlices(data, (entry) => rowOf(entry, networkId, pictureOf), signal)
  return { rows: rows.filter((row) => !isSpam(row)), cursor: next || undefined, isEmpty: data.length === 0, missing: missing ?? [] }
}

/** A row that moves nothing but what is flagged as spam. One that moves nothing at all is none. */
const isSpam = ({ transfers }: ActivityRow) => transfers.length > 0 && transfers.every(({ spam }) => spam)

async function fromChain(portico: Portico, { address, networkId, cursor, signal }: GetActivityParameters): Promise<ActivityPage> {
  const asked = { address, networkId, ...(cursor !== undefined && { cursor }), ...(signal && { signal }) }
  const { transactions, cursor: next } = await getTransactions(portico, asked)
  const coin = findNetwork(portico, networkId)?.nativeCurrency ?? { name: '', symbol: '', decimals: 0 }
  // What waits is the newest, also where the clock of who found the last block is ahead of this one.
  const now = Math.max(Date.now(), ...transactions.map(({ time = 0 }) => time * 1000))
  const rows = transactions.map((transaction) => rowOfTransaction(transaction, { address, networkId, coin, now }))
  return { rows, cursor: next, isEmpty: rows.length === 0, missing: [] }
}

interface Told {
  readonly address: string
  readonly networkId: NetworkId
  readonly coin: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Milliseconds since 1970: of what waits. */
  readonly now: number
}

/** A transaction as a chain tells it: what it did to the balance. The fee, where the account paid it, is not part of what was sent. */
function rowOfTransaction(
  { hash, change, fee, time, blockNumber }: AccountTransaction,
  { address, networkId, coin, now }: Told,
): ActivityRow {
  const isOut = change < 0n
  const amount = isOut ? -change - (fee ?? 0n) : change
  const { name, symbol, decimals } = coin
  return {
    id: hash,
    networkId,
    hash,
    operation: change === 0n || amount <= 0n ? 'execute' : isOut ? 'send' : 'receive',
    status: time === undefined && blockNumber === undefined ? 'pending' : 'confirmed',
    minedAt: time === undefined ? now : time * 1000,
    from: isOut ? address : '',
    to: isOut ? '' : address,
    transfers: amount > 0n ? [{ kind: 'token', direction: isOut ? 'out' : 'in', name, symbol, decimals, units: amount, spam: false }] : [],
    ...(isOut && fee !== undefined && { fee: { amount: toDecimal(fee, decimals), symbol } }),
  }
}
