import type { NetworkId } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { encodeFunctionData, erc1155Abi, erc20Abi, erc721Abi, getAddress, parseEther, parseGwei, type Address, type Hex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { testWallet, type TestWallet } from '../test/testWallet.js'

const networkId: NetworkId = 'eip155:31337'
const recipient: Address = '0x000000000000000000000000000000000000dEaD'
const collection: Address = getAddress('0x00000000000000000000000000000000000c0de1')
const connectorId = 'org.example.wallet'

/** Answers 1 to every question: also to whether it is an ERC-1155. */
const agrees: Hex = '0x600160005260206000f3'
/** Refuses every question, as a contract that does not know ERC-165. */
const refuses: Hex = '0x60006000fd'

let chain: Anvil
let adapter: Required<Adapter>
let wallet: TestWallet
let target: { connectorId: string; address: string; networkId: NetworkId }

beforeAll(async () => {
  chain = await startAnvil({ port: 19561 })
}, 60_000)
afterAll(() => chain.stop())

beforeEach(async () => {
  const made = await testAdapter({ networks: [chain.chain] })
  adapter = made.adapter as Required<Adapter> // the EVM adapter has what is used here
  wallet = testWallet({ urls: { 31337: chain.url } })
  target = { connectorId, address: wallet.address, networkId }
  await adapter.connect({ connector: wayIn(wallet), signal: never() })
})

const read = (text: string) => adapter.readAddress({ text, networkId })

test('reads an address with its checksum, and takes one with a wrong one for a slip', async () => {
  expect(await read(recipient.toLowerCase())).toBe(recipient)
  expect(await read(recipient)).toBe(recipient)
  expect(await read(`0x${recipient.slice(2).toUpperCase()}`)).toBe(recipient)
  expect(await read(recipient.replace('dEaD', 'DeAD'))).toBeUndefined()
  for (const text of ['', '0x', 'noor.eth', `${recipient}0`, recipient.slice(2)]) expect(await read(text)).toBeUndefined()
})

test('tells a person, a contract and a token apart, and takes an account that lends itself code for a person', async () => {
  const kindAt = async (code: Hex) => {
    await chain.test.setCode({ address: collection, bytecode: code })
    return adapter.inspectRecipient({ address: collection, networkId })
  }
  expect(await adapter.inspectRecipient({ address: wallet.address, networkId })).toBe('account')
  expect(await kindAt(refuses)).toBe('contract')
  expect(await kindAt(agrees)).toBe('token')
  expect(await kindAt(`0xef0100${recipient.slice(2)}` as Hex)).toBe('account')
})

test('knows the addresses that nobody has a key to, without a chain', async () => {
  const kindOf = (address: string) => adapter.inspectRecipient({ address, networkId })
  const burnt = [
    `0x${'0'.repeat(40)}`,
    '0x0000000000000000000000000000000000000001',
    '0x000000000000000000000000000000000000dEaD',
    `0x${'dead'.repeat(10)}`,
  ]
  for (const address of burnt) expect(await kindOf(address)).toBe('burn')
  expect(await kindOf('0x0000000000000000000000000000000000000b0b')).toBe('account')
})

test('reads a token by its contract, and none where there is none', async () => {
  await chain.test.setCode({ address: collection, bytecode: agrees })
  expect(await adapter.getToken({ address: wallet.address, token: collection.toLowerCase(), networkId })).toEqual({
    address: collection,
    symbol: '',
    units: 1n,
    decimals: 1,
  })
  for (const token of [recipient, 'USDC', '0x12'])
    expect(await adapter.getToken({ address: wallet.address, token, networkId })).toBeUndefined()
})

test('a token that answers an empty name and symbol is a token all the same', async () => {
  // To every question: a text of no length, whose first word is 32.
  await chain.test.setCode({ address: collection, bytecode: '0x602060005260406000f3' })
  expect(await adapter.getToken({ address: wallet.address, token: collection, networkId })).toEqual({
    address: collection,
    symbol: '',
    units: 32n,
    decimals: 32,
  })
})

const sent = () => wallet.asked.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => (params as unknown[])[0])
const safeTransferFrom = { functionName: 'safeTransferFrom' } as const

test('one item of an ERC-721 collection is sent by its safeTransferFrom', async () => {
  await chain.test.setCode({ address: collection, bytecode: refuses })
  await adapter.sendTransaction({ ...target, to: recipient, token: collection, tokenId: 7n }).catch(() => undefined) // the contract refuses
  const data = encodeFunctionData({ abi: erc721Abi, ...safeTransferFrom, args: [wallet.address, recipient, 7n] })
  expect(sent()).toMatchObject([{ to: collection, value: '0x0', data }])
  await expect(adapter.sendTransaction({ ...target, to: recipient, token: collection, tokenId: 7n, value: 2n })).rejects.toMatchObject({
    name: 'InvalidOptionError',
    option: 'value',
  })
})

test('several of an ERC-1155 item are sent by its safeTransferFrom', async () => {
  await chain.test.setCode({ address: collection, bytecode: agrees })
  await adapter.sendTransaction({ ...target, to: recipient, token: collection, tokenId: 7n, value: 3n })
  await adapter.sendTransaction({ ...target, to: recipient, token: collection, tokenId: 8n })
  const dataOf = (id: bigint, amount: bigint) =>
    encodeFunctionData({ abi: erc1155Abi, ...safeTransferFrom, args: [wallet.address, recipient, id, amount, '0x'] })
  expect(sent()).toMatchObject([{ to: collection, value: '0x0', data: dataOf(7n, 3n) }, { data: dataOf(8n, 1n) }])
})

test('tells how many of an item an address holds, by either standard, and none where the contract does not know it', async () => {
  const ask = () => adapter.getItemUnits({ address: wallet.address, token: collection, tokenId: 7n, networkId })
  await chain.test.setCode({ address: collection, bytecode: agrees })
  expect(await ask()).toBe(1n)
  await chain.test.setCode({ address: collection, bytecode: refuses })
  expect(await ask()).toBe(0n)
  // Knows no ERC-165 id (calldata of 36 bytes that begins with 0x01ffc9a7 is answered 0); whoever asks is the owner.
  const owns = (owner: Address): Hex => `0x60003560e01c6301ffc9a714602c5773${owner.slice(2)}60005260206000f35b60206000f3`
  await chain.test.setCode({ address: collection, bytecode: owns(wallet.address) })
  expect(await ask()).toBe(1n)
  await chain.test.setCode({ address: collection, bytecode: owns(recipient) })
  expect(await ask()).toBe(0n)
})

test.each([
  [{ tokenId: 1n }, 'token'],
  [{ token: collection, tokenId: -1n }, 'tokenId'],
  [{ token: collection, tokenId: 2n ** 256n }, 'tokenId'],
  [{ token: collection, tokenId: 1n, value: 0n }, 'value'],
])('a wrong order of an item is refused before the wallet is asked: %o', async (wrong, option) => {
  await chain.test.setCode({ address: collection, bytecode: agrees })
  await expect(adapter.sendTransaction({ ...target, to: recipient, ...wrong })).rejects.toMatchObject({
    name: 'InvalidOptionError',
    option,
  })
  expect(sent()).toEqual([])
})

test('the most that can be sent leaves the fee: it goes through to the last wei, and no more than the fee is left', async () => {
  await chain.test.setBalance({ address: wallet.address, value: parseEther('1') })
  const most = await adapter.getMaximum({ ...target, to: recipient })
  expect(most).toBeLessThan(parseEther('1'))
  const hash = await adapter.sendTransaction({ ...target, to: recipient, value: most })
  expect(await adapter.waitForReceipt({ hash, networkId })).toMatchObject({ outcome: 'success' })
  expect(await chain.reader.getBalance({ address: wallet.address })).toBeLessThan(21_000n * parseGwei('10'))
  await chain.test.setBalance({ address: wallet.address, value: 1_000n })
  expect(await adapter.getMaximum(target)).toBe(0n)
})

test('of a call that is no plain transfer the most leaves as much as it takes, at the price that wallets offer', async () => {
  await chain.test.setBalance({ address: wallet.address, value: parseEther('1') })
  const [plain, call] = await Promise.all([
    adapter.getMaximum({ ...target, gas: 21_000n }),
    adapter.getMaximum({ ...target, gas: 150_000n }),
  ])
  const { baseFeePerGas } = await chain.reader.getBlock()
  expect(plain - call).toBeGreaterThanOrEqual(129_000n * 2n * (baseFeePerGas ?? 0n))
  expect(parseEther('1') - call).toBeLessThan(150_000n * parseGwei('10'))
})

test.each<[string, Address]>([
  ['a rollup of the OP stack', '0x420000000000000000000000000000000000000F'],
  ['Scroll', '0x5300000000000000000000000000000000000002'],
])('the most that can be sent leaves what %s pays for the chain below, too', async (_, oracle) => {
  await chain.test.setBalance({ address: wallet.address, value: parseEther('1') })
  const without = await adapter.getMaximum({ ...target, to: recipient })
  // To getL1Fee(bytes): 1e12 wei. Refuses everything else.
  await chain.test.setCode({ address: oracle, bytecode: '0x60003560e01c6349948e0e14601357600080fd5b64e8d4a5100060005260206000f3' })
  try {
    expect(without - (await adapter.getMaximum({ ...target, to: recipient }))).toBe(2n * 10n ** 12n)
    await chain.test.setCode({ address: oracle, bytecode: refuses })
    expect(await adapter.getMaximum({ ...target, to: recipient })).toBe(without)
  } finally {
    await chain.test.setCode({ address: oracle, bytecode: '0x' })
  }
})

test.each(['slow', 'fast'] as const)(
  'at a chosen speed (%s) the wallet is handed the price, and the most that can be sent leaves it',
  async (speed) => {
    await chain.test.setBalance({ address: wallet.address, value: parseEther('1') })
    expect((await adapter.getFeeSpeeds({ networkId })).map((choice) => choice.speed)).toEqual(['slow', 'standard', 'fast'])
    const most = await adapter.getMaximum({ ...target, to: recipient, speed })
    const order = { ...target, to: recipient, value: most, speed }
    const fee = await adapter.estimateFee(order)
    const hash = await adapter.sendTransaction(order)
    expect(await adapter.waitForReceipt({ hash, networkId })).toMatchObject({ outcome: 'success' })
    const { maxFeePerGas, maxPriorityFeePerGas } = sent().at(-1) as { maxFeePerGas: Hex; maxPriorityFeePerGas: Hex }
    expect(21_000n * BigInt(maxFeePerGas)).toBe(fee.maximum)
    expect(BigInt(maxPriorityFeePerGas)).toBeLessThan(BigInt(maxFeePerGas))
    expect(most + fee.maximum).toBeLessThanOrEqual(parseEther('1'))
  },
)

test.each(['speedUp', 'cancel'] as const)('one that waits is replaced at an eighth more at the least: %s', async (how) => {
  await chain.test.setBalance({ address: wallet.address, value: parseEther('1') })
  await chain.test.setAutomine(false)
  try {
    const hash = await adapter.sendTransaction({ ...target, to: recipient, value: 5n })
    const waits = await chain.reader.getTransaction({ hash: hash as Hex })
    const outcome = adapter.waitForReceipt({ hash, networkId })
    // A wallet that keeps to what it is handed: the node's own account.
    await chain.test.impersonateAccount({ address: wallet.address })
    wallet.state.script = (method, params) =>
      method === 'eth_sendTransaction' ? chain.reader.request({ method, params: [params[0]] } as never) : undefined
    const replaced = await adapter.replaceTransaction({ ...target, hash, how })
    const second = await chain.reader.getTransaction({ hash: replaced as Hex })
    expect(second.nonce).toBe(waits.nonce)
    for (const fee of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const)
      expect((second[fee] ?? 0n) * 8n).toBeGreaterThanOrEqual((waits[fee] ?? 0n) * 9n)
    await chain.test.mine({ blocks: 1 })
    expect(await outcome).toMatchObject({ hash, minedHash: replaced, outcome: how === 'cancel' ? 'cancelled' : 'repriced' })
    await expect(adapter.replaceTransaction({ ...target, hash: replaced, how })).rejects.toMatchObject({
      name: 'TransactionNotPendingError',
    })
    await expect(adapter.replaceTransaction({ ...target, hash, how })).rejects.toMatchObject({ name: 'TransactionNotPendingError' })
  } finally {
    await chain.test.setAutomine(true)
  }
})

test('a plain token still goes by transfer', async () => {
  await chain.test.setCode({ address: collection, bytecode: agrees })
  await chain.test.setBalance({ address: wallet.address, value: parseEther('1') })
  await adapter.sendTransaction({ ...target, to: recipient, token: collection, value: 5n })
  expect(sent()).toMatchObject([
    { to: collection, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, 5n] }) },
  ])
})
