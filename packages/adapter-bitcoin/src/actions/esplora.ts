import { NetworkNotConfiguredError, type NetworkId, type Portico } from '@portico/core'
import {
  bodyLimit,
  HttpStatusError,
  MalformedAnswerError,
  NetworkFailureError,
  readTimeout,
  RequestAbortedError,
  retryableStatuses,
  retryBaseDelay,
  retryDelay,
  retryLimit,
} from '@portico/core/kit'
import { isObject, read } from '../discover/read.js'
import type { BitcoinOptions } from '../options.js'
import { pause } from '../implementation/time.js'
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
  readonly utxos: (networkId: NetworkId, address: string, signal?: AbortSignal) => Promise<readonly Utxo[]>
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

interface Call {
  readonly networkId: NetworkId
  readonly path: string
  readonly body?: string
  readonly signal?: AbortSignal | undefined
}

/**
 * A chain's endpoint: the part of esplora's HTTP API (github.com/Blockstream/esplora, API.md) that the adapter uses. Calls
 * are repeated as core repeats them (R7), each time at the next URL, and answers are parsed here.
 */
export function createEsplora({ portico, options }: { readonly portico: Portico; readonly options: BitcoinOptions }): Esplora {
  function urlsOf(networkId: NetworkId): readonly string[] {
    const network = options.networks.find(({ id }) => id === networkId)
    if (!network) throw new NetworkNotConfiguredError({ networkId })
    return [options.esploraUrls?.[networkId] ?? network.rpcUrls].flat().map((url) => url.replace(/\/+$/, ''))
  }

  /** One request, until it has an answer that is worth reading. @throws HttpStatusError, NetworkFailureError, RequestAbortedError */
  async function send({ networkId, path, body, signal }: Call): Promise<{ readonly status: number; readonly text: string }> {
    const urls = urlsOf(networkId)
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retryLimit
      const limit = new AbortController()
      const stop = () => limit.abort()
      const timer = setTimeout(stop, readTimeout)
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()
      let delay: number | undefined
      try {
        const reached = new Promise<never>((_, reject) => limit.signal.addEventListener('abort', () => reject(new Error('Time limit'))))
        reached.catch(() => undefined)
        const init = {
          signal: limit.signal,
          ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
        }
        if (signal?.aborted) throw new RequestAbortedError()
        const response = await Promise.race([(portico.options.fetch ?? fetch)(`${urls[attempt % urls.length]}${path}`, init), reached])
        const { status } = response
        if (!retryableStatuses.includes(status)) return { status, text: await Promise.race([readText(response, path), reached]) }
        const retryAfter = response.headers.get('retry-after')
        void response.body?.cancel().catch(() => undefined)
        delay = retryDelay({ attempt, base: retryBaseDelay, ...(retryAfter !== null && { retryAfter }) })
        if (isLast || delay === undefined) throw new HttpStatusError({ status, path })
      } catch (cause) {
        if (signal?.aborted) throw new RequestAbortedError()
        if (cause instanceof HttpStatusError || cause instanceof MalformedAnswerError) throw cause
        if (isLast) throw new NetworkFailureError({ path, cause })
        delay = retryDelay({ attempt, base: retryBaseDelay })
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', stop)
      }
      await pause(delay ?? 0, signal)
    }
  }

  /** A JSON answer, read by `parse`; undefined for 404 where that is an answer. */
  async function get<T>(call: Call, parse: (value: unknown) => T): Promise<T> {
    const { status, text } = await send(call)
    if (status < 200 || status > 299) throw new HttpStatusError({ status, path: call.path })
    try {
      return parse(JSON.parse(text))
    } catch (cause) {
      throw new MalformedAnswerError({ path: call.path, problem: 'it has another shape', cause })
    }
  }

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
      ),
    transactions: (networkId, address, after, signal) =>
      get({ networkId, path: `${pathOf(address)}/txs${after ? `/chain/${after}` : ''}`, signal }, (value) =>
        listOf(value).map(parseTransaction),
      ),
    transaction,
    async raw(networkId, txid) {
      const path = `/tx/${txid}/hex`
      const { status, text } = await send({ networkId, path })
      if (status !== 200) throw new HttpStatusError({ status, path })
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
        const { status, text } = await send({ networkId, path, body: hex })
        if (status >= 200 && status <= 299) return
        if (/already.{0,20}(in|known)|txn-already|transaction already/i.test(text)) return
        throw status === 400 ? refusal(text) : new HttpStatusError({ status, path })
      } catch (error) {
        // An answer can get lost, and a repetition be refused because the first one was taken.
        if (await transaction(networkId, txid).catch(() => undefined)) return
        throw error
      }
    },
  }
}

async function readText(response: Response, path: string): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > bodyLimit) {
      void reader.cancel().catch(() => undefined)
      throw new MalformedAnswerError({ path, problem: `more than ${bodyLimit} bytes` })
    }
    text += decoder.decode(value, { stream: true })
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
