import { connectionStore, type NetworkId } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { parseEther, parseGwei, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { codeError, testWallet, type TestWallet } from '../test/testWallet.js'

const networkId: NetworkId = 'eip155:31337'
const recipient = '0x00000000000000000000000000000000000a11ce'
const gases = { preVerificationGas: '0xc350', verificationGasLimit: '0x30d40', callGasLimit: '0xc350' } // 300,000
const prices = { maxFeePerGas: toHex(parseGwei('10')), maxPriorityFeePerGas: toHex(parseGwei('1')) }
const most = 300_000n * parseGwei('10')

let chain: Anvil
let adapter: Required<Adapter>
let wallet: TestWallet
let target: { connectorId: string; address: string; networkId: NetworkId }

beforeAll(async () => {
  chain = await startAnvil({ port: 19563 })
}, 60_000)
afterAll(() => chain.stop())

/** A wallet that says of its account that it is a smart one, and answers this when it is asked what an operation takes. */
beforeEach(async () => {
  const made = await testAdapter({ networks: [chain.chain] })
  adapter = made.adapter as Required<Adapter> // the EVM adapter has what is used here
  wallet = testWallet({ urls: { 31337: chain.url } })
  const connector = wayIn(wallet)
  const { address } = wallet
  target = { connectorId: connector.id, address, networkId }
  await adapter.connect({ connector, signal: never() })
  const accounts = [{ address, type: 'smartAccount' as const }]
  const connection = { connector, addresses: [address] as const, networkId, accounts, restored: false }
  connectionStore(made.portico).setState({ byNamespace: { eip155: { connections: [connection], lastAttemptId: 0 } } })
  await chain.test.setBalance({ address, value: parseEther('1') })
})

const answering = (answer: unknown) => {
  wallet.state.script = (method) => (method === 'eth_estimateUserOperationGas' ? answer : undefined)
}

test('the fee of a smart account is what its wallet says of the operation: gas of all kinds at the price that it names', async () => {
  answering({ ...gases, ...prices })
  const { baseFeePerGas } = await chain.reader.getBlock()
  const fee = await adapter.estimateFee({ ...target, to: recipient, value: 7n })
  expect(fee).toEqual({ expected: 300_000n * ((baseFeePerGas ?? 0n) + parseGwei('1')), maximum: most })
  const [asked] = wallet.asked.filter(({ method }) => method === 'eth_estimateUserOperationGas')
  expect(asked?.params).toEqual([
    { sender: target.address, calls: [{ to: expect.stringMatching(new RegExp(recipient, 'i')), value: '0x7' }] },
  ])
  answering({ ...gases, ...prices, paymasterVerificationGasLimit: '0x1', paymasterPostOpGasLimit: '0x1' })
  expect(await adapter.estimateFee({ ...target, to: recipient, value: 7n })).toMatchObject({ maximum: 300_002n * parseGwei('10') })
})

test('what the entry point takes beforehand has to be there beside the value, and Max leaves a quarter more', async () => {
  answering({ ...gases, ...prices })
  const order = (value: bigint) => adapter.estimateFee({ ...target, to: recipient, value })
  await expect(order(parseEther('1') - most)).resolves.toMatchObject({ maximum: most })
  await expect(order(parseEther('1') - most + 1n)).rejects.toMatchObject({ name: 'InsufficientFundsError' })
  expect(await adapter.getMaximum({ ...target, to: recipient })).toBe(parseEther('1') - (most * 5n) / 4n)
  expect(await adapter.getMaximum(target)).toBe(parseEther('1') - (most * 5n) / 4n)
  expect(await adapter.getMaximum({ ...target, gas: 100_000n })).toBe(parseEther('1') - ((most + 100_000n * parseGwei('10')) * 5n) / 4n)
  await chain.test.setBalance({ address: wallet.address, value: most })
  expect(await adapter.getMaximum(target)).toBe(0n)
  await chain.test.setBalance({ address: wallet.address, value: 0n })
  answering(undefined)
  expect(await adapter.getMaximum(target)).toBe(0n) // there is nothing to try with
})

test('where somebody else would pay there is no fee, and all of it can be sent', async () => {
  answering({ ...gases, ...prices, sponsored: true })
  expect(await adapter.estimateFee({ ...target, to: recipient, value: parseEther('1') })).toEqual({
    expected: 0n,
    maximum: 0n,
    sponsored: true,
  })
  expect(await adapter.getMaximum({ ...target, to: recipient })).toBe(parseEther('1'))
})

test('there is no choice of speeds: its wallet sets the price', async () => {
  expect(await adapter.getFeeSpeeds({ networkId, address: target.address })).toEqual([])
  expect(await adapter.getFeeSpeeds({ networkId, address: recipient })).toHaveLength(3)
})

test.each<[string, unknown]>([
  ['no record', 'much'],
  ['gas that is missing', { ...gases, ...prices, callGasLimit: undefined }],
  ['gas that no block has', { ...gases, ...prices, callGasLimit: `0x${'f'.repeat(17)}` }],
  ['a price in words', { ...gases, ...prices, maxFeePerGas: '10 gwei' }],
])('an answer that cannot be one is not taken for a fee: %s', async (_, answer) => {
  answering(answer)
  await expect(adapter.estimateFee({ ...target, to: recipient, value: 7n })).rejects.toMatchObject({ name: 'WalletAnswerError' })
})

test('what the chain has against the operation is told as of any transaction; another network is not asked about', async () => {
  wallet.state.script = (method) => {
    if (method === 'eth_estimateUserOperationGas') throw codeError(-32521, 'the account’s calls fail: no room')
    return undefined
  }
  await expect(adapter.estimateFee({ ...target, to: recipient, value: 7n })).rejects.toMatchObject({ name: 'TransactionRevertedError' })
  wallet.state.chainId = 5
  await expect(adapter.estimateFee({ ...target, to: recipient, value: 7n })).rejects.toMatchObject({ name: 'ChainMismatchError' })
})

test.each([4200, -32601, -32602])('a wallet that cannot tell (%i) leaves it to the node, as for any account', async (code) => {
  wallet.state.script = (method) => {
    if (method === 'eth_estimateUserOperationGas') throw codeError(code)
    return undefined
  }
  const fee = await adapter.estimateFee({ ...target, to: recipient, value: 7n })
  expect(fee.maximum).toBeGreaterThan(0n)
  expect(fee.maximum).toBeLessThan(most)
  expect(await adapter.getMaximum({ ...target, to: recipient })).toBeGreaterThan(parseEther('1') - most)
})
