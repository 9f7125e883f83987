import { accountAddress, accountInitCode } from '@portico/contracts'
import { delegationManager } from '@portico/contracts/permissions'
import { type Permission, writeExecution, writeGrant } from '@portico/core/permissions'
import type { Hex } from 'viem'
import { recoverAddress, sliceHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import type { PermissionService } from '../../../types.js'
import { ethereum, keys, nodeDouble, own } from '../../kit.test.helper.js'
import type { PrepareContext } from '../../types.js'
import { alice, router } from '../fixtures.test.helper.js'
import { prepareGrant } from './grant.js'
import { smartContext } from './service.test.helper.js'

const account = accountAddress(own)
const lower = (address: string) => address.toLowerCase() as Hex
const permission = (change: Partial<Permission> = {}): Permission => ({
  networkId: 'eip155:1',
  delegate: lower(alice),
  expiry: Math.floor(Date.now() / 1000) + 300,
  spending: { token: 'native', amount: 10n },
  contracts: [lower(router)],
  methods: ['0x01020304'],
  ...change,
})

/** A service that notes what it is asked, over a smart account that stands, unless told otherwise. */
function setUp(service: Partial<PermissionService> = {}, answers: Readonly<Record<string, unknown>> = {}) {
  const context = smartContext()
  const signatures: Hex[] = []
  const stopped: unknown[] = []
  const permissions: PermissionService | undefined = context.permissions && {
    ...context.permissions,
    activate: async (_, signature) => (signatures.push(signature), `0x0${signatures.length}`),
    stop: async (one) => void stopped.push(one),
    ...service,
  }
  const whole: PrepareContext = { ...context, ...(permissions && { permissions }), fetch: nodeDouble(answers).fetch }
  const prepare = (params: unknown) => prepareGrant({ id: 'r', method: 'wallet_grantPermissions', params }, ethereum, whole)
  return { prepare, context: whole, signatures, stopped }
}
const granted = (asked: Permission, context: Hex, dependencies: readonly unknown[] = []) => ({
  ...Object(writeExecution([{ ...asked, account: lower(account) }])[0]),
  context,
  delegationManager: lower(delegationManager),
  dependencies,
})

describe('S20: a permission that is asked for', () => {
  test('is shown whole, and what is signed is the hash that is shown', async () => {
    const { prepare, signatures } = setUp()
    const asked = permission()
    const request = await prepare(writeExecution([asked]))
    const { effects, details, hash, ...rest } = request
    expect(rest).toStrictEqual({
      id: 'r',
      method: 'wallet_grantPermissions',
      namespace: 'eip155',
      networkId: 'eip155:1',
      networkName: 'Ethereum',
      address: account,
      account: 'smartAccount',
      warnings: [{ kind: 'grant' }, { kind: 'unverifiedContract', values: { address: router, reason: 'contract' } }],
      risk: 'risky',
      changes: 'none',
      sign: expect.any(Function),
    })
    expect(effects.map(({ kind }) => kind)).toEqual(['grant', 'grantLimit', 'grantUntil'])
    expect(details[0]).toStrictEqual({ path: 'address', value: account })
    expect(details.map(({ path }) => path).filter((path) => !path.startsWith('permissions[0].delegation.'))).toEqual([
      'address',
      ...['delegate', 'expiry', 'token', 'amount', 'contracts[0]', 'methods[0]'].map((name) => `permissions[0].${name}`),
    ])
    expect(await request.sign(keys)).toStrictEqual([granted(asked, '0x01')])
    expect(signatures).toHaveLength(1)
    expect(await recoverAddress({ hash: hash as Hex, signature: sliceHex(signatures[0] ?? '0x', 0, 65) })).toBe(own)
  })

  test('with another one has the hash of each in its details, and all are granted in their order', async () => {
    const { prepare, signatures } = setUp()
    const two = [permission(), permission({ contracts: [lower(alice)], methods: [] })] as const
    const request = await prepare(writeExecution(two))
    expect(request).not.toHaveProperty('hash')
    const hashes = request.details.filter(({ path }) => path.endsWith('.hash'))
    expect(hashes.map(({ path }) => path)).toEqual(['permissions[0].hash', 'permissions[1].hash'])
    expect(await request.sign(keys)).toStrictEqual([granted(two[0], '0x01'), granted(two[1], '0x02')])
    const signers = signatures.map(async (signature, at) =>
      recoverAddress({ hash: hashes[at]?.value as Hex, signature: sliceHex(signature, 0, 65) }),
    )
    expect(await Promise.all(signers)).toEqual([own, own])
  })
  test.each([
    ['does not stand', '0x'],
    ['may not stand, as far as the node says', undefined],
  ])('of an account that %s names what makes it', async (_, eth_getCode) => {
    const { prepare } = setUp({}, { eth_getCode })
    const asked = permission()
    expect(await (await prepare(writeExecution([asked]))).sign(keys)).toStrictEqual([granted(asked, '0x01', [accountInitCode(own)])])
  })

  test('in viem’s words is answered in them', async () => {
    const { prepare } = setUp()
    expect(await (await prepare(writeGrant(permission()))).sign(keys)).toMatchObject({ permissionsContext: '0x01' })
  })

  test('with one that the service does not keep is not granted, and the other neither', async () => {
    let count = 0
    const { prepare, stopped } = setUp({
      activate: async () => (++count === 2 ? Promise.reject(new Error('down')) : '0x01'),
    })
    const request = await prepare(writeExecution([permission(), permission({ methods: [] })]))
    await expect(request.sign(keys)).rejects.toThrow('down')
    expect(stopped).toHaveLength(2)
    expect(stopped[0]).not.toEqual(stopped[1])
    for (const one of stopped) expect(one).toEqual({ id: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    const gone = setUp({ activate: () => Promise.reject(new Error('down')), stop: () => Promise.reject(new Error('down as well')) })
    await expect((await gone.prepare(writeExecution([permission()]))).sign(keys)).rejects.toThrow(/^down$/)
  })

  test('is refused where permissions are not turned on, or for another network, by its name', async () => {
    const { context, prepare } = setUp()
    const { permissions: _, ...without } = context
    const request = { id: 'r', method: 'wallet_grantPermissions', params: writeExecution([permission()]) }
    const off = { name: 'PermissionNetworkError', code: 4200, message: expect.stringContaining('not turned on for eip155:1') }
    await expect(prepareGrant(request, ethereum, without)).rejects.toMatchObject(off)
    await expect(setUp({ networks: ['eip155:10'] }).prepare(request.params)).rejects.toMatchObject(off)
    await expect(prepare(writeExecution([permission({ networkId: 'eip155:10' })]))).rejects.toMatchObject({
      name: 'ChainMismatchError',
      code: -32602,
      message: 'The request is for eip155:10, and the active chain is eip155:1.',
    })
  })
})
