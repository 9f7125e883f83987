import type { Database } from '@portico/service/database'
import { toHex } from 'viem'
import type { BundlerChain, Receipt } from './chain.js'
import { revertText } from './entryPoint.js'
import { type Executed, executedIn } from './events.js'
import { entryPoint, readOperation, writeOperation } from './operation.js'

export interface LookupParameters {
  db: Database
  chain: BundlerChain
}

/** `eth_getUserOperationByHash`: null for one that is not known, and for one that was refused. */
export async function findOperation(parameters: LookupParameters, hash: string): Promise<object | null> {
  const row = await rowOf(parameters, hash)
  if (!row || row.state === 'refused') return null
  const mined = await minedOf(parameters, row)
  const { transactionHash, blockHash, blockNumber } = mined?.receipt ?? {}
  return {
    userOperation: writeOperation(readOperation(JSON.parse(row.operation))),
    entryPoint,
    transactionHash: transactionHash ?? null,
    blockHash: blockHash ?? null,
    blockNumber: blockNumber === undefined ? null : toHex(blockNumber),
  }
}

/** `eth_getUserOperationReceipt`: null until it is mined. */
export async function findReceipt(parameters: LookupParameters, hash: string): Promise<object | null> {
  const row = await rowOf(parameters, hash)
  const mined = row && (await minedOf(parameters, row))
  if (!mined) return null
  const { executed, receipt } = mined
  const { sender, nonce, paymaster } = readOperation(JSON.parse(row.operation))
  const reason = revertText(executed.revertReason) ?? executed.revertReason
  return {
    userOpHash: executed.hash,
    entryPoint,
    sender,
    nonce: toHex(nonce),
    ...(paymaster && { paymaster }),
    actualGasCost: toHex(executed.actualGasCost),
    actualGasUsed: toHex(executed.actualGasUsed),
    success: executed.success,
    ...(reason !== undefined && { reason }),
    logs: executed.logs,
    receipt: { ...receipt, blockNumber: toHex(receipt.blockNumber), status: toHex(receipt.status) },
  }
}

function rowOf({ db, chain }: LookupParameters, hash: string) {
  return db
    .selectFrom('bundler_operations')
    .select(['hash', 'operation', 'state', 'executor', 'executor_nonce', 'transaction_hash'])
    .where('chain', '=', chain.number)
    .where('hash', '=', hash.toLowerCase())
    .executeTakeFirst()
}
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

/** What the chain says now, which may be ahead of what is written down. */
async function minedOf({ db, chain }: LookupParameters, row: Row): Promise<{ executed: Executed; receipt: Receipt } | undefined> {
  const hashes = row.transaction_hash ? [row.transaction_hash] : row.state === 'sent' ? await sentIn(db, chain.number, row) : []
  if (hashes.length === 0) return undefined
  for (const receipt of await chain.receipts(hashes)) {
    const executed = receipt && executedIn(receipt).get(row.hash)
    if (executed) return { executed, receipt }
  }
  return undefined
}

async function sentIn(db: Database, chain: number, { executor, executor_nonce: nonce }: Row): Promise<readonly string[]> {
  if (executor === null || nonce === null) return []
  const rows = await db
    .selectFrom('bundler_transactions')
    .select('hash')
    .where('chain', '=', chain)
    .where('executor', '=', executor)
    .where('nonce', '=', nonce)
    .execute()
  return rows.map(({ hash }) => hash)
}
