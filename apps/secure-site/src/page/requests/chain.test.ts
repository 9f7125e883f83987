import { ed25519 } from '@noble/curves/ed25519.js'
import { createSolana } from '@portico/chains/solana'
import { base58, base64 } from '@scure/base'
import { freePort } from '@portico/service/ports'
import { createPublicClient, encodeFunctionData, type Hex, hexToBigInt, http, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '../../../../sandbox/src/accounts.js'
import { startAnvil } from '../../../../sandbox/src/chains/anvil.js'
import { addresses, tokenAbi } from '../../../../sandbox/src/contracts/index.js'
import { seed } from '../../../../sandbox/src/contracts/seed.js'
import type { FrameNetwork } from '../types.js'
import { bodyOf, ethereum, keys, own, ownSolana, solana as solanaNetwork, testContext } from './kit.test.helper.js'
import { prepareRequest } from './prepare.js'
import { forwardRead } from './read.js'
import { message, pay, transaction } from './solana/build.test.helper.js'

describe('on an EVM chain', () => {
  let network: FrameNetwork = ethereum
  let stop = async () => {}
  const friend = accounts[1].address

  beforeAll(async () => {
    const port = await freePort()
    const rpcUrl = `http://127.0.0.1:${port}`
    const anvil = startAnvil({
      chain: { id: 1, name: 'Ethereum' } as Parameters<typeof startAnvil>[0]['chain'],
      rpcUrl,
      host: '127.0.0.1',
      port,
      onExit: () => undefined,
    })
    stop = anvil.stop
    await anvil.ready()
    await seed({ rpcUrl, controlUrl: rpcUrl, gatewayUrl: rpcUrl, withNames: false })
    network = { ...ethereum, rpcUrl }
  })
  afterAll(() => stop())

  const setUp = () => {
    const context = testContext({ networks: [network], knownAddresses: [friend, addresses.router], fetch })
    const client = createPublicClient({ transport: http(network.rpcUrl) })
    const send = (transactionRequest: Record<string, unknown>) =>
      prepareRequest({ id: 'r', method: 'eth_sendTransaction', params: [{ from: own, ...transactionRequest }] }, context)
    return { context, client, send }
  }

  test('coins arrive, and the change is what was simulated', async () => {
    const { client, send } = setUp()
    const before = await client.getBalance({ address: friend })
    const request = await send({ to: friend, value: '0x16345785d8a0000' })
    expect(request).toMatchObject({
      effects: [{ kind: 'send', values: { amount: '0.1', symbol: 'ETH', to: friend } }],
      changes: [{ symbol: 'ETH', amount: '-0.1' }],
      warnings: [],
      risk: 'normal',
    })
    const hash = (await request.sign(keys)) as Hex
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(receipt.status).toBe('success')
    expect((await client.getBalance({ address: friend })) - before).toBe(parseEther('0.1'))
    const paid = receipt.gasUsed * receipt.effectiveGasPrice
    expect(paid <= parseEther(request.fee?.ceiling ?? '0') && paid > 0n).toBe(true)
  })

  test('R8: the same signed bytes sent twice are one transaction', async () => {
    const { client, context, send } = setUp()
    let raw: Hex = '0x'
    const record: typeof fetch = (url, init) => {
      const { method, params } = JSON.parse(bodyOf(init)) as { method: string; params: [Hex] }
      if (method === 'eth_sendRawTransaction') [raw] = params
      return fetch(url, init)
    }
    const request = await prepareRequest(
      { id: 'r', method: 'eth_sendTransaction', params: [{ to: friend, value: '0x1' }] },
      { ...context, fetch: record },
    )
    const hash = (await request.sign(keys)) as Hex
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    const count = await client.getTransactionCount({ address: own })
    expect(await forwardRead('eth_sendRawTransaction', [raw], network.id, context)).toBe(hash)
    expect(await client.getTransactionCount({ address: own })).toBe(count)
    expect(await send({ to: friend }).then(({ details }) => details.find(({ path }) => path === 'nonce')?.value)).toBe(String(count))
  })

  test('tokens are named by their contract, move, and are counted', async () => {
    const { client, send } = setUp()
    const request = await send({
      to: addresses.usdc,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [friend, 2_500_000n] }),
    })
    expect(request).toMatchObject({
      effects: [{ kind: 'send', values: { amount: '2.5', symbol: 'USDC', token: addresses.usdc, to: friend, unverified: 'true' } }],
      changes: [{ symbol: 'USDC', amount: '-2.5' }],
      warnings: [],
    })
    const read = () => client.readContract({ address: addresses.usdc, abi: tokenAbi, functionName: 'balanceOf', args: [friend] })
    const before = await read()
    await client.waitForTransactionReceipt({ hash: (await request.sign(keys)) as Hex, pollingInterval: 20 })
    expect((await read()) - before).toBe(2_500_000n)
  })

  test('S15: an unlimited permission is lowered, and the chain has the lower one', async () => {
    const { client, send } = setUp()
    const request = await send({
      to: addresses.dai,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [addresses.router, maxUint256] }),
    })
    expect(request.effects[0]).toMatchObject({ kind: 'approve', values: { unlimited: 'true', symbol: 'DAI', spender: addresses.router } })
    const lowered = await request.reduce?.('3')
    await client.waitForTransactionReceipt({ hash: (await lowered?.sign(keys)) as Hex, pollingInterval: 20 })
    expect(
      await client.readContract({ address: addresses.dai, abi: tokenAbi, functionName: 'allowance', args: [own, addresses.router] }),
    ).toBe(parseEther('3'))
  })

  test('what would fail says so', async () => {
    const { send } = setUp()
    const tooMuch = await send({
      to: addresses.usdc,
      data: encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [friend, 10n ** 30n] }),
    })
    expect(tooMuch.warnings).toContainEqual({ kind: 'willFail' })
    expect(tooMuch.changes).toBe('failed')
  })

  test('an older kind of transaction is taken as well', async () => {
    const { client, send } = setUp()
    const request = await send({ to: friend, value: '0x1', type: '0x1', accessList: [{ address: friend, storageKeys: [] }] })
    const hash = (await request.sign(keys)) as Hex
    await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect((await client.getTransaction({ hash })).type).toBe('eip2930')
  })

  test('a contract can be left', async () => {
    const { client, send } = setUp()
    const request = await send({ data: '0x6001600c60003960016000f300' })
    expect(request.effects).toEqual([{ kind: 'deploy', values: { size: '13', value: '0', symbol: 'ETH' } }])
    const receipt = await client.waitForTransactionReceipt({ hash: (await request.sign(keys)) as Hex, pollingInterval: 20 })
    expect(receipt.contractAddress).toMatch(/^0x/)
  })

  test('reads go through', async () => {
    const { context } = setUp()
    expect(hexToBigInt((await forwardRead('eth_getBalance', [own, 'latest'], network.id, context)) as Hex) > 0n).toBe(true)
  })
})

describe('on Solana', () => {
  let chain: ReturnType<typeof createSolana>
  let network: FrameNetwork = solanaNetwork

  beforeAll(async () => {
    chain = createSolana({ port: await freePort(), wsPort: await freePort() })
    await chain.start()
    network = { ...solanaNetwork, rpcUrl: chain.urls.http }
    chain.airdrop(ownSolana, 2_000_000_000n)
  })
  afterAll(() => chain.stop())

  const ask = async (method: string, params: unknown) => {
    const response = await fetch(network.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return ((await response.json()) as { result: { value: { blockhash: string } } }).result
  }
  /** The message with a blockhash of now in the place of the helper's. */
  const fresh = async (bytes: Uint8Array) => {
    const { value } = await ask('getLatestBlockhash', [])
    const at = 4 + 32 * (bytes[3] ?? 0)
    return Uint8Array.from([...bytes.slice(0, at), ...base58.decode(value.blockhash), ...bytes.slice(at + 32)])
  }

  test('coins arrive, with the change and the fee that were simulated', async () => {
    const friend = chain.accounts[1].address
    const bytes = await fresh(message([pay(friend, 500_000_000n)]))
    const context = testContext({ networks: [network], knownAddresses: [friend], fetch })
    const params = { transaction: base64.encode(transaction(bytes)), pubkey: ownSolana, options: { preflightCommitment: 'processed' } }
    const request = await prepareRequest({ id: 'r', method: 'solana_signAndSendTransaction', params }, context)
    expect(request).toMatchObject({
      effects: [{ kind: 'send', values: { amount: '0.5', symbol: 'SOL', to: friend } }],
      fee: { expected: '0.000005', ceiling: '0.000005', symbol: 'SOL' },
      changes: [{ symbol: 'SOL', amount: '-0.500005' }],
      warnings: [],
      risk: 'normal',
    })
    const [before, mine] = [chain.balanceOf(friend), chain.balanceOf(ownSolana)]
    const { signature } = (await request.sign(keys)) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), bytes, base58.decode(ownSolana))).toBe(true)
    expect(chain.balanceOf(friend) - before).toBe(500_000_000n)
    expect(mine - chain.balanceOf(ownSolana)).toBe(500_005_000n)
  })

  test('what would fail says so', async () => {
    const friend = chain.accounts[1].address
    const bytes = await fresh(message([pay(friend, 9_000_000_000_000n)]))
    const request = await prepareRequest(
      { id: 'r', method: 'solana_signTransaction', params: { transaction: base58.encode(transaction(bytes)) } },
      testContext({ networks: [network], knownAddresses: [friend], fetch }),
    )
    expect(request).toMatchObject({ changes: 'failed', risk: 'risky' })
    expect(request.warnings.map(({ kind }) => kind)).toEqual(['largeValue', 'willFail'])
  })
})
