import { type Hex, decodeEventLog } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { z } from 'zod'
import { hash as hashSchema } from '../rpc/node.js'
import type { BundlerChain, Receipt } from './chain.js'
import { entryPoint } from './operation.js'

/** keccak256 of the signatures of what the entry point logs. */
export const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'
/** Of BeforeExecution: all operations are valid, and none has done anything yet. */
export const beforeTopic = '0xbb47ee3e183a558b1a2ff0874b079f3fc5478b7454eacf2bfc5af2ff5878f972'
const revertTopic = '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201'

type Log = Receipt['logs'][number]

const isOf = (log: Log, topic: string): boolean => log.address.toLowerCase() === entryPoint.toLowerCase() && log.topics[0] === topic

/** What the entry point said of an operation that was mined. */
export interface Executed {
  readonly hash: Hex
  readonly success: boolean
  /** Wei. */
  readonly actualGasCost: bigint
  readonly actualGasUsed: bigint
  /** What its calls logged, without the entry point's own event at their end. */
  readonly logs: readonly Log[]
  /** What its calls said when they failed. */
  readonly revertReason: Hex | undefined
}

/** The operations of a transaction, by their hashes in lower case. */
export function executedIn({ logs }: Receipt): ReadonlyMap<string, Executed> {
  const found = new Map<string, Executed>()
  let from = logs.findIndex((log) => isOf(log, beforeTopic)) + 1
  for (const [at, log] of logs.entries()) {
    if (!isOf(log, operationTopic)) continue
    const event = decode(log)
    if (event?.eventName !== 'UserOperationEvent') continue
    const { userOpHash, success, actualGasCost, actualGasUsed } = event.args
    const own = logs.slice(from, at)
    const said = own.map((each) => (isOf(each, revertTopic) ? decode(each) : undefined)).find(Boolean)
    const revertReason = said?.eventName === 'UserOperationRevertReason' ? said.args.revertReason : undefined
    found.set(userOpHash, { hash: userOpHash, success, actualGasCost, actualGasUsed, logs: own, revertReason })
    from = at + 1
  }
  return found
}

function decode({ topics, data }: Log) {
  try {
    return decodeEventLog({ abi: entryPoint08Abi, topics: topics as [Hex, ...Hex[]], data })
  } catch {
    return undefined
  }
}

const found = z.array(z.object({ transactionHash: hashSchema }))

/** The transaction that an operation was mined in, whoever sent it; undefined where it was not. */
export async function findTransaction({ node }: BundlerChain, hash: Hex, fromBlock: number): Promise<string | undefined> {
  const filter = { address: entryPoint, topics: [operationTopic, hash], fromBlock: `0x${fromBlock.toString(16)}`, toBlock: 'latest' }
  const [log] = await node.call({ method: 'eth_getLogs', params: [filter] }, found)
  return log?.transactionHash
}
