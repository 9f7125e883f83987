import { type Abi, type Hex, decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem'
import { z } from 'zod'
import { type Node, hexData } from './node.js'

/** Where Multicall3 is, on every chain that has it. */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** Reads in one call of the chain: more makes the call slower than two. */
const most = 500

export interface Read {
  readonly to: string
  readonly data: Hex
}

/** Many reads of a chain as few calls. What fails, and what has no contract, is undefined. */
export type Multicall = (reads: readonly Read[], signal?: AbortSignal) => Promise<readonly (Hex | undefined)[]>

/** @param node of the chain. Where it has no Multicall3, the reads go as a batch of JSON-RPC */
export function createMulticall(node: Node): Multicall {
  let isThere: boolean | undefined
  const part = async (reads: readonly Read[], signal?: AbortSignal): Promise<readonly (Hex | undefined)[]> => {
    isThere ??= (await node.call({ method: 'eth_getCode', params: [multicall3, 'latest'] }, hexData, signal)) !== '0x' || undefined
    if (isThere !== true) {
      const outcomes = await node.batch(
        reads.map(({ to, data }) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
        signal,
      ) // prettier-ignore
      return outcomes.map(({ result }) => valueOf(hexData.safeParse(result).data))
    }
    const calls = reads.map(({ to, data }) => ({ target: hexData.parse(to), allowFailure: true, callData: data }))
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    const answer = await node.call({ method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }, hexData, signal)
    const results = decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
    return results.map(({ success, returnData }) => (success ? valueOf(returnData) : undefined))
  }
  return async (reads, signal) => {
    const parts = Array.from({ length: Math.ceil(reads.length / most) }, (_, at) => part(reads.slice(at * most, (at + 1) * most), signal))
    return (await Promise.all(parts)).flat()
  }
}

/** An address without a contract answers with nothing. */
const valueOf = (data: Hex | undefined): Hex | undefined => (data === '0x' ? undefined : data)

/** What a contract answered, undefined where it is not what the function returns. */
export function decode<Schema extends z.ZodType>(abi: Abi, functionName: string, data: Hex | undefined, schema: Schema) {
  if (data === undefined) return undefined
  try {
    return schema.safeParse(decodeFunctionResult({ abi, functionName, data })).data
  } catch {
    return undefined
  }
}
