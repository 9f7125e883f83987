import { keccak256 } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { bodyOf, ethereum, nodeDouble, own, solana, testContext } from './kit.test.helper.js'
import { forwardRead } from './read.js'

const read = (method: string, params: unknown = [], answers: Record<string, unknown> = {}) => {
  const node = nodeDouble(answers)
  return { answer: forwardRead(method, params, 'eip155:1', testContext({ fetch: node.fetch })), node }
}

describe('what reads', () => {
  test("is asked of the operator's node with the site's parameters", async () => {
    const { answer, node } = read('eth_getBalance', [own, 'latest'], { eth_getBalance: '0x5' })
    expect(await answer).toBe('0x5')
    expect(node.calls).toEqual([{ url: ethereum.rpcUrl, method: 'eth_getBalance', params: [own, 'latest'] }])
  })

  test('needs no parameters', async () => {
    expect(await read('eth_blockNumber', undefined, { eth_blockNumber: '0x9' }).answer).toBe('0x9')
  })

  test.each<[string, unknown]>([
    ['eth_accounts', [own]],
    ['eth_chainId', '0x1'],
    ['wallet_getCapabilities', { '0x1': { atomic: { status: 'unsupported' } } }],
  ])('%s is known here', async (method, expected) => {
    const { answer, node } = read(method)
    expect(await answer).toEqual(expected)
    expect(node.calls).toEqual([])
  })

  test('what can be done with a batch is said of the chains that are asked for and served, and to the account alone', async () => {
    const able = { atomic: { status: 'unsupported' } }
    expect(await read('wallet_getCapabilities', [own.toLowerCase(), ['0x1', '0xa']]).answer).toEqual({ '0x1': able })
    expect(await read('wallet_getCapabilities', [own, []]).answer).toEqual({})
    await expect(read('wallet_getCapabilities', [`0x${'1'.repeat(40)}`]).answer).rejects.toMatchObject({ code: 4100 })
  })

  test("the node's own error keeps its code", async () => {
    await expect(read('eth_call', [], { eth_call: new Error('execution reverted') }).answer).rejects.toMatchObject({
      name: 'NodeAnswerError',
      code: -32000,
    })
  })

  test.each(['wallet_getAssets'])('%s comes with smart accounts', async (method) => {
    await expect(read(method).answer).rejects.toMatchObject({ code: 4200 })
  })

  test.each([
    'eth_sign',
    'personal_sign',
    'eth_sendTransaction',
    'ETH_CALL',
    'eth_call ',
    'eth_',
    'anvil_setBalance',
    'constructor',
    '__proto__',
    'eth_callx',
    'getBalance',
  ])('%s is not allowed', async (method) => {
    const { answer, node } = read(method)
    await expect(answer).rejects.toMatchObject({ name: 'CallNotAllowedError', message: 'Requested RPC call is not allowed' })
    expect(node.calls).toEqual([])
  })

  test('S4: of the safe methods 37 go to the node', async () => {
    const names =
      'blockNumber call estimateGas feeHistory gasPrice getAccount getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter syncing uninstallFilter getUserOperationReceipt estimateUserOperationGas getUserOperationByHash supportedEntryPoints'
    for (const name of names.split(' ')) {
      const { answer, node } = read(`eth_${name}`, [], { [`eth_${name}`]: 'yes' })
      expect(await answer).toBe('yes')
      expect(node.calls).toHaveLength(1)
    }
  })

  test('parameters that are no list are refused', async () => {
    await expect(read('eth_call', { to: own }).answer).rejects.toMatchObject({ code: -32602 })
  })

  test('S6: a network that the operator does not serve, and one that has no such methods', async () => {
    await expect(forwardRead('eth_call', [], 'eip155:5', testContext())).rejects.toMatchObject({
      name: 'NetworkNotServedError',
      code: 4901,
    })
    await expect(forwardRead('eth_call', [], solana.id, testContext())).rejects.toMatchObject({ name: 'CallNotAllowedError' })
  })
})

describe('R8: eth_sendRawTransaction', () => {
  const raw = '0x02f86c0184'
  const hash = keccak256(raw)

  test('answers the hash', async () => {
    expect(await read('eth_sendRawTransaction', [raw], { eth_sendRawTransaction: hash }).answer).toBe(hash)
  })

  test.each([
    'already known',
    'AlreadyKnown: known transaction',
    'Transaction ALREADY_EXISTS',
    'transaction already imported',
    'already in mempool',
  ])("'%s' is sent", async (message) => {
    expect(await read('eth_sendRawTransaction', [raw], { eth_sendRawTransaction: new Error(message) }).answer).toBe(hash)
  })

  test('a nonce that is too low is sent, where the chain has this very transaction', async () => {
    const low = { eth_sendRawTransaction: new Error('nonce too low') }
    expect(await read('eth_sendRawTransaction', [raw], { ...low, eth_getTransactionByHash: { hash } }).answer).toBe(hash)
    await expect(read('eth_sendRawTransaction', [raw], { ...low, eth_getTransactionByHash: null }).answer).rejects.toMatchObject({
      name: 'NodeAnswerError',
      message: 'nonce too low',
    })
  })

  test('the same bytes go out again where the node did not answer', async () => {
    const bodies: string[] = []
    const flaky: typeof fetch = async (_, init) => {
      bodies.push(bodyOf(init))
      return bodies.length < 3 ? new Response('', { status: 503, headers: { 'retry-after': '0' } }) : Response.json({ result: hash })
    }
    expect(await forwardRead('eth_sendRawTransaction', [raw], 'eip155:1', testContext({ fetch: flaky }))).toBe(hash)
    expect(new Set(bodies).size).toBe(1)
    expect(bodies).toHaveLength(3)
  })

  test.each([[[]], [[5]], [['0x']], [['hello']], [undefined]])('%j is refused', async (params) => {
    await expect(forwardRead('eth_sendRawTransaction', params, 'eip155:1', testContext())).rejects.toMatchObject({ code: -32602 })
  })
})
