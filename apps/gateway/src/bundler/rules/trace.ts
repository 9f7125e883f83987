import { toHex } from 'viem'
import { z } from 'zod'
import { type Node, RpcError, evmAddress, hexBigint, hexData } from '../../rpc/node.js'
import { handleOpsData } from '../entryPoint.js'
import { RefusedError, bundlerCodes } from '../errors.js'
import { type Operation, entryPoint } from '../operation.js'
import { tracer } from './tracer.js'

const phase = z.object({
  entity: evmAddress,
  opcodes: z.array(z.object({ op: z.string(), at: evmAddress })),
  outOfGas: z.boolean(),
  slots: z.array(z.object({ at: evmAddress, slot: hexBigint, isWrite: z.boolean() })),
  calls: z.array(z.object({ op: z.string(), at: evmAddress, to: evmAddress, value: hexBigint, input: hexData, hasCode: z.boolean() })),
  codes: z.array(z.object({ op: z.string(), of: evmAddress, hasCode: z.boolean(), isZero: z.boolean() })),
  hashed: z.array(hexData),
})
const traced = z.object({ phases: z.array(phase), over: z.boolean() })

/** What a contract of the operation, and whatever it called, did while the entry point validated. Addresses are in lower case. */
export type Phase = z.output<typeof phase>

export interface TraceParameters {
  node: Node
  executor: string
  /** Of the transaction. */
  gas: bigint
  /** What the chain is to think: see `overridesOf`. */
  overrides: object
}

/** The phases of an operation's validation. @throws RefusedError where the node has no such tracer: nothing is taken unseen */
export async function traceValidation(
  operation: Operation,
  { node, executor, gas, overrides }: TraceParameters,
): Promise<readonly Phase[]> {
  const call = { from: executor, to: entryPoint, data: handleOpsData([operation], executor as `0x${string}`), gas: toHex(gas) }
  const options = { tracer, timeout: '10s', stateOverrides: overrides }
  try {
    const { phases, over } = await node.call({ method: 'debug_traceCall', params: [call, 'latest', options] }, traced)
    if (over) return phases
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    throw new RefusedError(bundlerCodes.internal, "The chain's node does not trace calls, and no operation is taken without that here.")
  }
  throw new RefusedError(bundlerCodes.validation, 'The validation of the operation did not end.')
}
