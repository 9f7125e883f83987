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
    const node = nodeDouble({ eth_blockNumber: '0x9' })
    expect(await forwardRead('eth_blockNumber', undefined, 'eip155:1', testContext({ fetch: node.fetch }))).toBe('0x9')
    expect(node.calls).toEqual([{ url: ethereum.rpcUrl, method: 'eth_blockNumber', params: [] }])
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
    for (const params of [undefined, {}, [], [undefined, 'all']])
      expect(await forwardRead('wallet_getCapabilities', params, 'eip155:1', testContext())).toEqual({ '0x1': able })
    for (const account of [`0x${'1'.repeat(40)}`, 5, null, [own]])
      await expect(read('wallet_getCapabilities', [account]).answer).rejects.toMatchObject({ name: 'AccountMismatchError', code: 4100 })
  })

  describe('what can be done with a batch', () => {
    const service = { bundlerUrl: 'https://bundler.example' }
    type Network = ReturnType<typeof testContext>['networks'][number]
    /** Of a network with smart accounts and of one without, to a plain account or to one that is a contract. */
    const able = (smartAccounts: Network['smartAccounts'], isSmart: boolean, code: unknown = '0x') => {
      const networks: readonly Network[] = [{ ...ethereum, ...(smartAccounts && { smartAccounts }) }, solana]
      const context = testContext({
        networks,
        fetch: nodeDouble({ eth_getCode: code }).fetch,
        ...(isSmart && { smartAccount: { owner: own } }),
      })
      return forwardRead('wallet_getCapabilities', [own], 'eip155:1', context)
    }
    const code =
      (ofAccount: string, ofUpgrade: string) =>
      ([address]: readonly unknown[]) =>
        address === own ? ofAccount : ofUpgrade
    const paid = { paymasterService: { supported: true } }

    test.each<[string, Network['smartAccounts'], boolean, unknown, object]>([
      ['a smart account has them in one', service, true, '0x', { atomic: { status: 'supported' } }],
      ['and nobody pays where nobody is named', { ...service, paymasterUrls: [] }, true, '0x', { atomic: { status: 'supported' } }],
      [
        'and somebody may pay',
        { ...service, paymasterUrls: ['https://pays.example'] },
        true,
        '0x',
        { atomic: { status: 'supported' }, ...paid },
      ],
      ['a smart account does not, where the network has none', undefined, true, '0x', { atomic: { status: 'unsupported' } }],
      ['a plain account may be upgraded for it', service, false, code('0x', '0x60'), { atomic: { status: 'ready' } }],
      [
        'nobody pays for a plain account',
        { ...service, paymasterUrls: ['https://pays.example'] },
        false,
        code('0x', '0x60'),
        { atomic: { status: 'ready' } },
      ],
      ['nor may it where there is nothing to upgrade it to', service, false, '0x', { atomic: { status: 'unsupported' } }],
      ['nor where the node does not tell', service, false, new Error('busy'), { atomic: { status: 'unsupported' } }],
    ])('%s', async (_, smartAccounts, isSmart, answer, expected) => {
      expect(await able(smartAccounts, isSmart, answer)).toStrictEqual({ '0x1': expected })
    })
  })

  test('what a bundler knows is asked of the bundler, and of the node where there is none', async () => {
    const networks = [{ ...ethereum, smartAccounts: { bundlerUrl: 'https://bundler.example' } }]
    const node = nodeDouble({ eth_supportedEntryPoints: [], eth_getUserOperationReceipt: null, eth_call: '0x' })
    const urlOf = async (method: string, served: typeof networks | undefined) => {
      await forwardRead(method, [], 'eip155:1', testContext({ fetch: node.fetch, ...(served && { networks: served }) }))
      return node.calls.at(-1)?.url
    }
    expect(await urlOf('eth_supportedEntryPoints', networks)).toBe('https://bundler.example')
    expect(await urlOf('eth_getUserOperationReceipt', networks)).toBe('https://bundler.example')
    expect(await urlOf('eth_call', networks)).toBe(ethereum.rpcUrl)
    expect(await urlOf('eth_supportedEntryPoints', undefined)).toBe(ethereum.rpcUrl)
  })

  test("the node's own error keeps its code", async () => {
    await expect(read('eth_call', [], { eth_call: new Error('execution reverted') }).answer).rejects.toMatchObject({
      name: 'NodeAnswerError',
      code: -32000,
    })
  })

  test.each(['wallet_getAssets'])('%s comes with smart accounts', async (method) => {
    await expect(read(method).answer).rejects.toMatchObject({ code: 4200, message: `${method} is not supported yet by this wallet.` })
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
    await expect(read('eth_call', { to: own }).answer).rejects.toMatchObject({
      code: -32602,
      message: 'Invalid parameters: eth_call takes a list.',
    })
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

  test.each([
    [[]],
    [[5]],
    [['0x']],
    [['hello']],
    [['02f8']],
    [['0x0']],
    [['0x02f']],
    [['0x02fg']],
    [['0x02f8 ']],
    [[' 0x02f8']],
    [[['0x02f8']]],
    [{ 0: '0x02f8' }],
    [undefined],
  ])('%j is refused', async (params) => {
    const { fetch, calls } = nodeDouble({ eth_sendRawTransaction: hash })
    await expect(forwardRead('eth_sendRawTransaction', params, 'eip155:1', testContext({ fetch }))).rejects.toMatchObject({
      name: 'InvalidParamsError',
      code: -32602,
      message: 'Invalid parameters: eth_sendRawTransaction takes a signed transaction as hex.',
    })
    expect(calls).toEqual([])
  })
})
