import { fakeAdapter, fakeAddress, fakeConnector, memoryStorage, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { UserRejectedError } from '../connection/errors.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { grantPermissions, loadPermissions, permissionsStore, revokePermission, type Permission, type PermissionTerms } from './index.js'

const networkId = 'eip155:1'
const now = () => Math.floor(Date.now() / 1000)
const terms = (change: Partial<PermissionTerms> = {}): PermissionTerms => ({
  delegate: '0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  expiry: now() + 300,
  spending: { token: 'native', amount: 7n },
  contracts: ['0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
  methods: ['move(uint256)'],
  ...change,
})

function setUp(adapter: FakeAdapterOptions = {}, storage = memoryStorage()) {
  const asked: (readonly Permission[])[] = []
  const portico = testPortico({
    storage,
    adapters: [
      fakeAdapter({
        grantPermissions: ({ permissions }) => {
          asked.push(permissions)
          return Promise.resolve(
            permissions.map((permission, at) => ({ permission, context: `0x${asked.length}${at}` as const, dependencies: [] })),
          )
        },
        revokePermissions: () => Promise.resolve(),
        ...adapter,
      }),
    ],
  })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  return {
    portico,
    storage,
    asked,
    contexts: () =>
      permissionsStore(portico)
        .getState()
        .map(({ context }) => context),
  }
}
afterEach(() => void vi.useRealTimers())

test('the wallet is asked for the account and the network in use, and what it granted is remembered over a reload', async () => {
  const { portico, storage, asked } = setUp()
  const [granted] = await grantPermissions(portico, { permissions: [terms()] })
  const vitalik = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
  expect(asked).toEqual([[{ ...terms(), networkId, account: fakeAddress.toLowerCase(), delegate: vitalik, contracts: [vitalik] }]])
  const later = setUp({}, storage)
  loadPermissions(later.portico)
  expect(permissionsStore(later.portico).getState()).toEqual([granted])
})

test('R15: what another tab was granted or has taken back since stays so', async () => {
  const storage = memoryStorage()
  const tabs = ['a', 'b'].map((tab) => {
    let count = 0
    const grant: FakeAdapterOptions['grantPermissions'] = ({ permissions }) =>
      Promise.resolve(permissions.map((permission) => ({ permission, context: `0x${tab}${(count += 1)}`, dependencies: [] })))
    const made = setUp({ grantPermissions: grant }, storage)
    loadPermissions(made.portico)
    return made.portico
  })
  const [first, second] = tabs
  if (!first || !second) throw new Error('There are two tabs.')
  await grantPermissions(first, { permissions: [terms()] })
  await grantPermissions(second, { permissions: [terms()] })
  await grantPermissions(first, { permissions: [terms()] })
  await revokePermission(second, { context: '0xa1' })
  await revokePermission(first, { context: '0xb1' })
  const later = setUp({}, storage)
  loadPermissions(later.portico)
  expect(later.contexts()).toEqual(['0xa2'])
})

test('R14: where nothing can be stored, permissions are known for as long as the page is there', async () => {
  const full = {
    ...memoryStorage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  const { portico, contexts } = setUp({}, full)
  await grantPermissions(portico, { permissions: [terms()] })
  await grantPermissions(portico, { permissions: [terms()] })
  expect(contexts()).toEqual(['0x20', '0x10'])
  await revokePermission(portico, { context: '0x10' })
  expect(contexts()).toEqual(['0x20'])
})

test('what is over is not remembered, nor what was tampered with', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { portico, storage } = setUp()
  await grantPermissions(portico, { permissions: [terms()] })
  await grantPermissions(portico, { permissions: [terms({ expiry: now() + 600 })] })
  vi.setSystemTime(Date.now() + 301_000)
  const later = setUp({}, storage)
  loadPermissions(later.portico)
  expect(later.contexts()).toEqual(['0x20'])
  for (const text of ['', 'null', '{}', '[1]', '[{"context":"0x01","chainId":"0x1"}]']) {
    const broken = setUp({}, memoryStorage({ '@portico/portico/permissions': text }))
    loadPermissions(broken.portico)
    expect(broken.contexts()).toEqual([])
  }
})

test.each([
  ['PermissionTooBroadError', { contracts: [] }],
  ['PermissionTooBroadError', { methods: ['approve(address,uint256)'] }],
  ['PermissionOverError', { expiry: 1 }],
  ['PermissionFormError', { delegate: '0x1' }],
] as const)('S20: the wallet is not asked for what is no narrow permission: %s', async (name, change) => {
  const { portico, asked } = setUp()
  await expect(grantPermissions(portico, { permissions: [terms(change)] })).rejects.toMatchObject({ name })
  await expect(grantPermissions(portico, { permissions: [] })).rejects.toMatchObject({ name: 'PermissionFormError' })
  expect(asked).toEqual([])
})

test('one that was taken back is gone; one that the visitor keeps stays', async () => {
  const { portico, contexts } = setUp()
  await grantPermissions(portico, { permissions: [terms(), terms()] })
  await revokePermission(portico, { context: '0x10' })
  expect(contexts()).toEqual(['0x11'])
  const keeps = setUp({ revokePermissions: () => Promise.reject(new UserRejectedError()) })
  await grantPermissions(keeps.portico, { permissions: [terms()] })
  await expect(revokePermission(keeps.portico, { context: '0x10' })).rejects.toMatchObject({ name: 'UserRejectedError' })
  expect(keeps.contexts()).toEqual(['0x10'])
})

test('a wallet that cannot says so', async () => {
  const portico = testPortico({ adapters: [fakeAdapter()] })
  const grant = { addresses: [fakeAddress] as const, networkId } as const
  dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
  await expect(grantPermissions(portico, { permissions: [terms()] })).rejects.toMatchObject({ name: 'CapabilityMissingError' })
})
