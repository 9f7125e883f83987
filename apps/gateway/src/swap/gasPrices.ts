import { z } from 'zod'
import { ProviderError } from '../providers/errors.js'
import { type Node, NodeUnavailableError, RpcError, hexBigint } from '../rpc/node.js'
import { type Span, lasts } from '../span.js'

/** Wei for a unit of gas: as most pay, more than most, and so that the next block takes it. */
export interface GasPrices {
  readonly standard: bigint
  readonly fast: bigint
  readonly instant: bigint
}

/** Milliseconds that prices are given again. */
const freshMs = 2000
/** Blocks that are looked at, and whose tips: those of a quarter, of half, and of nine out of ten units of gas. */
const blocks = '0x5'
const percentiles = [25, 50, 90]

const history = z.object({ baseFeePerGas: z.array(hexBigint).min(1), reward: z.array(z.tuple([hexBigint, hexBigint, hexBigint])).min(1) })

/** @param clock milliseconds since 1970 */
export function createGasPrices(node: Node, clock: () => number): () => Promise<GasPrices> {
  let known: (Span & { readonly prices: Promise<GasPrices> }) | undefined
  return () => {
    const now = clock()
    if (known && lasts(known, now)) return known.prices
    const read = { from: now, until: now + freshMs, prices: readPrices(node) }
    known = read
    // A failure is not given again.
    read.prices.catch(() => known === read && (known = undefined))
    return read.prices
  }
}

async function readPrices(node: Node): Promise<GasPrices> {
  try {
    const [usual, fees] = await node.batch([
      { method: 'eth_gasPrice' },
      { method: 'eth_feeHistory', params: [blocks, 'latest', percentiles] },
    ])
    if (usual?.error) throw usual.error
    const price = hexBigint.parse(usual?.result)
    const { data } = history.safeParse(fees?.result)
    const base = data?.baseFeePerGas.at(-1)
    if (!data || base === undefined) return rising(price, (price * 11n) / 10n, (price * 5n) / 4n)
    const tips = [0, 1, 2].map((at) => middleOf(data.reward.map((row) => row[at] ?? 0n)))
    // A block's base fee is an eighth higher than the last one's at the most.
    return rising(price, (base * 9n) / 8n + (tips[1] ?? 0n), (base * 5n) / 4n + (tips[2] ?? 0n))
  } catch (error) {
    if (!(error instanceof NodeUnavailableError || error instanceof RpcError || error instanceof z.ZodError)) throw error
    throw new ProviderError('unavailable', 'The node does not tell the price of gas.', { cause: error })
  }
}

const middleOf = (all: readonly bigint[]): bigint => all.toSorted((a, b) => (a < b ? -1 : 1))[Math.floor(all.length / 2)] ?? 0n

/** None is lower than the one before. */
function rising(standard: bigint, fast: bigint, instant: bigint): GasPrices {
  const second = fast > standard ? fast : standard
  return { standard, fast: second, instant: instant > second ? instant : second }
}
