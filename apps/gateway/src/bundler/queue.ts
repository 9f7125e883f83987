import type { Database } from '@portico/service/database'
import { type Hex, toHex } from 'viem'
import { type Receipt } from './chain.js'
import { RefusedError, bundlerCodes } from './errors.js'
import { executedIn } from './events.js'
import { type Operation, costOf, nonceText, readOperation, writeOperation } from './operation.js'
import { type Counted, countReputation } from './reputation.js'

/** An operation that waits, with what the queue knows of it. */
export interface Queued {
  readonly hash: Hex
  readonly operation: Operation
  readonly failures: number
  readonly fromBlock: number
}

/** Operations whose fees are raised by this much take the place of those that wait, in percent. */
const replacement = 110n

export interface QueueParameters {
  db: Database
  chain: number
  /** Milliseconds since 1970. */
  clock: () => number
}

/** The operations of a chain that were accepted. What it says is written before it is said. */
export interface Queue {
  /** @throws RefusedError (-32602) where another operation has the nonce and offers as much */
  readonly add: (entry: { hash: Hex; operation: Operation; fromBlock: number }) => Promise<void>
  /** Wei that a paymaster may have to pay for the operations that wait or are sent, but for one that this would take the place of. */
  readonly owedBy: (paymaster: string, instead: Operation) => Promise<bigint>
  /** Those that may be sent now, one of each sender, the oldest first. @param base wei for a unit of gas that they pay at the least */
  readonly waiting: (most: number, base: bigint) => Promise<readonly Queued[]>
  /** Refuses what waits since before a time, in milliseconds since 1970. @returns its hashes */
  readonly expire: (before: number, reason: string) => Promise<readonly string[]>
  readonly refuse: (hash: Hex, reason: string) => Promise<void>
  /** It was mined by somebody: us, or another bundler. */
  readonly settle: (hash: Hex, transactionHash: string) => Promise<void>
  /** What a mined transaction came to: its operations are mined, or wait again where it failed. Gives how many wait again. */
  readonly finish: (sent: { executor: string; nonce: number; receipt: Receipt }) => Promise<number>
  /** A transaction will never be mined: its operations wait again. */
  readonly release: (sent: { executor: string; nonce: number }) => Promise<void>
  readonly sentBy: (sent: { executor: string; nonce: number }) => Promise<readonly Queued[]>
}

export function createQueue({ db, chain, clock }: QueueParameters): Queue {
  /** Each of those behind the operations, as often as it is behind one. */
  const count = (at: Database, rows: readonly Entities[], what: keyof Counted, by = 1): Promise<void> => {
    const counted = new Map<string, Counted>()
    for (const { sender, paymaster, factory } of rows) {
      for (const address of new Set([sender, paymaster, factory])) {
        const before = counted.get(address) ?? { seen: 0, included: 0 }
        if (address !== '') counted.set(address, { ...before, [what]: before[what] + by })
      }
    }
    return countReputation({ db: at, chain, now: clock() }, counted)
  }

  const add: Queue['add'] = async ({ hash, operation, fromBlock }) => {
    const adding = db.transaction().execute(async (trx) => {
      const now = clock()
      const row = {
        chain,
        hash,
        sender: operation.sender,
        nonce: nonceText(operation.nonce),
        paymaster: operation.paymaster ?? '',
        factory: factoryOf(operation),
        operation: JSON.stringify(writeOperation(operation)),
        cost: String(costOf(operation)),
        max_fee: toHex(operation.maxFeePerGas, { size: 32 }),
        failures: 0,
        from_block: fromBlock,
        accepted_at: now,
      }
      // A write first: nobody else counts, adds or takes until this is done.
      await count(trx, [row], 'seen')
      const other = await trx
        .selectFrom('bundler_operations')
        .select(['hash', 'state', 'operation', 'paymaster', 'factory'])
        .where('chain', '=', chain)
        .where('sender', '=', row.sender)
        .where('nonce', '=', row.nonce)
        .where('state', 'in', ['queued', 'sent'])
        .executeTakeFirst()
      if (other) {
        // Taken back with what was counted: sent again by whoever likes, it would have its paymaster banned.
        if (other.hash === hash) throw new KnownError()
        if (other.state === 'sent') throw new RefusedError(bundlerCodes.invalid, 'An operation with this nonce is being mined already.')
        const before = readOperation(JSON.parse(other.operation))
        const isMore = (fee: bigint, old: bigint): boolean => fee * 100n >= old * replacement
        if (!isMore(operation.maxFeePerGas, before.maxFeePerGas) || !isMore(operation.maxPriorityFeePerGas, before.maxPriorityFeePerGas)) {
          throw new RefusedError(bundlerCodes.invalid, 'An operation with this nonce waits already: both fees have to be a tenth higher.')
        }
        // Of the two one can be mined: whom both name counts for one.
        const both = (name: 'paymaster' | 'factory'): string => (other[name] === row[name] ? row[name] : '')
        await count(trx, [{ sender: row.sender, paymaster: both('paymaster'), factory: both('factory') }], 'seen', -1)
        const replaced = { state: 'refused', reason: `replaced by ${hash}`, ended_at: now } as const
        await trx.updateTable('bundler_operations').set(replaced).where('chain', '=', chain).where('hash', '=', other.hash).execute()
      }
      const fresh = { executor: null, executor_nonce: null, transaction_hash: null, reason: null, ended_at: null, state: 'queued' } as const
      await trx
        .insertInto('bundler_operations')
        .values({ ...row, ...fresh })
        // One that was refused before may be tried again.
        .onConflict((conflict) =>
          conflict
            .columns(['chain', 'hash'])
            .doUpdateSet({ ...row, ...fresh })
            .where('bundler_operations.state', '=', 'refused'),
        ) // prettier-ignore
        .execute()
    })
    await adding.catch((error: unknown) => {
      if (!(error instanceof KnownError)) throw error
    })
  }

  const queuedOf = ({ hash, operation, failures, from_block }: Row): Queued => ({
    hash: hash as Hex,
    operation: readOperation(JSON.parse(operation)),
    failures,
    fromBlock: from_block,
  })

  const end = async (
    at: Database,
    hashes: readonly string[],
    change: { state: 'mined' | 'refused'; reason?: string; transaction_hash?: string },
  ): Promise<void> => {
    if (hashes.length === 0) return
    const rows = await at
      .updateTable('bundler_operations')
      .set({ ...change, executor: null, executor_nonce: null, ended_at: clock() })
      .where('chain', '=', chain)
      .where('hash', 'in', hashes)
      .where('state', 'in', ['queued', 'sent'])
      .returning(['sender', 'paymaster', 'factory'])
      .execute()
    if (change.state === 'mined') await count(at, rows, 'included')
  }
  const ofTransaction = (at: Database, { executor, nonce }: { executor: string; nonce: number }) =>
    at
      .selectFrom('bundler_operations')
      .select(['hash', 'operation', 'failures', 'from_block'])
      .where('chain', '=', chain)
      .where('state', '=', 'sent')
      .where('executor', '=', executor)
      .where('executor_nonce', '=', nonce)
      .orderBy('accepted_at')
      .execute()
  const forget = (at: Database, { executor, nonce }: { executor: string; nonce: number }) =>
    at.deleteFrom('bundler_transactions').where('chain', '=', chain).where('executor', '=', executor).where('nonce', '=', nonce).execute()
  const putBack = (at: Database, { executor, nonce }: { executor: string; nonce: number }, failed: 0 | 1) =>
    at
      .updateTable('bundler_operations')
      .set((row) => ({ state: 'queued', executor: null, executor_nonce: null, failures: row('failures', '+', failed) }))
      .where('chain', '=', chain)
      .where('state', '=', 'sent')
      .where('executor', '=', executor)
      .where('executor_nonce', '=', nonce)
      .executeTakeFirst()

  return {
    add,
    owedBy: async (paymaster, { sender, nonce }) => {
      const rows = await db
        .selectFrom('bundler_operations')
        .select('cost')
        .where('chain', '=', chain)
        .where('state', 'in', ['queued', 'sent'])
        .where('paymaster', '=', paymaster)
        .where((row) => row.not(row.and([row('sender', '=', sender), row('nonce', '=', nonceText(nonce))])))
        .execute()
      return rows.reduce((sum, { cost }) => sum + BigInt(cost), 0n)
    },
    waiting: async (most, base) => {
      const rows = await db
        .selectFrom('bundler_operations as waiting')
        .select(['hash', 'operation', 'failures', 'from_block', 'sender'])
        .where('chain', '=', chain)
        .where('state', '=', 'queued')
        .where('max_fee', '>=', toHex(base, { size: 32 }))
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('bundler_operations as sent')
                .select('sent.hash')
                .whereRef('sent.chain', '=', 'waiting.chain')
                .whereRef('sent.sender', '=', 'waiting.sender')
                .where('sent.state', '=', 'sent'),
            ),
          ),
        )
        .orderBy('accepted_at')
        .orderBy('nonce')
        .limit(most)
        .execute()
      const senders = new Set<string>()
      const firsts = rows.filter(({ sender }) => !senders.has(sender) && senders.add(sender))
      return firsts.map(queuedOf)
    },
    expire: async (before, reason) => {
      const rows = await db
        .updateTable('bundler_operations')
        .set({ state: 'refused', reason, ended_at: clock() })
        .where('chain', '=', chain)
        .where('state', '=', 'queued')
        .where('accepted_at', '<', before)
        .returning('hash')
        .execute()
      return rows.map(({ hash }) => hash)
    },
    refuse: (hash, reason) => end(db, [hash], { state: 'refused', reason }),
    settle: (hash, transactionHash) =>
      db.transaction().execute((trx) => end(trx, [hash], { state: 'mined', transaction_hash: transactionHash })),
    finish: (sent) =>
      db.transaction().execute(async (trx) => {
        await forget(trx, sent)
        const rows = await ofTransaction(trx, sent)
        const done = executedIn(sent.receipt)
        const { transactionHash } = sent.receipt
        const mined = rows.map(({ hash }) => hash).filter((hash) => done.has(hash))
        await end(trx, mined, { state: 'mined', transaction_hash: transactionHash })
        return Number((await putBack(trx, sent, 1)).numUpdatedRows)
      }),
    release: (sent) =>
      db.transaction().execute(async (trx) => {
        await forget(trx, sent)
        await putBack(trx, sent, 0)
      }),
    sentBy: async (sent) => (await ofTransaction(db, sent)).map(queuedOf),
  }
}

/** The operation waits already. */
class KnownError extends Error {
  override readonly name = 'KnownError'
}

interface Entities {
  readonly sender: string
  readonly paymaster: string
  readonly factory: string
}

interface Row {
  hash: string
  operation: string
  failures: number
  from_block: number
}

/** A factory's address, empty where there is none to speak of. */
export const factoryOf = ({ factory }: Operation): string => (factory && !factory.startsWith('0x7702') ? factory : '')
