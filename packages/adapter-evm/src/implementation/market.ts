import { CapabilityMissingError, InvalidOptionError, type FeeSpeed, type SpeedChoice } from '@portico/core'
import type { Client } from 'viem'
import { EndpointError, endpointError, walletError } from './errors.js'
import type { CheckedCall } from './fee.js'

/** What a transaction offers for each unit of gas (EIP-1559), in wei. */
export interface Offer {
  /** Of the next block. */
  readonly baseFee: bigint
  readonly maxPriorityFeePerGas: bigint
  /** Whatever the base fee becomes, no more than this is paid. */
  readonly maxFeePerGas: bigint
}

/** How many blocks are looked back on, and which percentile of their tips a speed pays. */
const blocks = '0xa'
const speeds: readonly FeeSpeed[] = ['slow', 'standard', 'fast']
const percentiles = [10, 50, 90]
/** Room over the base fee, in percent: what is slow waits for it to fall again, what is fast goes through six full blocks. */
const room = { slow: 125n, standard: 200n, fast: 200n } as const
/** What no endpoint may make a visitor tip, in wei: 500 gwei. The base fee the chain itself sees to. */
const highestTip = 500_000_000_000n

const isQuantity = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{1,64}$/i.test(value)

/**
 * What a speed costs now, by what the last ten blocks took in (`eth_feeHistory`): never less at a higher speed. A wallet that is
 * left to itself tips what its node suggests: `slow` is no more than that, `fast` a quarter more at the least. Undefined on a chain
 * without a base fee.
 * @throws EndpointError
 */
export async function offerOf(client: Client, speed: FeeSpeed): Promise<Offer | undefined> {
  if (!speeds.includes(speed)) throw new InvalidOptionError({ option: 'speed', problem: `expected one of ${speeds.join(', ')}` })
  let history: { readonly baseFeePerGas?: readonly unknown[]; readonly reward?: readonly (readonly unknown[])[] | undefined }
  let suggested: bigint | undefined
  try {
    ;[history, suggested] = await Promise.all([
      client.request({ method: 'eth_feeHistory', params: [blocks, 'latest', percentiles] }),
      client
        .request({ method: 'eth_maxPriorityFeePerGas' })
        .then(BigInt)
        .catch(() => undefined),
    ])
  } catch (thrown) {
    if (walletError(thrown, 'eth_feeHistory') instanceof CapabilityMissingError) return undefined // nodes of chains from before EIP-1559
    throw endpointError(thrown, 'eth_feeHistory')
  }
  const base = history.baseFeePerGas?.at(-1)
  if (base === undefined || base === '0x0') return undefined
  const rows = history.reward ?? []
  const isWhole = rows.every((row) => Array.isArray(row) && row.length === percentiles.length && row.every(isQuantity))
  if (!isQuantity(base) || !isWhole) throw new EndpointError({ cause: history })
  const baseFee = BigInt(base)
  const tips = { slow: 0n, standard: 0n, fast: 0n }
  let least = 0n
  for (const [at, name] of speeds.entries()) {
    const paid = rows.map((row) => BigInt(String(row[at]))).toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    const middle = paid[Math.floor(paid.length / 2)] ?? 0n
    least = middle > least ? middle : least
    tips[name] = least
  }
  if (suggested !== undefined && tips.slow > suggested) tips.slow = suggested
  const usual = suggested !== undefined && suggested > tips.standard ? suggested : tips.standard
  const quarterMore = (usual * 125n + 99n) / 100n
  if (tips.fast < quarterMore) tips.fast = quarterMore
  const tip = tips[speed] > highestTip ? highestTip : tips[speed]
  return { baseFee, maxPriorityFeePerGas: tip, maxFeePerGas: (baseFee * room[speed]) / 100n + tip }
}

/** How many blocks a speed waits, about: the tips of the last blocks say who gets in, not when. */
const waits = { slow: 6, standard: 2, fast: 1 } as const
/** Over how many blocks their time is taken. */
const span = 20n

/** At which speeds a chain can be paid, and about how long they take; none on a chain without a base fee. @throws EndpointError */
export async function speedsOf(client: Client): Promise<readonly SpeedChoice[]> {
  if (!(await offerOf(client, 'standard'))) return []
  const pace = await blockSeconds(client)
  return speeds.map((speed) => ({ speed, ...(pace !== undefined && { seconds: Math.max(1, Math.round(waits[speed] * pace)) }) }))
}

/** What a block takes, in seconds, over the last ones; undefined where the chain is too young, or the endpoint will not say. */
async function blockSeconds(client: Client): Promise<number | undefined> {
  try {
    const last = await client.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    const number = BigInt(last?.number ?? 0)
    if (!last || number < span) return undefined
    const before = await client.request({ method: 'eth_getBlockByNumber', params: [`0x${(number - span).toString(16)}`, false] })
    const pace = before && Number(BigInt(last.timestamp) - BigInt(before.timestamp)) / Number(span)
    return pace && pace > 0 && pace < 3_600 ? pace : undefined
  } catch {
    return undefined
  }
}

/** A call with what it offers, where a speed was chosen. @throws InvalidOptionError on a chain without a base fee, EndpointError */
export async function withOffer(client: Client, call: CheckedCall, speed: FeeSpeed | undefined): Promise<CheckedCall> {
  if (speed === undefined) return call
  const offer = await offerOf(client, speed)
  if (!offer) throw new InvalidOptionError({ option: 'speed', problem: 'this chain has one price for all: leave it out' })
  return { ...call, offer }
}
