import { type Abi, type Hex, decodeFunctionResult, encodeFunctionData, multicall3Abi } from 'viem'
import { z } from 'zod'
import { type Node, RpcError, hexData, isLimit } from './node.js'

/** Where Multicall3 is, on every chain that has it. */
const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11'

/** Reads in one call of the chain: more makes the call slower than two. */
const most = 500

export interface Read {
  readonly to: string
  readonly data: Hex
}

/** Many reads of a chain as few calls. What fails, and what has no contract, is undefined. @throws RpcError, NodeUnavailableError */
export type Multicall = (reads: readonly Read[], signal?: AbortSignal) => Promise<readonly (Hex | undefined)[]>

/**
 * @param node of the chain. Where it has no Multicall3, the reads go as a batch of JSON-RPC
 * @param options `isolated`: what fails without a word is asked again by itself, since a contract before it may have taken the gas of all
 */
export function createMulticall(node: Node, { isolated = false }: { isolated?: boolean } = {}): Multicall {
  let isThere: boolean | undefined

  const each = async (reads: readonly Read[], signal?: AbortSignal): Promise<readonly (Hex | undefined)[]> => {
    const outcomes = await node.batch(
      reads.map(({ to, data }) => ({ method: 'eth_call', params: [{ to, data }, 'latest'] })),
      signal,
    ) // prettier-ignore
    return outcomes.map(({ result, error }) => {
      // The contract was not asked.
      if (error && isLimit(error)) throw error
      return valueOf(hexData.safeParse(result).data)
    })
  }
  /** Undefined where the call fails as a whole, as it does when one of them takes its gas. */
  const together = async (reads: readonly Read[], signal?: AbortSignal) => {
    const calls = reads.map(({ to, data }) => ({ target: hexData.parse(to), allowFailure: true, callData: data }))
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
    try {
      const answer = await node.call({ method: 'eth_call', params: [{ to: multicall3, data }, 'latest'] }, hexData, signal)
      return decodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', data: answer })
    } catch (error) {
      if (!(error instanceof RpcError) || isLimit(error)) throw error
      return undefined
    }
  }
  const part = async (reads: readonly Read[], signal?: AbortSignal): Promise<readonly (Hex | undefined)[]> => {
    isThere ??= (await node.call({ method: 'eth_getCode', params: [multicall3, 'latest'] }, hexData, signal)) !== '0x' || undefined
    const results = isThere === true ? await together(reads, signal) : undefined
    if (!results) return await each(reads, signal)
    const told = results.map(({ success, returnData }) => (success ? valueOf(returnData) : undefined))
    const silent = isolated ? results.flatMap(({ success, returnData }, at) => (!success && returnData === '0x' ? [at] : [])) : []
    const again = await each(
      silent.flatMap((at) => reads[at] ?? []),
      signal,
    )
    const found = new Map(silent.map((at, index) => [at, again[index]]))
    return told.map((value, at) => value ?? found.get(at))
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
