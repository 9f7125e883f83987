import type { Log } from '@portico/service'
import type { Database } from '@portico/service/database'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { BundlerChain } from './chain.js'
import { dropExecutor, takeExecutor } from './lease.js'
import { type PickParameters, pickBundle } from './pick.js'
import type { Queue, Queued } from './queue.js'
import type { OwnBundler } from './settings.js'
import type { Signal } from './signal.js'
import { type SignedBundle, bundleFees, raisedFees, signBundle } from './transaction.js'

/** Milliseconds between two looks for work, and after a failure. */
const idleMs = 1000
/** Milliseconds that a nonce may stand at odds with the chain before its transactions are given up: nodes are not of one mind at once. */
const lostMs = 5000
/** A node that says so does not keep the transaction. Anything else may mean that another node has it. */
const refusedForGood = /insufficient funds|intrinsic gas|gas limit|fee cap|max fee|tx type|not supported|invalid/i

export interface ExecutorParameters {
  db: Database
  chain: BundlerChain
  queue: Queue
  settings: OwnBundler
  account: PrivateKeyAccount
  /** What tells this gateway from others on the database. */
  holder: string
  /** New operations, and room after a transaction. */
  signal: Signal
  /** Hashes that an executor of this process is about to send. */
  held: Set<string>
  pick: PickParameters
  /** Milliseconds since 1970. */
  clock: () => number
  log: Log
}

/** Sends bundles with one key, one transaction at a time, and brings each to its end. */
export interface Executor {
  /** One look at what there is to do; gives the milliseconds until the next. @throws NodeUnavailableError, DatabaseError */
  readonly step: () => Promise<number>
  readonly start: () => void
  readonly close: () => Promise<void>
}

export function createExecutor(parameters: ExecutorParameters): Executor {
  const { db, chain, queue, settings, account, holder, signal, held, clock, log } = parameters
  const executor = account.address
  const lease = { db, chain: chain.number, address: executor, holder }
  const broadcast = new Set<string>()
  let oddSince: number | undefined

  const openTransactions = () =>
    db
      .selectFrom('bundler_transactions')
      .selectAll()
      .where('chain', '=', chain.number)
      .where('executor', '=', executor)
      .orderBy('nonce')
      .orderBy('sent_at')
      .execute()
  type Open = Awaited<ReturnType<typeof openTransactions>>[number]

  const rowOf = (nonce: number, { hash, raw, maxFee, priorityFee }: SignedBundle): Open => ({
    chain: chain.number,
    executor,
    nonce,
    hash,
    raw,
    max_fee: String(maxFee),
    priority_fee: String(priorityFee),
    sent_at: clock(),
  })

  const step: Executor['step'] = async () => {
    if (!(await takeExecutor({ ...lease, now: clock() }))) return idleMs
    const open = await openTransactions()
    const [first] = open
    return first ? await watch(open.filter(({ nonce }) => nonce === first.nonce)) : await sendNext()
  }

  /** Every accepted operation is written down as sent, with the transaction, before that is sent: a kill can't lose either. */
  const sendNext = async (): Promise<number> => {
    const bundle = await pickBundle(parameters.pick, executor)
    if (bundle.length === 0) return idleMs
    for (const { hash } of bundle) held.add(hash)
    try {
      const nonce = await chain.transactionCount(executor)
      const operations = bundle.map(({ operation }) => operation)
      const signed = await signBundle(account, { chain: chain.number, nonce, operations, ...bundleFees(operations, settings.highestFee) })
      if (!(await claim(bundle, nonce, signed))) return 0
      return await send(nonce, signed)
    } finally {
      for (const { hash } of bundle) held.delete(hash)
    }
  }

  /** False where another executor was faster, or another gateway has the key by now. */
  const claim = (bundle: readonly Queued[], nonce: number, signed: SignedBundle): Promise<boolean> =>
    db
      .transaction()
      .execute(async (trx) => {
        if (!(await takeExecutor({ ...lease, db: trx, now: clock() }))) throw new ClaimLostError()
        const { numUpdatedRows } = await trx
          .updateTable('bundler_operations')
          .set({ state: 'sent', executor, executor_nonce: nonce })
          .where('chain', '=', chain.number)
          .where('state', '=', 'queued')
          .where(
            'hash',
            'in',
            bundle.map(({ hash }) => hash),
          ) // prettier-ignore
          .executeTakeFirst()
        if (Number(numUpdatedRows) !== bundle.length) throw new ClaimLostError()
        await trx.insertInto('bundler_transactions').values(rowOf(nonce, signed)).execute()
        return true
      })
      .catch((error: unknown) => {
        // Another of the sender's operations is on its way: the database has refused the second.
        if (error instanceof ClaimLostError || isUniqueViolation(error)) return false
        throw error
      })

  const send = async (nonce: number, { hash, raw }: { hash: string; raw: Hex }): Promise<number> => {
    const problem = await chain.send(raw)
    broadcast.add(hash)
    if (problem === undefined) return 0
    log('error', 'bundler.not_sent', { chain: settings.chain, executor, problem: problem.slice(0, 200) })
    const open = await openTransactions()
    // Nothing of this nonce can be on its way: the operations need not wait for this key.
    if (open.length === 1 && refusedForGood.test(problem)) {
      await queue.release({ executor, nonce })
      return idleMs * 5
    }
    return settings.pollMs
  }

  const watch = async (open: readonly Open[]): Promise<number> => {
    const latest = open.at(-1)
    if (!latest) return 0
    const { nonce } = latest
    const receipts = await chain.receipts(open.map(({ hash }) => hash))
    const receipt = receipts.find((each) => each !== undefined)
    if (receipt) {
      oddSince = undefined
      for (const { hash } of open) broadcast.delete(hash)
      const failed = await queue.finish({ executor, nonce, receipt })
      if (failed > 0) log('warn', 'bundler.transaction_failed', { chain: settings.chain, executor, hash: receipt.transactionHash, failed })
      // What waited for this sender may go now, by whoever has time.
      signal.notify()
      return 0
    }
    if ((await chain.transactionCount(executor)) !== nonce) {
      oddSince ??= clock()
      if (clock() - oddSince < lostMs) return settings.pollMs
      oddSince = undefined
      log('warn', 'bundler.transaction_lost', { chain: settings.chain, executor, nonce })
      await queue.release({ executor, nonce })
      return 0
    }
    oddSince = undefined
    if (clock() - latest.sent_at >= settings.stuckMs) return await raise(latest)
    // A gateway that was killed may have signed it and no more.
    if (!broadcast.has(latest.hash)) await send(nonce, { hash: latest.hash, raw: latest.raw as Hex })
    return settings.pollMs
  }

  /** The same operations with higher fees, in the place of a transaction that nobody mines. */
  const raise = async ({ nonce, hash, raw, max_fee, priority_fee }: Open): Promise<number> => {
    const fees = { maxFee: BigInt(max_fee), priorityFee: BigInt(priority_fee) }
    const raised = raisedFees(fees, await chain.fees(), settings.highestFee)
    const operations = (await queue.sentBy({ executor, nonce })).map(({ operation }) => operation)
    if (!raised || operations.length === 0) {
      await db.updateTable('bundler_transactions').set({ sent_at: clock() }).where('hash', '=', hash).execute()
      await send(nonce, { hash, raw: raw as Hex })
      return settings.pollMs
    }
    const signed = await signBundle(account, { chain: chain.number, nonce, operations, ...raised })
    await db.insertInto('bundler_transactions').values(rowOf(nonce, signed)).execute()
    log('warn', 'bundler.fees_raised', { chain: settings.chain, executor, nonce, maxFee: String(raised.maxFee) })
    await send(nonce, signed)
    return settings.pollMs
  }

  let open = true
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    while (open) {
      const seen = signal.count()
      const wait = await step().catch((error: unknown) => {
        log('error', 'bundler.step_failed', { chain: settings.chain, executor, message: error instanceof Error ? error.message : '' })
        return idleMs
      })
      if (open && wait > 0) await signal.wait(wait, seen)
    }
    await dropExecutor(lease).catch(() => {})
  }
  return {
    step,
    start: () => void (running ??= run()),
    close: async () => {
      open = false
      signal.notify()
      await running
    },
  }
}

class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'
}

/** SQLite and Postgres say it in their own ways. */
function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '23505') || /UNIQUE constraint/i.test(error.message)
}
