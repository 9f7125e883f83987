import { type Hex, decodeFunctionData, encodeFunctionResult, multicall3Abi } from 'viem'
import { expect, test } from 'vitest'
import { createMulticall } from './multicall.js'
import { createNode } from './node.js'

const greedy: Hex = `0x${'1'.repeat(40)}`
const others: readonly Hex[] = ['2', '3', '4'].map((digit): Hex => `0x${digit.repeat(40)}`)
const reads = [greedy, ...others].map((to) => ({ to, data: '0x70a08231' as const }))
const held: Hex = `0x${'0'.repeat(63)}7`

type Call = { id: number; method: string; params: [{ to: string; data: Hex }] }

/** A node of a chain with a contract that takes all the gas it is given. `together`: what is said of several calls in one. */
function nodeOf({ code = '0x01', together, alone }: { code?: Hex; together?: (calls: readonly Hex[]) => object; alone?: object }) {
  const answerOf = ({ id, method, params: [call] }: Call) => {
    const said = (): object => {
      if (method === 'eth_getCode') return { result: code }
      if (call.to === greedy) return { error: { code: -32_000, message: 'out of gas' } }
      if (others.some((each) => each === call.to)) return alone ?? { result: held }
      const { args } = decodeFunctionData({ abi: multicall3Abi, data: call.data })
      const [calls] = args as readonly [readonly { target: Hex }[]]
      return together?.(calls.map(({ target }) => target)) ?? {}
    }
    return { jsonrpc: '2.0', id, ...said() }
  }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = (await new Request(input, init).json()) as Call | Call[]
    return Response.json(Array.isArray(body) ? body.map(answerOf) : answerOf(body))
  }
  return createNode({ urls: ['https://node.example'], fetch })
}

test('a contract that takes all the gas of a call takes nobody else’s answer', async () => {
  const outOfGas = nodeOf({ together: () => ({ error: { code: -32_000, message: 'out of gas' } }) })
  expect(await createMulticall(outOfGas)(reads)).toEqual([undefined, held, held, held])
  const emptied = nodeOf({
    together: (calls) => {
      const from = calls.indexOf(greedy)
      const result = calls.map((_, at) => (at < from ? { success: true, returnData: held } : { success: false, returnData: '0x' as const }))
      return { result: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) }
    },
  })
  expect(await createMulticall(emptied, { isolated: true })(reads)).toEqual([undefined, held, held, held])
})

test('a node that wants patience says nothing of a contract', async () => {
  const patience = { error: { code: -32_005, message: 'limit exceeded' } }
  await expect(createMulticall(nodeOf({ code: '0x', alone: patience }))(reads)).rejects.toMatchObject({ code: -32_005 })
  await expect(createMulticall(nodeOf({ together: () => patience }))(reads)).rejects.toMatchObject({ code: -32_005 })
})
