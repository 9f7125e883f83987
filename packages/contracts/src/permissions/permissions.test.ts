import { DELEGATOR_CONTRACTS } from '@metamask/delegation-deployments'
import { type Address, type Hex, encodeFunctionData, getAddress, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, accountAbi, accountAddress, accountInitCode, entryPoint08 } from '../index.js'
import { newAccount, newKey } from '../test/accounts.js'
import { testTokenAbi } from '../test/artifacts/testTokenAbi.js'
import { type TestChain, startChain } from '../test/chain.js'
import { makeOperation, signOperation, submit } from '../test/operations.js'
import { deployToken, grant, mint, redeem, signDelegation, tokensOf, transfer } from '../test/permissions.js'
import { type SignedDelegation, delegationHash, delegationManager, delegationManagerAbi, enforcers, stopDelegation } from './index.js'

let chain: TestChain
let other: TestChain
let token: Address
beforeAll(async () => {
  ;[chain, other] = await Promise.all([startChain(8453), startChain(10)])
  token = await deployToken(chain)
}, 60_000)
afterAll(() => {
  chain.stop()
  other.stop()
})

const shop = getAddress('0x00000000000000000000000000000000deadbeef')
const play = encodeFunctionData({ abi: testTokenAbi, functionName: 'play' })

/** An account with 1,000 tokens, and somebody whom it gives a permission. */
async function party(on: TestChain = chain) {
  const { owner, account } = await newAccount(on)
  const delegate = newKey().address
  await mint(on, token, account, 1000n)
  await on.test.setBalance({ address: delegate, value: parseEther('1') })
  return { owner, account, delegate }
}

const playsOf = (account: Address) =>
  chain.reader.readContract({ address: token, abi: testTokenAbi, functionName: 'plays', args: [account] })

async function stop(account: Address, owner: Awaited<ReturnType<typeof party>>['owner'], delegation: SignedDelegation) {
  const operation = await makeOperation(chain, { sender: account, calls: [stopDelegation(delegation)] })
  return submit(chain, await signOperation(operation, owner, chain.chainId))
}

test('the addresses are those of the release', () => {
  const released = DELEGATOR_CONTRACTS['1.3.0']?.[8453] ?? {}
  expect(delegationManager).toBe(released['DelegationManager'])
  expect(enforcers).toEqual({
    allowedTargets: released['AllowedTargetsEnforcer'],
    allowedMethods: released['AllowedMethodsEnforcer'],
    tokenPeriod: released['ERC20PeriodTransferEnforcer'],
    nativePeriod: released['NativeTokenPeriodTransferEnforcer'],
    exactCalldata: released['ExactCalldataEnforcer'],
    valueLte: released['ValueLteEnforcer'],
    timestamp: released['TimestampEnforcer'],
    limitedCalls: released['LimitedCallsEnforcer'],
    redeemer: released['RedeemerEnforcer'],
  })
})

test('S20: a token may be spent up to the amount of a period, then again in the next, and not after the end', async () => {
  const { owner, account, delegate } = await party()
  const scope = { kind: 'token', token, amount: 10n, periodSeconds: 600 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const spend = (amount: bigint) => redeem(chain, delegate, { delegation, call: { to: token, data: transfer(shop, amount) } })
  expect(await spend(6n)).toBe(true)
  expect(await spend(5n)).toBe(false)
  expect(await spend(4n)).toBe(true)
  expect(await spend(1n)).toBe(false)
  const snapshot = await chain.test.snapshot()
  await chain.test.increaseTime({ seconds: 601 })
  expect(await spend(10n)).toBe(true)
  expect(await spend(1n)).toBe(false)
  await chain.test.increaseTime({ seconds: 3600 })
  expect(await spend(1n)).toBe(false)
  expect(await tokensOf(chain, token, account)).toBe(980n)
  await chain.test.revert({ id: snapshot })
})

test('S20: a permission is used by nobody else, for no other contract, method, amount or value', async () => {
  const { owner, account, delegate } = await party()
  const second = await deployToken(chain)
  await mint(chain, second, account, 1000n)
  const scope = { kind: 'token', token, amount: 10n, periodSeconds: 600 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const tries = [
    { to: second, data: transfer(shop, 1n) },
    { to: token, data: encodeFunctionData({ abi: testTokenAbi, functionName: 'approve', args: [delegate, 1n] }) },
    { to: token, data: play },
    { to: token, data: transfer(shop, 11n) },
    { to: token, value: 1n, data: transfer(shop, 1n) },
    { to: shop, value: 1n },
    { to: token, data: `${transfer(shop, 1n)}00` as Hex },
  ]
  for (const call of tries) expect(await redeem(chain, delegate, { delegation, call })).toBe(false)
  const allowed = { to: token, data: transfer(shop, 1n) }
  for (const from of [owner.address, chain.bundler, shop] as const) {
    await chain.test.setBalance({ address: from, value: parseEther('1') })
    expect(await redeem(chain, from, { delegation, call: allowed })).toBe(false)
  }
  expect(await redeem(chain, delegate, { delegation, call: allowed }, { delegation, call: { to: token, data: transfer(shop, 10n) } })).toBe(
    false,
  )
  expect(await tokensOf(chain, token, account)).toBe(1000n)
  expect(await redeem(chain, delegate, { delegation, call: allowed })).toBe(true)
})

test('S20: the network’s coin is sent up to an amount, and nothing is called by it', async () => {
  const { owner, account, delegate } = await party()
  const scope = { kind: 'native', amount: 100n, periodSeconds: 600 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const before = await chain.reader.getBalance({ address: shop })
  expect(await redeem(chain, delegate, { delegation, call: { to: shop, value: 60n } })).toBe(true)
  expect(await redeem(chain, delegate, { delegation, call: { to: shop, value: 60n } })).toBe(false)
  expect(await redeem(chain, delegate, { delegation, call: { to: token, data: transfer(shop, 1n) } })).toBe(false)
  expect(await redeem(chain, delegate, { delegation, call: { to: token, value: 1n, data: play } })).toBe(false)
  expect(await chain.reader.getBalance({ address: shop })).toBe(before + 60n)
  expect(await tokensOf(chain, token, account)).toBe(1000n)
})

test('S20: a game is played as often as was said, and nothing else is called', async () => {
  const { owner, account, delegate } = await party()
  const scope = { kind: 'calls', contract: token, methods: [play], times: 2 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const call = { to: token, data: play }
  expect(await redeem(chain, delegate, { delegation, call: { ...call, value: 1n } })).toBe(false)
  expect(await redeem(chain, delegate, { delegation, call: { to: token, data: transfer(shop, 1n) } })).toBe(false)
  expect(await redeem(chain, delegate, { delegation, call }, { delegation, call })).toBe(true)
  expect(await redeem(chain, delegate, { delegation, call })).toBe(false)
  expect(await playsOf(account)).toBe(2n)
})

test('S20: after a stop nothing is done, and the rest goes on', async () => {
  const { owner, account, delegate } = await party()
  const scope = { kind: 'calls', contract: token, methods: [play], times: 9 } as const
  const first = await grant(chain, { account, owner, delegate, scope, salt: 1n })
  const second = await grant(chain, { account, owner, delegate, scope, salt: 2n })
  const call = { to: token, data: play }
  expect(await redeem(chain, delegate, { delegation: first, call })).toBe(true)
  expect(await stop(account, owner, first)).toBe('done')
  expect(await redeem(chain, delegate, { delegation: first, call })).toBe(false)
  expect(await redeem(chain, delegate, { delegation: second, call })).toBe(true)
  const args = [delegationHash(first)] as const
  const stopped = { address: delegationManager, abi: delegationManagerAbi, functionName: 'disabledDelegations', args } as const
  expect(await chain.reader.readContract(stopped)).toBe(true)
})

test('S20: nobody but the account stops a permission of its', async () => {
  const { owner, account, delegate } = await party()
  const scope = { kind: 'calls', contract: token, methods: [play], times: 9 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const { to, data } = stopDelegation(delegation)
  for (const from of [owner.address, delegate, chain.bundler]) {
    await chain.test.setBalance({ address: from, value: parseEther('1') })
    expect((await chain.send({ from, to, data })).status).toBe('reverted')
  }
  expect(await redeem(chain, delegate, { delegation, call: { to: token, data: play } })).toBe(true)
})

test('S20: a permission of one chain, or of another account of the same key, is none', async () => {
  const { owner, account, delegate } = await party()
  const elsewhere = await deployToken(other)
  const { factory, factoryData } = accountInitCode(owner.address)
  await other.send({ to: factory, data: factoryData })
  await other.test.setBalance({ address: delegate, value: parseEther('1') })
  const scope = { kind: 'calls', contract: elsewhere, methods: [play], times: 9 } as const
  const here = await grant(chain, { account, owner, delegate, scope })
  const there = await signDelegation(here, owner, other.chainId)
  const call = { to: elsewhere, data: play }
  expect(await redeem(other, delegate, { delegation: here, call })).toBe(false)
  expect(await redeem(other, delegate, { delegation: there, call })).toBe(true)

  const second = await party()
  const stolen = { ...here, delegator: second.account }
  expect(await redeem(chain, delegate, { delegation: stolen, call })).toBe(false)
})

test('S20: a permission without the account’s signature, or with other terms than were signed, is none', async () => {
  const { owner, account, delegate } = await party()
  const stranger = newKey()
  const scope = { kind: 'token', token, amount: 10n, periodSeconds: 600 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const call = { to: token, data: transfer(shop, 1n) }
  const forged: SignedDelegation[] = [
    await signDelegation(delegation, stranger, chain.chainId),
    { ...delegation, signature: '0x' },
    { ...delegation, caveats: delegation.caveats.slice(1) },
    { ...delegation, caveats: [] },
    { ...delegation, delegate: stranger.address },
    { ...delegation, salt: 99n },
  ]
  for (const each of forged) expect(await redeem(chain, delegate, { delegation: each, call })).toBe(false)
  expect(await redeem(chain, delegate, { delegation, call })).toBe(true)
})

test('S20: what the owner signed counts no longer when another owns the account', async () => {
  const { owner, account, delegate } = await party()
  const scope = { kind: 'calls', contract: token, methods: [play], times: 9 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const setOwner = encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [newKey().address] })
  const operation = await makeOperation(chain, { sender: account, calls: [{ to: account, data: setOwner }] })
  expect(await submit(chain, await signOperation(operation, owner, chain.chainId))).toBe('done')
  expect(await redeem(chain, delegate, { delegation, call: { to: token, data: play } })).toBe(false)
})

test('S20: no permission reaches the account, the manager or the entry point, even one without a caveat', async () => {
  const { owner, account, delegate } = await party()
  const everything = await signDelegation({ delegate, delegator: account, caveats: [], salt: 7n }, owner, chain.chainId)
  const takeOver = encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [delegate] })
  const { data: stopIt } = stopDelegation(everything)
  const tries: Call[] = [
    { to: account, data: takeOver },
    { to: delegationManager, data: stopIt },
    { to: entryPoint08.address, data: `0x205c2878${numberToHex(BigInt(delegate), { size: 32 }).slice(2)}${'0'.repeat(64)}` as Hex },
  ]
  for (const call of tries) expect(await redeem(chain, delegate, { delegation: everything, call })).toBe(false)
  expect(await chain.reader.readContract({ address: account, abi: accountAbi, functionName: 'owner' })).toBe(owner.address)
  expect(await redeem(chain, delegate, { delegation: everything, call: { to: token, data: play } })).toBe(true)
})

test('a permission of an account that is not there is used once it is', async () => {
  const owner = newKey()
  const account = accountAddress(owner.address)
  const delegate = newKey().address
  await chain.test.setBalance({ address: delegate, value: parseEther('1') })
  const scope = { kind: 'calls', contract: token, methods: [play], times: 1 } as const
  const delegation = await grant(chain, { account, owner, delegate, scope })
  const call = { to: token, data: play }
  expect(await redeem(chain, delegate, { delegation, call })).toBe(false)
  const { factory, factoryData } = accountInitCode(owner.address)
  await chain.send({ to: factory, data: factoryData })
  expect(await redeem(chain, delegate, { delegation, call })).toBe(true)
})
