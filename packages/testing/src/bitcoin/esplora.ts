import { hex } from '@scure/base'
import { isRecord } from '../wallet/params.js'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'

export interface Coin {
  readonly txid: string
  readonly vout: number
  /** Satoshi. */
  readonly value: bigint
}

/** What a wallet asks of its indexer. Every method rejects with a ProviderRpcError. */
export interface Esplora {
  coins(address: string): Promise<readonly Coin[]>
  /** Satoshi, confirmed and waiting. */
  balance(address: string): Promise<{ readonly confirmed: bigint; readonly unconfirmed: bigint }>
  /** Satoshi for each virtual byte. */
  feeRate(): Promise<number>
  /** Sends a transaction and answers its id. */
  send(transaction: Uint8Array): Promise<string>
}

/** Reads esplora's HTTP API. Without a URL, everything is answered with 4901. */
export function createEsplora(url: string | undefined, fetch: typeof globalThis.fetch = globalThis.fetch): Esplora {
  const call = async (path: string, init?: RequestInit): Promise<string> => {
    if (url === undefined) throw rpcError(rpcErrorCodes.chainDisconnected)
    const response = await fetch(`${url.replace(/\/$/, '')}${path}`, init).catch(() => {
      throw rpcError(rpcErrorCodes.disconnected)
    })
    const text = await response.text()
    if (!response.ok) throw rpcError(rpcErrorCodes.internal, text.slice(0, 500))
    return text
  }
  const json = async (path: string): Promise<unknown> => {
    const text = await call(path)
    try {
      return JSON.parse(text)
    } catch {
      throw rpcError(rpcErrorCodes.internal, 'The indexer does not answer JSON.')
    }
  }
  return {
    async coins(address) {
      const list = await json(`/address/${address}/utxo`)
      return (Array.isArray(list) ? list : []).filter(isRecord).map(({ txid, vout, value }) => ({
        txid: String(txid),
        vout: Number(vout),
        value: BigInt(Number(value)),
      }))
    },
    async balance(address) {
      const answer = await json(`/address/${address}`)
      const stats = isRecord(answer) ? answer : {}
      return { confirmed: sumOf(stats['chain_stats']), unconfirmed: sumOf(stats['mempool_stats']) }
    },
    async feeRate() {
      const estimates = await json('/fee-estimates')
      const rate = isRecord(estimates) ? Number(estimates['6']) : Number.NaN
      return Number.isFinite(rate) && rate >= 1 ? rate : 1
    },
    send: (transaction) => call('/tx', { method: 'POST', body: hex.encode(transaction) }),
  }
}

function sumOf(stats: unknown): bigint {
  if (!isRecord(stats)) return 0n
  return BigInt(Number(stats['funded_txo_sum'] ?? 0)) - BigInt(Number(stats['spent_txo_sum'] ?? 0))
}
