import type { BundlerChain } from './chain.js'
import { culpritOf } from './entryPoint.js'
import { RefusedError } from './errors.js'
import { findTransaction } from './events.js'
import type { Queue, Queued } from './queue.js'
import { type ReputationParameters, punish } from './reputation.js'
import type { OwnBundler } from './settings.js'
import { bundleGas } from './transaction.js'
import type { Log } from '@portico/service'

/** Transactions that may fail with an operation alone in them before it is refused. */
const mostFailures = 2

export interface PickParameters {
  chain: BundlerChain
  queue: Queue
  settings: OwnBundler
  reputation: () => ReputationParameters
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
  /** Hashes that another executor of this process is about to send. */
  held: ReadonlySet<string>
}

/** Which operations can go into a transaction of an executor now: each has just been simulated with the others. Empty where none can. */
export async function pickBundle(parameters: PickParameters, executor: `0x${string}`): Promise<readonly Queued[]> {
  const { chain, queue, settings, held } = parameters
  // A chain is not asked for nothing, nor is anything written.
  if ((await queue.waiting(1, 0n)).length === 0) return []
  await dropOld(parameters)
  const { base } = await chain.head()
  const waiting = await queue.waiting(settings.bundleSize * 4, base)
  const payable = waiting.filter(({ hash, operation }) => !held.has(hash) && operation.maxFeePerGas >= base)
  return await simulateAll(parameters, choose(payable, settings), executor)
}

/** An operation that nobody could send in time is refused. */
async function dropOld({ queue, settings, clock, log }: PickParameters): Promise<void> {
  const { chain, lifetime } = settings
  const reason = `Its fees were too low for ${lifetime} seconds.`
  for (const hash of await queue.expire(clock() - lifetime * 1000, reason)) log('warn', 'bundler.too_old', { chain, hash })
}

/** What failed in a transaction before goes alone, so that it is known whose fault it is. */
function choose(waiting: readonly Queued[], settings: OwnBundler): readonly Queued[] {
  const [first] = waiting
  if (!first) return []
  if (first.failures > 0) return [first]
  const chosen: Queued[] = []
  for (const each of waiting) {
    if (each.failures > 0 || chosen.length === settings.bundleSize) continue
    const together = [...chosen, each].map(({ operation }) => operation)
    if (chosen.length === 0 || bundleGas(together) <= BigInt(settings.bundleGas)) chosen.push(each)
  }
  return chosen
}

async function simulateAll(parameters: PickParameters, chosen: readonly Queued[], executor: `0x${string}`): Promise<readonly Queued[]> {
  const [first] = chosen
  if (!first) return []
  const failure = await simulate(parameters, chosen, executor)
  if (!failure) return await dropFailed(parameters, chosen)
  const failed = failure.index === undefined ? undefined : (chosen[failure.index] ?? first)
  if (!failed) return await simulateApart(parameters, chosen, executor)
  await drop(parameters, failed, failure.reason)
  return await simulateAll(
    parameters,
    chosen.filter((each) => each !== failed),
    executor,
  ) // prettier-ignore
}

/** Each alone; where none of them fails so, it is the bundle that does, and the first one goes without the others. */
async function simulateApart(parameters: PickParameters, chosen: readonly Queued[], executor: `0x${string}`): Promise<readonly Queued[]> {
  const sound: Queued[] = []
  for (const each of chosen) {
    const failure = await simulate(parameters, [each], executor)
    if (failure) await drop(parameters, each, failure.reason)
    else sound.push(each)
  }
  return await simulateAll(parameters, sound.length < chosen.length ? sound : sound.slice(0, 1), executor)
}

/** Without an index where the chain does not say whose fault it is; of a single one there is no doubt. */
async function simulate(
  { chain }: PickParameters,
  chosen: readonly Queued[],
  executor: `0x${string}`,
): Promise<{ readonly index: number | undefined; readonly reason: string } | undefined> {
  const operations = chosen.map(({ operation }) => operation)
  try {
    return await chain.simulate(operations, executor, bundleGas(operations))
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return { index: chosen.length === 1 ? 0 : undefined, reason: error.message }
  }
}

/** Its nonce is used where another bundler has mined it, or where we did and were killed: the chain knows. */
async function drop({ chain, queue, log }: PickParameters, { hash, fromBlock }: Queued, reason: string): Promise<void> {
  const transaction = reason.startsWith('AA25') ? await findTransaction(chain, hash, fromBlock) : undefined
  if (transaction) return await queue.settle(hash, transaction)
  log('info', 'bundler.refused', { chain: chain.number, hash, reason: reason.slice(0, 200) })
  await queue.refuse(hash, reason)
}

/** What has failed on the chain again and again, and never here, makes a fool of the simulation. */
async function dropFailed({ queue, reputation, log, chain }: PickParameters, chosen: readonly Queued[]): Promise<readonly Queued[]> {
  const failed = chosen.filter(({ failures }) => failures >= mostFailures)
  for (const { hash, operation } of failed) {
    log('warn', 'bundler.failed_on_chain', { chain: chain.number, hash })
    await queue.refuse(hash, 'Its transactions failed on the chain, though they were simulated well.')
    await punish(reputation(), culpritOf('AA2', operation))
    if (operation.paymaster) await punish(reputation(), culpritOf('AA3', operation))
  }
  return chosen.filter((each) => !failed.includes(each))
}
