import { type Hex, encodeFunctionData, getAddress, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount, newKey } from '../test/accounts.js'
import { type TestChain, startChain } from '../test/chain.js'
import { makeOperation, signOperation, sponsorOperation, submit } from '../test/operations.js'
import {
  accountAbi,
  accountAddress,
  accountFactory,
  accountFactoryAbi,
  accountImplementation,
  accountInitCode,
  encodeExecute,
} from '../index.js'

let chain: TestChain
let other: TestChain
beforeAll(async () => {
  ;[chain, other] = await Promise.all([startChain(8453), startChain(10)])
}, 60_000)
afterAll(() => {
  chain.stop()
  other.stop()
})

const nobody = '0x00000000000000000000000000000000DeaDBeef'

const ownerOf = (account: Hex, on: TestChain = chain) =>
  on.reader.readContract({ address: account, abi: accountAbi, functionName: 'owner' })
const setOwner = (owner: Hex) => encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [owner] })
const balanceOf = (address: Hex, on: TestChain = chain) => on.reader.getBalance({ address })

test('the address that is computed here is the one that the factory computes, and the one where the account is made', async () => {
  for (let i = 0; i < 20; i += 1) {
    const { address } = newKey()
    const args = [address] as const
    const expected = await chain.reader.readContract({ address: accountFactory, abi: accountFactoryAbi, functionName: 'accountOf', args })
    expect(accountAddress(address)).toBe(expected)
  }
  const { owner, account } = await newAccount(chain)
  expect(await chain.reader.getCode({ address: account })).toMatch(/^0x363d3d373d3d3d363d73.{40}5af43d82803e903d91602b57fd5bf3.{40}$/)
  expect(await ownerOf(account)).toBe(owner.address)
})

test('factory and code stand at the same address on every chain', async () => {
  for (const { reader } of [chain, other]) {
    expect(await reader.getCode({ address: accountFactory })).toBeDefined()
    const implementation = await reader.readContract({ address: accountFactory, abi: accountFactoryAbi, functionName: 'implementation' })
    expect(implementation).toBe(accountImplementation)
  }
})

test('without an ether, the first operation makes the account and does a batch, paid by the paymaster', async () => {
  const owner = newKey()
  const account = accountAddress(owner.address)
  const calls = [{ to: nobody }, { to: account, data: setOwner(owner.address) }] as const
  const operation = await sponsorOperation(chain, await makeOperation(chain, { sender: account, calls, firstOwner: owner.address }))
  expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('done')
  expect(await balanceOf(account)).toBe(0n)
  expect(await ownerOf(account)).toBe(owner.address)
})

test('a batch is done whole or not at all', async () => {
  const { owner, account } = await newAccount(chain)
  const calls = [
    { to: getAddress(nobody), value: 5n },
    { to: account, data: setOwner(zeroAddress) },
  ] as const
  const before = await balanceOf(nobody)
  const operation = await signOperation(await makeOperation(chain, { sender: account, calls }), owner, chain.chainId)
  expect(await submit(chain, operation)).toBe('failed')
  expect(await balanceOf(nobody)).toBe(before)
})

test('making an account that is there already changes nothing', async () => {
  const { owner, account } = await newAccount(chain)
  const next = newKey()
  const operation = await makeOperation(chain, { sender: account, calls: [{ to: account, data: setOwner(next.address) }] })
  expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('done')
  const { factory, factoryData } = accountInitCode(owner.address)
  expect((await chain.send({ to: factory, data: factoryData })).status).toBe('success')
  expect(await ownerOf(account)).toBe(next.address)
})

test('S20: nobody calls it but the entry point and itself, the owner included', async () => {
  const { owner, account } = await newAccount(chain)
  const calls = [
    encodeExecute([{ to: nobody, value: 1n }]),
    setOwner(owner.address),
    encodeFunctionData({ abi: accountAbi, functionName: 'executeFromExecutor', args: [`0x${'00'.repeat(32)}`, `0x${'11'.repeat(52)}`] }),
  ]
  for (const from of [owner.address, chain.bundler, nobody, accountFactory, accountImplementation] as const) {
    await chain.test.setBalance({ address: from, value: parseEther('10') })
    for (const data of calls) expect((await chain.send({ from, to: account, data })).status).toBe('reverted')
  }
  expect(await ownerOf(account)).toBe(owner.address)
  expect(await balanceOf(account)).toBe(parseEther('1'))
})

test('S23: an operation counts once, on one chain, for one account', async () => {
  const { owner, account } = await newAccount(chain)
  const { factory, factoryData } = accountInitCode(owner.address)
  await other.send({ to: factory, data: factoryData })
  await other.test.setBalance({ address: account, value: parseEther('1') })
  const calls = [{ to: getAddress(nobody), value: 7n }]
  const operation = await signOperation(await makeOperation(chain, { sender: account, calls }), owner, chain.chainId)

  expect(await submit(other, operation)).toBe('refused')
  expect(await submit(chain, operation, operation)).toBe('refused')
  expect(await submit(chain, operation)).toBe('done')
  expect(await submit(chain, operation)).toBe('refused')

  // Two accounts of one key: the second was given to it by another owner.
  const second = await newAccount(chain)
  const given = await makeOperation(chain, { sender: second.account, calls: [{ to: second.account, data: setOwner(owner.address) }] })
  expect(await submit(chain, await signOperation(given, second.owner, chain.chainId))).toBe('done')
  const fresh = await signOperation(await makeOperation(chain, { sender: account, calls }), owner, chain.chainId)
  expect(await submit(chain, { ...fresh, sender: second.account })).toBe('refused')
  expect(await balanceOf(second.account)).toBeLessThanOrEqual(parseEther('1'))
})

test('the old owner is refused at once, the new one decides, and chains that were not touched keep the first', async () => {
  const { owner, account } = await newAccount(chain)
  const { factory, factoryData } = accountInitCode(owner.address)
  await other.send({ to: factory, data: factoryData })
  const next = newKey()
  const calls = [{ to: account, data: setOwner(next.address) }]
  const early = await signOperation(
    await makeOperation(chain, { sender: account, calls: [{ to: nobody }], nonceKey: 1n }),
    owner,
    chain.chainId,
  )
  expect(await submit(chain, await signOperation(await makeOperation(chain, { sender: account, calls }), owner, chain.chainId))).toBe(
    'done',
  )

  expect(await submit(chain, early)).toBe('refused')
  const later = await makeOperation(chain, { sender: account, calls: [{ to: nobody }] })
  expect(await submit(chain, await signOperation(later, owner, chain.chainId))).toBe('refused')
  expect(await submit(chain, await signOperation(later, next, chain.chainId))).toBe('done')
  expect(await ownerOf(account, other)).toBe(owner.address)
})

test('an owner that could never sign is refused', async () => {
  const { owner, account } = await newAccount(chain)
  for (const useless of [zeroAddress, account] as const) {
    const operation = await makeOperation(chain, { sender: account, calls: [{ to: account, data: setOwner(useless) }] })
    expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('failed')
  }
  expect(await ownerOf(account)).toBe(owner.address)
})

test('the code that accounts share is nobody’s account', async () => {
  expect(await ownerOf(accountImplementation)).toBe(zeroAddress)
  const stranger = newKey()
  await chain.test.setBalance({ address: accountImplementation, value: parseEther('1') })
  const operation = await makeOperation(chain, { sender: accountImplementation, calls: [{ to: stranger.address, value: 1n }] })
  expect(await submit(chain, await signOperation(operation, stranger, chain.chainId))).toBe('refused')
})

test('no instruction of the account runs other code in its place or ends it, so that its code cannot change', async () => {
  const code = (await chain.reader.getCode({ address: accountImplementation })) ?? '0x'
  const found = instructions(code)
  expect(found.size).toBeGreaterThan(40)
  for (const forbidden of [0xf2, 0xf4, 0xff, 0xf0, 0xf5]) expect(found).not.toContain(forbidden)
})

/** The operation codes of a contract, without the data behind PUSH. */
function instructions(code: Hex): Set<number> {
  const bytes = Uint8Array.from((code.slice(2).match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)))
  const found = new Set<number>()
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    found.add(byte)
    if (byte >= 0x60 && byte <= 0x7f) at += byte - 0x5f
  }
  return found
}
