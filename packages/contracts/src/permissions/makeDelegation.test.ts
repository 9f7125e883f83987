import { getAddress, toFunctionSelector, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { PermissionError, entryPoint08 } from '../index.js'
import { type MakeDelegationParameters, type PermissionScope, delegationManager, makeDelegation } from './index.js'
import { movesTokens } from './movesTokens.js'

const account = getAddress('0x00000000000000000000000000000000000acc01')
const token = '0x6d0655D88BD0eaCf3642aCa49cA202154Ebd6dc6'
const good: MakeDelegationParameters = {
  account,
  delegate: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  scope: { kind: 'token', token, amount: 10n, periodSeconds: 600 },
  validAfter: 1_800_000_000,
  validUntil: 1_800_003_600,
  salt: 1n,
}
const calls = (change: object): PermissionScope => ({ kind: 'calls', contract: token, methods: ['0x12345678'], times: 1, ...change })
const spends = (change: object): PermissionScope => ({ kind: 'token', token, amount: 10n, periodSeconds: 600, ...change })

test('S20: a permission has an end, a day away at most unless more is allowed', () => {
  expect(makeDelegation(good).delegator).toBe(account)
  for (const change of [
    { validUntil: good.validAfter },
    { validUntil: Number.NaN },
    { validAfter: 0 },
    { validUntil: good.validAfter + 86_401 },
  ]) {
    expect(() => makeDelegation({ ...good, ...change })).toThrow(PermissionError)
  }
  const week = { validUntil: good.validAfter + 7 * 86_400 }
  expect(() => makeDelegation({ ...good, ...week, longest: 7 * 86_400 })).not.toThrow()
})

test('S20: a permission has a limit, and a list of what it covers', () => {
  for (const scope of [
    spends({ amount: 0n }),
    spends({ amount: -1n }),
    spends({ periodSeconds: 0 }),
    spends({ periodSeconds: 0.5 }),
    calls({ methods: [] }),
    calls({ methods: ['0x1234'] }),
    calls({ times: 0 }),
    calls({ times: Number.POSITIVE_INFINITY }),
    calls({ value: -1n }),
  ]) {
    expect(() => makeDelegation({ ...good, scope })).toThrow(PermissionError)
  }
  expect(() => makeDelegation({ ...good, scope: calls({}) })).not.toThrow()
})

test('S20: a permission for calls moves no tokens, and lets nobody move them', () => {
  const methods = [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'approve(address,uint256)',
    'increaseAllowance(address,uint256)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'setApprovalForAll(address,bool)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'transferAndCall(address,uint256,bytes)',
    'approveAndCall(address,uint256,bytes)',
    'approve(address,address,uint160,uint48)',
    'transferFrom(address,address,uint160,address)',
    'burn(address,uint256)',
    'burn(uint256)',
  ].map((method) => toFunctionSelector(method))
  for (const method of methods) {
    expect(movesTokens(method)).toBe(true)
    expect(() => makeDelegation({ ...good, scope: calls({ methods: ['0x12345678', method] }) })).toThrow('does not move tokens')
  }
  expect(movesTokens(toFunctionSelector('play()'))).toBe(false)
})

test('S20: a permission is for somebody, and reaches nothing that decides over the account', () => {
  for (const delegate of [zeroAddress, account, '0x0000000000000000000000000000000000000a11'] as const) {
    expect(() => makeDelegation({ ...good, delegate })).toThrow(PermissionError)
  }
  for (const contract of [account, delegationManager, entryPoint08.address, zeroAddress] as const) {
    expect(() => makeDelegation({ ...good, scope: calls({ contract }) })).toThrow('decides over the account')
    expect(() => makeDelegation({ ...good, scope: spends({ token: contract }) })).toThrow('decides over the account')
  }
})
