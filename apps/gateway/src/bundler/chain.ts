import { type Address, type Hex, toHex } from 'viem'
import { z } from 'zod'
import { type Node, NodeUnavailableError, RpcError, hash, hexBigint, hexData, hexNumber, isLimit } from '../rpc/node.js'
import { RefusedError, bundlerCodes } from './errors.js'
import { type Failure, depositData, handleOpsData, nonceData, readFailure, readNonce, revertData } from './entryPoint.js'
import { type Operation, delegationCode, entryPoint } from './operation.js'

/** The chain's newest block. */
export interface Head {
  readonly height: number
  /** Wei for a unit of gas. */
  readonly base: bigint
}

/** Fees of the chain now, in wei for a unit of gas. */
export interface Fees {
  readonly base: bigint
  /** What the node proposes to leave to who mines. */
  readonly priority: bigint
}

export const receiptSchema = z.looseObject({
  transactionHash: hash,
  blockNumber: hexNumber,
  blockHash: hash,
  status: hexNumber,
  logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()), data: hexData })),
})
export type Receipt = z.output<typeof receiptSchema>

const block = z.object({ baseFeePerGas: z.optional(hexBigint), number: hexNumber })

/** What a bundler asks of a chain. Everything throws NodeUnavailableError where no node answers. */
export interface BundlerChain {
  readonly number: number
  readonly node: Node
  readonly head: () => Promise<Head>
  readonly fees: () => Promise<Fees>
  readonly code: (address: Hex) => Promise<Hex>
  readonly transactionCount: (address: Hex) => Promise<number>
  /** The entry point's next nonce of a key of the account. */
  readonly accountNonce: (sender: Hex, key: bigint) => Promise<bigint>
  /** What an address has paid in at the entry point, in wei. */
  readonly deposit: (address: Hex) => Promise<bigint>
  /** Undefined where the bundle would go through; which operation fails, and why. @throws RefusedError where the chain does not say */
  readonly simulate: (operations: readonly Operation[], executor: Hex, gas: bigint) => Promise<Failure | undefined>
  readonly receipts: (hashes: readonly string[]) => Promise<readonly (Receipt | undefined)[]>
  /** Sends a signed transaction; undefined where the node has taken it or has it, what it says else. */
  readonly send: (raw: Hex) => Promise<string | undefined>
}

/** As much as an executor would ever need: what it has is no matter of a simulation. */
export const plentyFor = (executor: Hex): Record<Hex, { balance: Hex }> => ({ [executor]: { balance: toHex(10n ** 26n) } })

export function createBundlerChain(number: number, node: Node): BundlerChain {
  const transactionCount: BundlerChain['transactionCount'] = (address) =>
    node.call({ method: 'eth_getTransactionCount', params: [address, 'latest'] }, hexNumber)
  /** Those whose authorization still counts: a transaction of the sender's own, or one with the same, has used its nonce. */
  const authorized = async (operations: readonly Operation[]): Promise<readonly Operation[]> => {
    const bringing = operations.filter(({ authorization }) => authorization)
    const counts = await Promise.all(bringing.map(({ sender }) => transactionCount(sender)))
    return bringing.filter(({ authorization }, at) => authorization?.nonce === counts[at])
  }
  const simulate: BundlerChain['simulate'] = async (operations, executor, gas) => {
    const call = { from: executor, to: entryPoint, data: handleOpsData(operations, executor), gas: toHex(gas) }
    const outcome = await callWith(node, call, { ...overridesOf(await authorized(operations)), ...plentyFor(executor) })
    if ('result' in outcome) return undefined
    const failure = readFailure(outcome.data)
    if (failure) return failure
    throw new RefusedError(bundlerCodes.validation, `The entry point refuses the operation: ${outcome.message}`, outcome.data)
  }
  const head: BundlerChain['head'] = async () => {
    const latest = await node.call({ method: 'eth_getBlockByNumber', params: ['latest', false] }, block)
    return { height: latest.number, base: latest.baseFeePerGas ?? 0n }
  }
  return {
    number,
    node,
    simulate,
    head,
    fees: async () => {
      const [{ base }, priority] = await Promise.all([
        head(),
        node.call({ method: 'eth_maxPriorityFeePerGas' }, hexBigint).catch((error: unknown) => {
          if (error instanceof RpcError) return 0n
          throw error
        }),
      ])
      return { base, priority }
    },
    code: (address) => node.call({ method: 'eth_getCode', params: [address, 'latest'] }, hexData),
    transactionCount,
    accountNonce: async (sender, key) => {
      const data = nonceData(sender, key)
      return readNonce(await node.call({ method: 'eth_call', params: [{ to: entryPoint, data }, 'latest'] }, hexData))
    },
    deposit: (address) => node.call({ method: 'eth_call', params: [{ to: entryPoint, data: depositData(address) }, 'latest'] }, hexBigint),
    receipts: async (hashes) => {
      const outcomes = await node.batch(hashes.map((each) => ({ method: 'eth_getTransactionReceipt', params: [each] })))
      return outcomes.map(({ result }) => receiptSchema.safeParse(result).data)
    },
    send: async (raw) => {
      const [outcome] = await node.batch([{ method: 'eth_sendRawTransaction', params: [raw] }])
      const problem = outcome?.error?.message
      return problem === undefined || /already known|already imported|known transaction/i.test(problem) ? undefined : problem
    },
  }
}

/** What the chain is to think while it simulates: the accounts are delegated already. */
export function overridesOf(operations: readonly Operation[]): Record<Hex, { code?: Hex }> {
  return Object.fromEntries(
    operations.flatMap(({ sender, authorization }): [Address, { code: Hex }][] =>
      authorization ? [[sender, { code: delegationCode(authorization.address) }]] : [],
    ),
  )
}

type CallOutcome = { readonly result: Hex } | { readonly data: Hex | undefined; readonly message: string }

/** A call of the chain's latest state with some of it replaced. A revert is an answer. @throws NodeUnavailableError */
export async function callWith(node: Node, call: object, overrides: object): Promise<CallOutcome> {
  try {
    return { result: await node.call({ method: 'eth_call', params: [call, 'latest', overrides] }, hexData) }
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    // It has not looked at the call.
    if (isLimit(error)) throw new NodeUnavailableError('The node wants to be asked less often.', { cause: error })
    return { data: revertData(error), message: error.message }
  }
}
