import type { GrantedPermission, Permission } from '@portico/core/permissions'
import { answerPermissions, readPermissions } from '@portico/core/permissions'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeError, testWallet, type TestWallet } from '../test/testWallet.js'
import { grantPermissions, revokePermissions } from './permissions.js'

const networkId = 'eip155:8453'
const game = `0x${'9a'.repeat(20)}` as const
const usdc = `0x${'0c'.repeat(20)}` as const
const common = { networkId, delegate: `0x${'d1'.repeat(20)}`, expiry: 1_900_000_000 } as const
const calls: Permission = { ...common, spending: { token: 'native', amount: 0n }, contracts: [game], methods: ['move(uint256)'] }
const weekly: Permission = {
  ...common,
  spending: { token: usdc, amount: 5n, period: 604_800 },
  contracts: [usdc],
  methods: ['transfer(address,uint256)'],
}

let wallet: TestWallet
let target: { connectorId: string; address: string; networkId: typeof networkId }
beforeEach(async () => {
  wallet = testWallet({ chainId: 8453 })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  target = { connectorId: 'org.example.wallet', address: wallet.address, networkId }
})

const grantedOf = (permissions: readonly Permission[]): readonly GrantedPermission[] =>
  permissions.map((permission, at) => ({ permission, context: `0x0${at}`, delegationManager: game, dependencies: [] }))
/** A wallet that grants what it is asked for, if it is asked in its words. */
const grants = (own: string) => (method: string, params: readonly unknown[]) => {
  if (!/ermissions?$/.test(method)) return undefined
  if (method !== own) throw codeError(-32601)
  const { dialect, permissions } = readPermissions(params, networkId)
  return answerPermissions(dialect, grantedOf(permissions))
}
const methods = () => wallet.asked.map(({ method }) => method).filter((method) => /ermission/.test(method))

describe('asking', () => {
  test('a wallet that knows the later form is asked in it, once for all', async () => {
    wallet.state.script = grants('wallet_requestExecutionPermissions')
    expect(await grantPermissions(wallet.provider, { ...target, permissions: [calls, weekly] })).toEqual(grantedOf([calls, weekly]))
    expect(methods()).toEqual(['wallet_requestExecutionPermissions'])
  })

  test('a wallet that knows the older form alone is asked in that', async () => {
    wallet.state.script = grants('wallet_grantPermissions')
    expect(await grantPermissions(wallet.provider, { ...target, permissions: [calls] })).toEqual(grantedOf([calls]))
    expect(methods()).toEqual(['wallet_requestExecutionPermissions', 'wallet_grantPermissions'])
  })

  test('what the older form cannot say is refused, and the wallet sees nothing of it', async () => {
    wallet.state.script = grants('wallet_grantPermissions')
    await expect(grantPermissions(wallet.provider, { ...target, permissions: [weekly] })).rejects.toMatchObject({
      name: 'PermissionUnsupportedError',
    })
    await expect(grantPermissions(wallet.provider, { ...target, permissions: [calls, calls] })).rejects.toMatchObject({
      name: 'PermissionUnsupportedError',
    })
    expect(methods()).not.toContain('wallet_grantPermissions')
  })

  test('a wallet that knows neither cannot', async () => {
    wallet.state.script = grants('none')
    await expect(grantPermissions(wallet.provider, { ...target, permissions: [calls] })).rejects.toMatchObject({
      name: 'CapabilityMissingError',
      code: 4200,
    })
  })

  test('a refusal is the visitor’s, and is not asked about again in other words', async () => {
    wallet.state.script = (method) => {
      if (/ermissions$/.test(method)) throw codeError(4001)
    }
    await expect(grantPermissions(wallet.provider, { ...target, permissions: [calls] })).rejects.toMatchObject({
      name: 'UserRejectedError',
    })
    expect(methods()).toEqual(['wallet_requestExecutionPermissions'])
  })

  test.each([
    [null],
    ['yes'],
    [[]],
    [[{ context: '0x01' }]],
    [answerPermissions('execution', grantedOf([{ ...calls, networkId: 'eip155:1' }]))],
  ])('an answer of no known form, or for something else, is the wallet’s error: %j', async (answer) => {
    wallet.state.script = (method) => (method === 'wallet_requestExecutionPermissions' ? (answer ?? 0) : undefined)
    await expect(grantPermissions(wallet.provider, { ...target, permissions: [calls] })).rejects.toMatchObject({
      name: 'WalletAnswerError',
    })
  })

  test('S14: a permission for another network than the wallet’s is not asked for', async () => {
    const elsewhere = { ...calls, networkId: 'eip155:1' } as const
    await expect(grantPermissions(wallet.provider, { ...target, permissions: [elsewhere] })).rejects.toMatchObject({
      name: 'ChainMismatchError',
    })
    expect(methods()).toEqual([])
  })
})

test.each(['wallet_revokeExecutionPermission', 'wallet_revokePermissions'])('a permission is taken back by %s', async (own) => {
  const revoked: unknown[] = []
  wallet.state.script = (method, params) => {
    if (!/^wallet_revoke/.test(method)) return undefined
    if (method !== own) throw codeError(-32601)
    revoked.push(params)
    return {}
  }
  await revokePermissions(wallet.provider, { ...target, context: '0x0a' })
  expect(revoked).toEqual([[{ permissionContext: '0x0a' }]])
})
