import { createClient, createWalletClient, custom, http, parseGwei, type Address, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { testKeys } from '../test/testWallet.js'
import { receiptRetries, receiptRetryDelay, receiptTimeout, waitForReceipt } from './waitForReceipt.js'

const recipient: Address = '0x000000000000000000000000000000000000dEaD'
const account = privateKeyToAccount(testKeys[0])
let anvil: Anvil
let snapshot: Hex

beforeAll(async () => {
  anvil = await startAnvil({ port: 19547, args: ['--no-mining'] })
  await anvil.test.mine({ blocks: 20 })
}, 60_000)
afterAll(() => anvil.stop())
beforeEach(async () => {
  snapshot = await anvil.test.snapshot()
})
afterEach(() => anvil.test.revert({ id: snapshot }))

/** Signs a transaction of nonce `nonce` and hands it to the chain. */
async function send({ gwei = 10, ...transaction }: { nonce: number; gwei?: number; to?: Address; value?: bigint; data?: Hex }) {
  const wallet = createWalletClient({ account, chain: anvil.chain, transport: http(anvil.url) })
  const fees = { gas: 100_000n, maxFeePerGas: parseGwei(String(gwei)), maxPriorityFeePerGas: parseGwei(String(gwei)) }
  const serializedTransaction = await wallet.signTransaction({ to: recipient, value: 7n, ...transaction, ...fees, type: 'eip1559' })
  return { serializedTransaction, hash: await wallet.sendRawTransaction({ serializedTransaction }) }
}

const nonce = () => anvil.reader.getTransactionCount({ address: account.address })
const wait = (hash: Hex, options: { signal?: AbortSignal; timeout?: number } = {}) => waitForReceipt(anvil.reader, { hash, ...options })
const soon = () => new Promise((resolve) => setTimeout(resolve, 300))

describe('R20: waiting for a receipt', () => {
  test('R20: it asks 6 times more, 200 ms times 2^n apart, and gives up after 180 s', () => {
    expect({ receiptRetries, receiptRetryDelay, receiptTimeout }).toEqual({
      receiptRetries: 6,
      receiptRetryDelay: 200,
      receiptTimeout: 180_000,
    })
  })

  test('ends with the first confirmation', async () => {
    const { hash } = await send({ nonce: await nonce() })
    const waiting = wait(hash)
    await soon()
    await anvil.test.mine({ blocks: 1 })
    await expect(waiting).resolves.toMatchObject({
      hash,
      outcome: 'success',
      minedHash: hash,
      blockNumber: await anvil.reader.getBlockNumber({ cacheTime: 0 }),
    })
  })

  test('a transaction that fails on the chain is reverted', async () => {
    await anvil.test.setCode({ address: recipient, bytecode: '0x60006000fd' })
    const { hash } = await send({ nonce: await nonce() })
    await anvil.test.mine({ blocks: 1 })
    await expect(wait(hash)).resolves.toMatchObject({ outcome: 'reverted', minedHash: hash })
  })

  test.each([
    ['the same at another fee', 'repriced', {}],
    ['something else', 'replaced', { value: 8n }],
    ['a call', 'replaced', { data: '0x12' as const }],
    ['nothing to oneself', 'cancelled', { to: account.address, value: 0n }],
    ['money to oneself', 'replaced', { to: account.address }],
  ])('%s in its place is %s', async (_, outcome, over) => {
    const at = await nonce()
    const { hash } = await send({ nonce: at })
    const waiting = wait(hash)
    await soon()
    const { hash: minedHash } = await send({ nonce: at, gwei: 50, ...over })
    await anvil.test.mine({ blocks: 1 })
    await expect(waiting).resolves.toMatchObject({ hash, outcome, minedHash })
  })

  test('what took its place at once is found: the transaction is looked at before anything is waited for', async () => {
    const at = await nonce()
    const { hash } = await send({ nonce: at })
    let replaced: Promise<Hex> | undefined
    const replace = async () => {
      await soon() // what was asked at the same time has its answer
      const { hash: minedHash } = await send({ nonce: at, gwei: 50, value: 8n })
      await anvil.test.mine({ blocks: 1 })
      return minedHash
    }
    const transport = custom({
      async request({ method, params }: { method: string; params: unknown }) {
        if (method === 'eth_getTransactionReceipt') await (replaced ??= replace())
        return anvil.reader.transport.request({ method, params })
      },
    })
    const reader = createClient({ chain: anvil.chain, transport, pollingInterval: 50 })
    const receipt = await waitForReceipt(reader, { hash, timeout: 5_000 })
    expect(receipt).toMatchObject({ outcome: 'replaced', minedHash: await replaced })
  })

  test('what took its place is found however many blocks were mined since', async () => {
    const at = await nonce()
    const { hash } = await send({ nonce: at })
    const waiting = wait(hash)
    await soon()
    const { hash: minedHash } = await send({ nonce: at, gwei: 50, value: 8n })
    await anvil.test.mine({ blocks: 1 })
    const blockNumber = await anvil.reader.getBlockNumber()
    await anvil.test.mine({ blocks: 40 })
    await expect(waiting).resolves.toMatchObject({ outcome: 'replaced', minedHash, blockNumber })
  })

  test('a repricing that reverts is told as the failure that it is', async () => {
    const at = await nonce()
    const { hash } = await send({ nonce: at })
    const waiting = wait(hash)
    await soon()
    await anvil.test.setCode({ address: recipient, bytecode: '0x60006000fd' })
    const { hash: minedHash } = await send({ nonce: at, gwei: 50 })
    await anvil.test.mine({ blocks: 1 })
    await expect(waiting).resolves.toMatchObject({ outcome: 'reverted', minedHash })
  })

  test('a reorganisation of 2 blocks is survived: the transaction comes again in another block', async () => {
    const base = await anvil.test.snapshot()
    const { hash, serializedTransaction } = await send({ nonce: await nonce() })
    const waiting = wait(hash)
    await soon()
    await anvil.test.dropTransaction({ hash })
    await anvil.test.mine({ blocks: 2 })
    await soon()
    await anvil.test.revert({ id: base })
    await anvil.test.mine({ blocks: 1 })
    await soon()
    await createWalletClient({ transport: http(anvil.url) }).sendRawTransaction({ serializedTransaction })
    await anvil.test.mine({ blocks: 1 })
    await expect(waiting).resolves.toMatchObject({
      outcome: 'success',
      minedHash: hash,
      blockNumber: await anvil.reader.getBlockNumber({ cacheTime: 0 }),
    })
  })

  test('a replacement that a reorganisation puts into an earlier block is found', async () => {
    const base = await anvil.test.snapshot()
    const at = await nonce()
    await anvil.test.mine({ blocks: 2 })
    const { hash } = await send({ nonce: at })
    const waiting = wait(hash)
    await soon()
    await anvil.test.revert({ id: base })
    const { hash: minedHash } = await send({ nonce: at, gwei: 50, value: 8n })
    await anvil.test.mine({ blocks: 1 })
    const blockNumber = await anvil.reader.getBlockNumber()
    await anvil.test.mine({ blocks: 3 })
    await expect(waiting).resolves.toMatchObject({ outcome: 'replaced', minedHash, blockNumber })
  })

  test('time that runs out is a ReceiptTimeoutError', async () => {
    const { hash } = await send({ nonce: await nonce() })
    await expect(wait(hash, { timeout: 400 })).rejects.toMatchObject({ name: 'ReceiptTimeoutError' })
  })

  test('an abort ends it at once', async () => {
    const abort = new AbortController()
    const waiting = wait(`0x${'1'.repeat(64)}`, { signal: abort.signal })
    setTimeout(() => abort.abort(new Error('enough')), 50)
    const begun = Date.now()
    await expect(waiting).rejects.toThrow('enough')
    expect(Date.now() - begun).toBeLessThan(1_000)
  })
})
