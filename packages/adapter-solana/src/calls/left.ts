import { isNetworkId, type NetworkId, type Portico } from '@portico/core'
import { fromBase64, readItem, toBase64, writeItem } from '@portico/core/kit'
import { transactionLimit } from '../implementation/message.js'
import { mostTransactions } from './batchId.js'

/** Signed transactions that are sent one after the other, and not all yet. */
export interface LeftBatch {
  readonly networkId: NetworkId
  /** Block height after which none of them comes in any more. */
  readonly lastValidBlockHeight: bigint
  readonly wires: readonly Uint8Array[]
}

/** What of batches is still to be sent, for a page that comes after this one. Where nothing can be stored, it goes with the page (R14). */
export interface LeftBatches {
  readonly read: () => readonly LeftBatch[]
  readonly keep: (batch: LeftBatch) => void
  readonly drop: (batch: LeftBatch) => void
}

/** More are not kept: each is over within a minute or two. */
const most = 5

export function openLeft(portico: Portico): LeftBatches {
  const read = () => parse(readItem(portico, 'signed'))
  const write = (batches: readonly LeftBatch[]) => {
    const rows = batches.slice(-most).map(({ networkId, lastValidBlockHeight, wires }) => ({
      networkId,
      lastValidBlockHeight: String(lastValidBlockHeight),
      wires: wires.map(toBase64),
    }))
    writeItem(portico, 'signed', JSON.stringify(rows))
  }
  const others = (batch: LeftBatch) => read().filter((one) => nameOf(one) !== nameOf(batch))
  return { read, keep: (batch) => write([...others(batch), batch]), drop: (batch) => write(others(batch)) }
}

const nameOf = ({ wires: [first] }: LeftBatch): string => (first ? toBase64(first) : '')

/** Storage is anybody's on the page: what is not as it was written is nothing. */
function parse(text: string | null): readonly LeftBatch[] {
  try {
    const rows: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(rows) ? rows.slice(-most).flatMap(readRow) : []
  } catch {
    return []
  }
}

function readRow(row: unknown): LeftBatch[] {
  const { networkId, lastValidBlockHeight: height, wires } = Object(row) as { readonly [name: string]: unknown }
  if (!isNetworkId(networkId) || typeof height !== 'string' || !/^\d{1,19}$/.test(height)) return []
  if (!Array.isArray(wires) || wires.length === 0 || wires.length > mostTransactions) return []
  const read = wires.flatMap((text) => {
    const wire = fromBase64(text)
    return wire && wire.length <= transactionLimit ? [wire] : []
  })
  return read.length === wires.length ? [{ networkId, lastValidBlockHeight: BigInt(height), wires: read }] : []
}
