import { fakeAddress, fakeAdapter, fakeConnector, fakeNetworks, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountTarget, Adapter } from '../../adapter.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { PorticoOptions } from '../../portico/options.js'
import { queryClientOf } from '../../portico/query.js'
import { openModal } from '../../router/store.js'
import { toastStore } from '../../toast/toast.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { connect } from '../connection/connect.js'
import { publishConnectors } from '../connection/connectors.js'
import { connectionStore } from '../connection/store.js'
import { getAccount, noteAccount } from './account.js'
import { estimateFee } from '../send/estimateFee.js'
import { getCapabilities } from '../calls/getCapabilities.js'
import { sendCalls } from '../calls/sendCalls.js'
import { sendTransaction } from '../send/sendTransaction.js'
import { signMessage } from '../sign/signMessage.js'
import { signTypedData } from '../sign/signTypedData.js'
import { waitForReceipt } from '../send/waitForReceipt.js'
import { balanceCooldown, refreshBalance, refreshIdentity } from './refresh.js'

const start = new Date('2026-11-21T07:00:00Z')
const day = 24 * 60 * 60_000
beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

async function visitor(adapterOptions: FakeAdapterOptions = {}, options: Partial<PorticoOptions> = {}) {
  const adapter = fakeAdapter(adapterOptions)
  const portico = testPortico({ adapters: [adapter], ...options })
  publishConnectors(portico, 'eip155', [fakeConnector(), fakeConnector({ id: 'io.lantern' })])
  await connect(portico, { connectorId: 'com.harbor' })
  return { portico, ...adapter, account: () => getAccount(portico), toast: () => toastStore(portico).getState().toast?.message }
}

describe('the account', () => {
  test('is put together from the connection and the network', async () => {
    const { account } = await visitor({ grant: { addresses: [fakeAddress, '0x2'], networkId: 'eip155:10' } })
    expect(account()).toEqual({
      status: 'connected',
      namespace: 'eip155',
      address: fakeAddress,
      accountId: `eip155:10:${fakeAddress}`,
      allAccounts: [fakeAddress, '0x2'],
      accounts: [],
      wallet: { id: 'com.harbor', kind: 'announced', name: 'Harbor', rdns: 'com.harbor' },
      explorerUrl: `https://explorer.example/address/${fakeAddress}`,
      balanceSymbol: 'ETH',
    })
  })

  test('without a wallet there is none, and its facts are gone', async () => {
    const { account, events, portico } = await visitor()
    noteAccount(portico, 'eip155', fakeAddress, { profileName: 'ada.eth' })
    events().disconnected('com.harbor')
    expect(account()).toEqual({ status: 'disconnected', namespace: 'eip155', allAccounts: [], accounts: [] })
    expect(getAccount(portico, { namespace: 'solana' })).toEqual({
      status: 'disconnected',
      namespace: 'solana',
      allAccounts: [],
      accounts: [],
    })
  })

  test('what is known of one address is never shown of another', async () => {
    const { account, events, portico } = await visitor()
    noteAccount(portico, 'eip155', fakeAddress, { profileName: 'ada.eth', socialProvider: 'google' })
    noteAccount(portico, 'eip155', fakeAddress, { profileImage: 'https://x.example/a.png' })
    expect(account()).toMatchObject({ profileName: 'ada.eth', socialProvider: 'google', profileImage: 'https://x.example/a.png' })
    events().changed('com.harbor', { addresses: ['0xother'] })
    expect(account()).not.toHaveProperty('profileName')
    noteAccount(portico, 'eip155', '0xother', { socialProvider: 'x' })
    expect(account()).toMatchObject({ address: '0xother', socialProvider: 'x' })
    expect(account()).not.toHaveProperty('profileImage')
  })

  test('an address of any form is safe in the explorer’s URL', async () => {
    const { account } = await visitor({ grant: { addresses: ['0x/../../evil?x=1#'], networkId: 'eip155:1' } })
    expect(account().explorerUrl).toBe('https://explorer.example/address/0x%2F..%2F..%2Fevil%3Fx%3D1%23')
  })
})

describe('the balance', () => {
  test('is read, and for 30 s not read again unless told to', async () => {
    const getBalance = vi.fn(() => Promise.resolve(5n * 10n ** 17n))
    const { portico, account } = await visitor({ getBalance })
    await refreshBalance(portico)
    expect(account()).toMatchObject({
      balance: { units: 5n * 10n ** 17n, decimals: 18, symbol: 'ETH', networkId: 'eip155:1' },
      balanceStatus: 'ready',
    })
    await vi.advanceTimersByTimeAsync(29_999)
    await refreshBalance(portico)
    expect(getBalance).toHaveBeenCalledOnce()
    await refreshBalance(portico, { force: true })
    expect(getBalance).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(30_000)
    await refreshBalance(portico)
    expect(getBalance).toHaveBeenCalledTimes(3)
  })

  test('while it is read it is loading, and a late answer for an older account is ignored', async () => {
    const answers: ((units: bigint) => void)[] = []
    const { portico, account, events } = await visitor({ getBalance: () => new Promise((resolve) => answers.push(resolve)) })
    const first = refreshBalance(portico)
    await vi.advanceTimersByTimeAsync(0)
    expect(account().balanceStatus).toBe('loading')
    events().changed('com.harbor', { addresses: ['0xother'] })
    const second = refreshBalance(portico)
    await vi.advanceTimersByTimeAsync(0)
    answers[1]?.(2n)
    await second
    answers[0]?.(1n)
    await first
    expect(account()).toMatchObject({ address: '0xother', balance: { units: 2n } })
  })

  test('a late failure for an older account shows nothing', async () => {
    let failing = (_: Error) => {}
    const { portico, account, events, toast } = await visitor({ getBalance: () => new Promise((_, reject) => (failing = reject)) })
    openModal(portico, { view: 'Account' })
    const late = refreshBalance(portico)
    await vi.advanceTimersByTimeAsync(0)
    events().changed('com.harbor', { addresses: ['0xother'] })
    failing(new Error('down'))
    await late
    expect(toast()).toBeUndefined()
    expect(account()).not.toHaveProperty('balanceStatus')
  })

  test('one of another network is not shown as this one’s', async () => {
    const { portico, account, events } = await visitor({ getBalance: () => Promise.resolve(7n) })
    await refreshBalance(portico)
    events().changed('com.harbor', { networkId: 'eip155:10' })
    expect(account()).not.toHaveProperty('balance')
    await refreshBalance(portico)
    expect(account()).toMatchObject({ balance: { units: 7n, networkId: 'eip155:10' } })
  })

  describe('R11: when it fails', () => {
    const failing = () => vi.fn(() => Promise.reject(new Error('down')))

    test('the toast says Token Balance Unavailable while the modal is open, and nothing while it is closed', async () => {
      const { portico, toast, account } = await visitor({ getBalance: failing() })
      await refreshBalance(portico)
      expect(account().balanceStatus).toBe('failed')
      expect(toast()).toBeUndefined()
      openModal(portico, { view: 'Account' })
      await vi.advanceTimersByTimeAsync(balanceCooldown)
      await refreshBalance(portico)
      expect(toast()).toBe('Token Balance Unavailable')
      expect(toastStore(portico).getState().toast).toMatchObject({ variant: 'error', error: { name: 'BalanceUnavailableError' } })
    })

    test('an outage is said once, however long it is, and the next one anew', async () => {
      const getBalance = failing()
      const { portico } = await visitor({ getBalance })
      openModal(portico, { view: 'Account' })
      const said: string[] = []
      toastStore(portico).subscribe(({ toast }) => toast && said.push(toast.message))
      const askLater = async () => {
        await vi.advanceTimersByTimeAsync(balanceCooldown)
        await refreshBalance(portico)
      }
      for (let minute = 0; minute < 4; minute += 1) await askLater()
      expect(said).toEqual(['Token Balance Unavailable'])
      getBalance.mockResolvedValueOnce(1n as never)
      await askLater()
      await askLater()
      expect(said).toHaveLength(2)
    })

    test('nothing is asked for 30 s, not even when told to, and then it is', async () => {
      const getBalance = failing()
      const { portico } = await visitor({ getBalance })
      for (let second = 0; second < 30; second += 1) {
        await refreshBalance(portico, { force: true })
        expect(getBalance).toHaveBeenCalledOnce()
        await vi.advanceTimersByTimeAsync(1000)
      }
      getBalance.mockResolvedValueOnce(1n as never)
      await refreshBalance(portico)
      await refreshBalance(portico)
      expect(getBalance).toHaveBeenCalledTimes(2)
    })

    test('another account, or another network, is asked at once; back on the first one it still says that it failed', async () => {
      const getBalance = failing()
      const { portico, events, account } = await visitor({ getBalance })
      await refreshBalance(portico)
      events().changed('com.harbor', { networkId: 'eip155:10' })
      await refreshBalance(portico)
      expect(getBalance).toHaveBeenCalledTimes(2)
      events().changed('com.harbor', { networkId: 'eip155:1' })
      await refreshBalance(portico)
      expect(getBalance).toHaveBeenCalledTimes(2)
      expect(account().balanceStatus).toBe('failed')
    })

    test('on a network that is not the site’s nothing is asked, and it says so', async () => {
      const getBalance = failing()
      const { portico, account, toast } = await visitor(
        { getBalance, grant: { addresses: [fakeAddress], networkId: 'eip155:999' } },
        { allowUnsupportedNetwork: true },
      )
      openModal(portico, { view: 'Account' })
      await refreshBalance(portico)
      expect(getBalance).not.toHaveBeenCalled()
      expect([account().balanceStatus, toast()]).toEqual(['failed', 'Token Balance Unavailable'])
    })

    test('code that does not load is such a failure, and never an exception', async () => {
      const portico = testPortico({ adapters: [{ ...fakeAdapter(), load: () => Promise.reject(new Error('offline')) }] })
      const account = () => getAccount(portico)
      const grant = { addresses: [fakeAddress], networkId: 'eip155:1' } as const
      dispatchConnection(portico, 'eip155', { type: 'adopted', connector: fakeConnector(), grant, activate: true })
      await refreshBalance(portico)
      expect(account().balanceStatus).toBe('failed')
    })
  })

  test('R16: after the clock was set back by a day neither the cache nor the pause is eternal', async () => {
    const getBalance = vi.fn(() => Promise.resolve(1n))
    const { portico } = await visitor({ getBalance })
    await refreshBalance(portico)
    vi.setSystemTime(start.getTime() - day)
    await refreshBalance(portico)
    expect(getBalance).toHaveBeenCalledTimes(2)
    await refreshBalance(portico, { force: true })
    expect(getBalance).toHaveBeenCalledTimes(3)
    getBalance.mockRejectedValue(new Error('down'))
    await refreshBalance(portico, { force: true })
    vi.setSystemTime(start.getTime() - 2 * day)
    await refreshBalance(portico, { force: true })
    expect(getBalance).toHaveBeenCalledTimes(5)
  })

  test('without a wallet nothing is asked', async () => {
    const portico = testPortico()
    await refreshBalance(portico)
    await refreshIdentity(portico)
    expect(queryClientOf.peek(portico)).toBeUndefined()
  })
})

describe('the name behind the address', () => {
  test('is read, and for 5 min not read again', async () => {
    const lookupAddress = vi.fn(() => Promise.resolve({ name: 'ada.eth', avatar: 'https://x.example/a.png' }))
    const { portico, account } = await visitor({ lookupAddress })
    await refreshIdentity(portico)
    expect(account()).toMatchObject({ profileName: 'ada.eth', profileImage: 'https://x.example/a.png' })
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1)
    await refreshIdentity(portico)
    expect(lookupAddress).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    await refreshIdentity(portico)
    expect(lookupAddress).toHaveBeenCalledTimes(2)
    vi.setSystemTime(start.getTime() - day)
    await refreshIdentity(portico)
    expect(lookupAddress).toHaveBeenCalledTimes(3)
  })

  test('of an older account is ignored; a failure, and a chain without names, leave the address', async () => {
    let answer = (_: { name: string }) => {}
    const { portico, account, events } = await visitor({
      lookupAddress: ({ address }) =>
        address === fakeAddress ? new Promise((resolve) => (answer = resolve)) : Promise.reject(new Error('down')),
    })
    const late = refreshIdentity(portico)
    await vi.advanceTimersByTimeAsync(0)
    events().changed('com.harbor', { addresses: ['0xother'] })
    answer({ name: 'ada.eth' })
    await late
    await refreshIdentity(portico)
    expect(account()).not.toHaveProperty('profileName')
    const nameless = await visitor()
    await refreshIdentity(nameless.portico)
    expect(nameless.account()).not.toHaveProperty('profileName')
  })

  test('R3: of the network that was left is ignored, also where it comes later', async () => {
    let answer = (_: { name: string }) => {}
    const { portico, account, events } = await visitor({
      lookupAddress: ({ networkId }) =>
        networkId === 'eip155:1' ? new Promise((resolve) => (answer = resolve)) : Promise.resolve({ name: 'ada.base.eth' }),
    })
    const late = refreshIdentity(portico)
    await vi.advanceTimersByTimeAsync(0)
    events().changed('com.harbor', { networkId: 'eip155:10' })
    await refreshIdentity(portico)
    answer({ name: 'ada.eth' })
    await late
    expect(account()).toMatchObject({ profileName: 'ada.base.eth' })
  })

  test('that was known stays where there is nobody to ask', async () => {
    const { portico, account } = await visitor()
    noteAccount(portico, 'eip155', fakeAddress, { profileName: 'ada.eth' })
    await refreshIdentity(portico)
    expect(account()).toMatchObject({ profileName: 'ada.eth' })
  })
})

describe('actions', () => {
  const able = (signed: AccountTarget[]): FakeAdapterOptions => {
    const note =
      <T>(answer: T) =>
      (request: AccountTarget) => {
        signed.push({ connectorId: request.connectorId, address: request.address, networkId: request.networkId })
        return Promise.resolve(answer)
      }
    return {
      signMessage: note('0xsigned'),
      signTypedData: note('0xtyped'),
      sendTransaction: note('0xhash'),
      sendCalls: note({ id: 'batch' }),
      estimateFee: note({ expected: 1n, maximum: 2n }),
      getCapabilities: note({}),
      waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 1n }),
    }
  }
  const typedData = { types: {}, primaryType: 'Mail', message: {} }
  type Action = (portico: Parameters<typeof signMessage>[0], networkId?: NetworkId) => Promise<unknown>
  const actions: readonly (readonly [string, Action, unknown])[] = [
    ['signMessage', (portico, networkId) => signMessage(portico, { message: 'hi', ...(networkId && { networkId }) }), '0xsigned'],
    ['signTypedData', (portico, networkId) => signTypedData(portico, { typedData, ...(networkId && { networkId }) }), '0xtyped'],
    [
      'sendTransaction',
      (portico, networkId) => sendTransaction(portico, { to: '0x1', value: 1n, ...(networkId && { networkId }) }),
      '0xhash',
    ],
    [
      'estimateFee',
      (portico, networkId) => estimateFee(portico, { to: '0x1', ...(networkId && { networkId }) }),
      { expected: 1n, maximum: 2n },
    ],
    ['sendCalls', (portico, networkId) => sendCalls(portico, { calls: [{ to: '0x1' }], ...(networkId && { networkId }) }), { id: 'batch' }],
    ['getCapabilities', (portico, networkId) => getCapabilities(portico, { ...(networkId && { networkId }) }), expect.objectContaining({})],
  ]

  test.each(actions)('%s is for the account in use at the moment of asking', async (_, act, answer) => {
    const signed: AccountTarget[] = []
    const { portico, events } = await visitor(able(signed))
    expect(await act(portico)).toEqual(answer)
    events().changed('com.harbor', { addresses: ['0xother'], networkId: 'eip155:10' })
    await act(portico, 'eip155:10')
    await connect(portico, { connectorId: 'io.lantern' })
    await act(portico)
    expect(signed).toEqual([
      { connectorId: 'com.harbor', address: fakeAddress, networkId: 'eip155:1' },
      { connectorId: 'com.harbor', address: '0xother', networkId: 'eip155:10' },
      { connectorId: 'io.lantern', address: fakeAddress, networkId: 'eip155:1' },
    ])
  })

  test.each(actions)('S14: %s for another network than the wallet’s is refused, and the wallet is not asked', async (_, act) => {
    const signed: AccountTarget[] = []
    const { portico } = await visitor(able(signed))
    await expect(act(portico, 'eip155:10')).rejects.toMatchObject({ name: 'ChainMismatchError', code: 4901 })
    expect(signed).toEqual([])
  })

  test('R3: a wallet that moves while the code loads is refused on the old network, and one that leaves is not asked', async () => {
    const signed: AccountTarget[] = []
    const { portico, events } = await visitor(able(signed))
    const moved = expect(signMessage(portico, { message: 'hi', networkId: 'eip155:1' })).rejects.toMatchObject({
      name: 'ChainMismatchError',
    })
    events().changed('com.harbor', { networkId: 'eip155:10' })
    await moved
    const left = expect(signMessage(portico, { message: 'hi' })).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
    events().disconnected('com.harbor')
    await left
    expect(signed).toEqual([])
  })

  test.each([undefined, null, 5, {}, { raw: '0xdeadbeef' }, ['hi'], Promise.resolve('hi')])(
    'a message that is %o is refused, and the wallet is asked to sign nothing',
    async (message) => {
      const signed: AccountTarget[] = []
      const { portico } = await visitor(able(signed))
      await expect(signMessage(portico, { message: message as never })).rejects.toMatchObject({
        name: 'InvalidOptionError',
        option: 'message',
      })
      expect(signed).toEqual([])
    },
  )

  test.each(actions)('%s without a wallet is a typed error', async (_, act) => {
    await expect(act(testPortico())).rejects.toMatchObject({ name: 'ConnectorNotConnectedError' })
  })

  // Calls are sent one by one there, and every account can do that: `calls.test.ts`.
  test.each(actions.filter(([name]) => !['signMessage', 'sendCalls', 'getCapabilities'].includes(name)))(
    '%s on a chain that cannot is a typed error',
    async (capability, act) => {
      const { portico } = await visitor()
      await expect(act(portico)).rejects.toMatchObject({
        name: 'CapabilityMissingError',
        code: 4200,
        message: expect.stringContaining(capability),
      })
    },
  )

  test('a receipt is waited for on the network of its transaction, with or without a wallet', async () => {
    const waitForReceipt_ = vi.fn<NonNullable<Adapter['waitForReceipt']>>(({ hash }) =>
      Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 1n }),
    )
    const portico = testPortico({ adapters: [fakeAdapter({ waitForReceipt: waitForReceipt_ })] })
    expect(await waitForReceipt(portico, { hash: '0x1', networkId: 'eip155:10' })).toMatchObject({ outcome: 'success' })
    expect(waitForReceipt_).toHaveBeenCalledExactlyOnceWith({ hash: '0x1', networkId: 'eip155:10' })
  })
})

test('queries repeat three times, with a delay that doubles up to 30 s, and their answers are kept for 5 min', () => {
  const { queries } = queryClientOf(testPortico()).getDefaultOptions()
  expect(queries).toMatchObject({ retry: 3, gcTime: 300_000 })
  const { retryDelay } = queries ?? {}
  expect(
    [0, 1, 2, 3, 4, 5, 50].map((failures) => (typeof retryDelay === 'function' ? retryDelay(failures, new Error()) : retryDelay)),
  ).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  const portico = testPortico()
  expect(queryClientOf(portico)).toBe(queryClientOf(portico))
  expect(queryClientOf(portico)).not.toBe(queryClientOf(testPortico()))
  expect(connectionStore(portico).getState().activeNamespace).toBe(fakeNetworks[0]?.namespace)
})
