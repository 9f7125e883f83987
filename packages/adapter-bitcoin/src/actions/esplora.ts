import { NetworkNotConfiguredError, type NetworkId, type Portico } from '@portico/core'
import { HttpStatusError, MalformedAnswerError, send, type Answer } from '@portico/core/kit'
import { isObject, read } from '../discover/read.js'
import type { BitcoinOptions } from '../options.js'
import { refusal } from './refusal.js'

export interface Output {
  /** Undefined where the script has no address. */
  readonly address: string | undefined
  /** Satoshi. */
  readonly value: bigint
}

export interface Input {
  readonly txid: string
  readonly vout: number
  /** The output that it spends; undefined for new coins. */
  readonly prevout: Output | undefined
}

export interface Status {
  /** Undefined while it waits. */
  readonly height?: bigint
  /** Seconds since 1970. */
  readonly time?: number
}

export interface ChainTransaction {
  readonly txid: string
  readonly inputs: readonly Input[]
  readonly outputs: readonly Output[]
  /** Satoshi. */
  readonly fee: bigint
  readonly status: Status
}

/** An output that can be spent. `value` in satoshi. */
export interface Utxo {
  readonly txid: string
  readonly vout: number
  readonly value: bigint
  readonly confirmed: boolean
}

export interface Esplora {
  /** What an address holds, counting what waits, in satoshi. */
  readonly balance: (networkId: NetworkId, address: string, signal?: AbortSignal) => Promise<bigint>
  /** Without those that a transfer from here has just spent. */
  readonly utxos: (networkId: NetworkId, address: string, signal?: AbortSignal) => Promise<readonly Utxo[]>
  /** Leaves coins out for a minute: an endpoint may not have heard yet that they were spent. */
  readonly markSpent: (utxos: readonly Utxo[]) => void
  /** Newest first; with `after`, confirmed ones before it. */
  readonly transactions: (
    networkId: NetworkId,
    address: string,
    after?: string,
    signal?: AbortSignal,
  ) => Promise<readonly ChainTransaction[]>
  /** Undefined when the endpoint does not know it. */
  readonly transaction: (networkId: NetworkId, txid: string, signal?: AbortSignal) => Promise<ChainTransaction | undefined>
  /** A raw transaction as hex. */
  readonly raw: (networkId: NetworkId, txid: string) => Promise<string>
  /** Id of the transaction that spends an output, if one does. */
  readonly spender: (networkId: NetworkId, txid: string, vout: number, signal?: AbortSignal) => Promise<string | undefined>
  /** Satoshi for each virtual byte, by the number of blocks. */
  readonly feeEstimates: (networkId: NetworkId, signal?: AbortSignal) => Promise<ReadonlyMap<number, number>>
  /** Sends a raw transaction, the same bytes as often as needed (R8). Resolves once the endpoint has it. @throws TransactionRevertedError */
  readonly broadcast: (networkId: NetworkId, hex: string, txid: string) => Promise<void>
}

/** How long coins that were spent from here are left out, in milliseconds. */
const spentFor = 60_000
const nameOf = ({ txid, vout }: Pick<Utxo, 'txid' | 'vout'>) => `${txid}:${vout}`

interface Call {
  readonly networkId: NetworkId
  readonly path: string
  readonly body?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * A chain's endpoint: the part of esplora's HTTP API (github.com/Blockstream/esplora, API.md) that the adapter uses. Answers are
 * parsed here.
 */
export function createEsplora({ portico, options }: { readonly portico: Portico; readonly options: BitcoinOptions }): Esplora {
  function urlsOf(networkId: NetworkId): readonly string[] {
    const network = options.networks.find(({ id }) => id === networkId)
    if (!network) throw new NetworkNotConfiguredError({ networkId })
    return [options.esploraUrls?.[networkId] ?? network.rpcUrls].flat().map((url) => url.replace(/\/+$/, ''))
  }

  /**
   * One request, at each of the network's URLs in turn until one answers, past the browser's cache: esplora lets it keep coins for ten
   * seconds, in which a transfer may have spent them. A transaction is sent again as the same bytes (R8).
   */
  const ask = ({ networkId, path, body, signal }: Call): Promise<Answer> =>
    send({
      fetch: portico.options.fetch ?? fetch,
      url: urlsOf(networkId).map((url) => `${url}${path}`),
      path,
      init: { cache: 'no-cache', ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'text/plain' } }) },
      signal,
    })

  /** A JSON answer, read by `parse`; undefined for 404 where that is an answer. */
  async function get<T>(call: Call, parse: (value: unknown) => T): Promise<T> {
    const { ok, text, ...said } = await ask(call)
    if (!ok) throw new HttpStatusError({ ...said, path: call.path })
    try {
      return parse(JSON.parse(text))
    } catch (cause) {
      throw new MalformedAnswerError({ path: call.path, problem: 'it has another shape', cause })
    }
  }

  /** When coins were spent from here, by their names. */
  const spent = new Map<string, number>()

  const orUndefined = (error: unknown) => {
    if (error instanceof HttpStatusError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
  const pathOf = (address: string) => `/address/${encodeURIComponent(address)}`
  const transaction: Esplora['transaction'] = (networkId, txid, signal) =>
    get({ networkId, path: `/tx/${txid}`, signal }, parseTransaction).catch(orUndefined)

  return {
    balance: (networkId, address, signal) =>
      get({ networkId, path: pathOf(address), signal }, (value) => {
        const sum = (name: string) => satoshi(read(read(value, name), 'funded_txo_sum')) - satoshi(read(read(value, name), 'spent_txo_sum'))
        return sum('chain_stats') + sum('mempool_stats')
      }),
    utxos: (networkId, address, signal) =>
      get({ networkId, path: `${pathOf(address)}/utxo`, signal }, (value) =>
        listOf(value).map((entry) => ({
          txid: txidOf(read(entry, 'txid')),
          vout: whole(read(entry, 'vout')),
          value: satoshi(read(entry, 'value')),
          confirmed: read(read(entry, 'status'), 'confirmed') === true,
        })),
      ).then((utxos) => utxos.filter((utxo) => (spent.get(nameOf(utxo)) ?? 0) < Date.now() - spentFor)),
    markSpent: (utxos) => utxos.forEach((utxo) => spent.set(nameOf(utxo), Date.now())),
    transactions: (networkId, address, after, signal) =>
      get({ networkId, path: `${pathOf(address)}/txs${after ? `/chain/${after}` : ''}`, signal }, (value) =>
        listOf(value).map(parseTransaction),
      ),
    transaction,
    async raw(networkId, txid) {
      const path = `/tx/${txid}/hex`
      const { ok, text, ...said } = await ask({ networkId, path })
      if (!ok) throw new HttpStatusError({ ...said, path })
      if (!/^([\da-f]{2})+$/i.test(text.trim())) throw new MalformedAnswerError({ path, problem: 'it is not hex' })
      return text.trim()
    },
    spender: (networkId, txid, vout, signal) =>
      get({ networkId, path: `/tx/${txid}/outspend/${vout}`, signal }, (value) =>
        read(value, 'spent') === true ? txidOf(read(value, 'txid')) : undefined,
      ).catch(orUndefined),
    async feeEstimates(networkId, signal) {
      const isRate = (rate: unknown): rate is number => typeof rate === 'number' && rate > 0
      const estimates = await get({ networkId, path: '/fee-estimates', signal }, (value) => {
        if (!isObject(value)) throw new Error('no object')
        return new Map(
          Object.entries(value).flatMap(([blocks, rate]) => (/^\d{1,4}$/.test(blocks) && isRate(rate) ? [[Number(blocks), rate]] : [])),
        )
      }).catch(orUndefined)
      if (estimates) return estimates
      // mempool's own form of the same question, where esplora's is not served.
      const names = { 1: 'fastestFee', 6: 'hourFee', 144: 'economyFee' }
      return get({ networkId, path: '/v1/fees/recommended', signal }, (value) => {
        const known = Object.entries(names).map(([blocks, name]): [number, unknown] => [Number(blocks), read(value, name)])
        return new Map(known.flatMap(([blocks, rate]) => (isRate(rate) ? [[blocks, rate]] : [])))
      })
    },
    async broadcast(networkId, hex, txid) {
      const path = '/tx'
      try {
        const { ok, text, ...said } = await ask({ networkId, path, body: hex })
        if (ok) return
        if (/already.{0,20}(in|known)|txn-already|transaction already/i.test(text)) return
        throw said.status === 400 ? refusal(text) : new HttpStatusError({ ...said, path })
      } catch (error) {
        // An answer can get lost, and a repetition be refused because the first one was taken.
        if (await transaction(networkId, txid).catch(() => undefined)) return
        throw error
      }
    },
  }
}

function whole(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error('no whole number')
  return value
}

const satoshi = (value: unknown): bigint => BigInt(whole(value))

function txidOf(value: unknown): string {
  if (typeof value !== 'string' || !/^[\da-f]{64}$/.test(value)) throw new Error('no transaction id')
  return value
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('no list')
  return value
}

function parseOutput(value: unknown): Output {
  const address = read(value, 'scriptpubkey_address')
  return { address: typeof address === 'string' ? address : undefined, value: satoshi(read(value, 'value')) }
}

function parseTransaction(value: unknown): ChainTransaction {
  const status = read(value, 'status')
  const isConfirmed = read(status, 'confirmed') === true
  const time = read(status, 'block_time')
  return {
    txid: txidOf(read(value, 'txid')),
    inputs: listOf(read(value, 'vin')).map((input) => {
      const prevout = read(input, 'prevout')
      return {
        txid: txidOf(read(input, 'txid')),
        vout: whole(read(input, 'vout')),
        prevout: isObject(prevout) ? parseOutput(prevout) : undefined,
      }
    }),
    outputs: listOf(read(value, 'vout')).map(parseOutput),
    fee: satoshi(read(value, 'fee')),
    status: isConfirmed ? { height: satoshi(read(status, 'block_height')), ...(typeof time === 'number' && { time }) } : {},
  }
}
