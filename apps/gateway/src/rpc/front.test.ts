import { expect, test } from 'vitest'
import { chainOf } from '../test/anvil.js'
import { createFront } from './front.js'
import { createNode } from './node.js'

/** A node that counts what it is asked, at a height. */
function counted() {
  const state = { height: 1000, asked: [] as string[], away: false, isEmpty: false }
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    if (state.away) throw new TypeError('away')
    const one = ({ id, method }: { id: number; method: string }) => {
      state.asked.push(method)
      return {
        jsonrpc: '2.0',
        id,
        result: state.isEmpty ? null : method === 'eth_blockNumber' ? `0x${state.height.toString(16)}` : `0x${state.asked.length}`,
      }
    }
    const body = (await new Request(input, init).json()) as { id: number; method: string } | { id: number; method: string }[]
    return Response.json(Array.isArray(body) ? body.map(one) : one(body))
  }
  const node = createNode({ urls: ['http://node.test'], fetch })
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  let now = 0
  const chain = chainOf({ id: 'eip155:1', name: 'A', rpc: ['http://node.test'], native })
  const front = createFront({ chain, node, sender: node }, () => now)
  const ask = async (method: string, params: unknown[]) =>
    (await front.answer({ jsonrpc: '2.0', id: 1, method, params }, new AbortController().signal)).body
  return { state, ask, wait: (milliseconds: number) => (now += milliseconds), front }
}

test('that a node answers nothing once is not kept for what never changes', async () => {
  const { state, ask } = counted()
  state.isEmpty = true
  expect(await ask('eth_chainId', [])).toMatchObject({ result: null })
  state.isEmpty = false
  expect(await ask('eth_chainId', [])).toMatchObject({ result: '0x2' })
})

test('what a block fixes is asked once, what may still change each time', async () => {
  const { state, ask } = counted()
  const old = ['0xaa', '0x10']
  expect(await ask('eth_getBalance', old)).toEqual(await ask('eth_getBalance', old))
  for (const block of ['latest', '0x3e0', undefined]) {
    const first = await ask('eth_getBalance', ['0xaa', block])
    expect(await ask('eth_getBalance', ['0xaa', block]), String(block)).not.toEqual(first)
  }
  expect(await ask('eth_getBlockByHash', ['0xb', false])).toEqual(await ask('eth_getBlockByHash', ['0xb', false]))
  expect(await ask('eth_getBlockByHash', ['0xb', true])).not.toEqual(await ask('eth_getBlockByHash', ['0xb', false]))
  expect(await ask('eth_gasPrice', [])).not.toEqual(await ask('eth_gasPrice', []))
  expect(state.asked.filter((method) => method === 'eth_blockNumber')).toHaveLength(1)
})

test('a chain that became shorter is another one: nothing of before is told', async () => {
  const { state, ask, wait } = counted()
  const first = await ask('eth_getBalance', ['0xaa', '0x10'])
  state.height = 500
  wait(2000)
  await ask('eth_getBalance', ['0xbb', '0x10'])
  expect(await ask('eth_getBalance', ['0xaa', '0x10'])).not.toEqual(first)
})

test('a node that is away is said with 503, in the form of JSON-RPC', async () => {
  const { state, front } = counted()
  state.away = true
  const body = [{ id: 7, method: 'eth_gasPrice' }]
  expect(await front.answer(body, new AbortController().signal)).toMatchObject({ status: 503, body: [{ id: 7, error: { code: -32_603 } }] })
})

test('where the operator has nodes that keep transactions to themselves, signed ones go to these alone, also of a batch', async () => {
  const asked: string[] = []
  const nodeAt = (name: string, isAway = false) =>
    createNode({
      urls: [`http://${name}.test`],
      fetch: async (input, init) => {
        if (isAway) throw new TypeError('away')
        const one = ({ id, method }: { id: number; method: string }) => {
          asked.push(`${name} ${method}`)
          return { jsonrpc: '2.0', id, result: name }
        }
        const body = (await new Request(input, init).json()) as { id: number; method: string } | { id: number; method: string }[]
        return Response.json(Array.isArray(body) ? body.map(one) : one(body))
      },
    })
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = chainOf({ id: 'eip155:1', name: 'A', rpc: ['http://open.test'], native })
  const body = [
    { id: 1, method: 'eth_gasPrice' },
    { id: 2, method: 'eth_sendRawTransaction', params: ['0x1'] },
    { id: 3, method: 'eth_maxPriorityFeePerGas' },
  ]
  const { signal } = new AbortController()
  const front = createFront({ chain, node: nodeAt('open'), sender: nodeAt('kept') }, () => 0)
  expect((await front.answer(body, signal)).body).toMatchObject([
    { id: 1, result: 'open' },
    { id: 2, result: 'kept' },
    { id: 3, result: 'open' },
  ])
  expect(asked.toSorted()).toEqual(['kept eth_sendRawTransaction', 'open eth_gasPrice', 'open eth_maxPriorityFeePerGas'])
  const away = createFront({ chain, node: nodeAt('open'), sender: nodeAt('kept', true) }, () => 0)
  expect(await away.answer(body[1], signal)).toMatchObject({ status: 503 })
  expect(asked).not.toContain('open eth_sendRawTransaction')
})
