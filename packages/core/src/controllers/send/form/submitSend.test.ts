import { expect, test, vi } from 'vitest'
import { UserRejectedError } from '../../connection/errors.js'
import { closeModal } from '../../../router/router.js'
import { registerViews } from '../../../router/knownViews.js'
import { currentEntry, openModal, routerStore } from '../../../router/store.js'
import { setSendAmount, setSendToken } from './editSend.js'
import { isUnconfirmed } from '../isUnconfirmed.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import { openSend } from './openSend.js'
import { ether, fakeAddress, friend, usdc, withWallet } from './send.test.helper.js'
import { setRecipient } from './setRecipient.js'
import { resumeSend, retrySend, startSend } from './startSend.js'
import { sendFormStore } from './store.js'
import { submitSend } from './submitSend.js'

type Wallet = Awaited<ReturnType<typeof withWallet>>
const form = ({ portico }: Wallet) => sendFormStore(portico).getState()

async function filled(adapter: Parameters<typeof withWallet>[0] = {}) {
  const wallet = await withWallet(adapter)
  startSend(wallet.portico)
  setSendToken(wallet.portico, usdc)
  setSendAmount(wallet.portico, '250')
  setRecipient(wallet.portico, friend)
  await vi.waitFor(() => expect(form(wallet).recipient).toMatchObject({ status: 'found', kind: 'account' }))
  return wallet
}

test('asks the wallet for exactly what was looked over, and follows it until it is confirmed', async () => {
  const asked: unknown[] = []
  const wallet = await filled({ sendTransaction: (request) => Promise.resolve((asked.push(request), '0xhash')) })
  const seen: string[] = []
  sendFormStore(wallet.portico).subscribe(({ progress }) => seen.push(progress.status))
  await submitSend(wallet.portico)
  expect(asked).toEqual([
    { connectorId: 'com.harbor', address: fakeAddress, networkId: 'eip155:1', to: friend, value: 250_000_000n, token: usdc.address },
  ])
  expect(seen).toEqual(['approving', 'sent', 'confirmed'])
  setRecipient(wallet.portico, friend)
  expect(form(wallet).progress).toMatchObject({ status: 'confirmed', hash: '0xhash', sent: { units: 250_000_000n, to: friend } })
  resumeSend(wallet.portico)
  expect(form(wallet)).toMatchObject({ token: undefined, progress: { status: 'editing' } })
  setRecipient(wallet.portico, friend)
  await vi.waitFor(() => expect(form(wallet).recipient).toMatchObject({ status: 'found', warnings: [] }))
})

test('a refusal leaves the form as it was, to be tried again', async () => {
  let declines = true
  const wallet = await filled({
    sendTransaction: () => (declines ? Promise.reject(new UserRejectedError()) : Promise.resolve('0xhash')),
  })
  await submitSend(wallet.portico)
  expect(form(wallet).progress).toMatchObject({ status: 'failed', error: { name: 'UserRejectedError' } })
  await submitSend(wallet.portico)
  expect(wallet.fake.calls.filter((call) => call === 'sendTransaction')).toHaveLength(1)
  declines = false
  retrySend(wallet.portico)
  expect(form(wallet)).toMatchObject({ amount: '250', progress: { status: 'editing' } })
  await submitSend(wallet.portico)
  expect(form(wallet).progress.status).toBe('confirmed')
})

test('who comes back from a refusal finds the form as it was, and an empty one where it was sent', async () => {
  const wallet = await filled({ sendTransaction: () => Promise.reject(new UserRejectedError()) })
  await submitSend(wallet.portico)
  resumeSend(wallet.portico)
  expect(form(wallet)).toMatchObject({ amount: '250', recipient: { address: friend }, progress: { status: 'editing' } })

  const lost = await filled({ waitForReceipt: () => Promise.reject(new Error('away')) })
  await submitSend(lost.portico)
  expect(form(lost).progress).toMatchObject({ status: 'failed', hash: '0xhash' })
  resumeSend(lost.portico)
  expect(form(lost)).toMatchObject({ amount: '', progress: { status: 'editing' } })
})

test.each(['RequestExpiredError', 'SessionEndedError', 'MalformedMessageError'])(
  'what a wallet was asked for and did not answer (%s) may have been sent: it is not told as failed, to be tried again',
  async (name) => {
    const cause = Object.assign(new Error('no answer'), { name })
    const wallet = await filled({ sendTransaction: () => Promise.reject(cause) })
    await submitSend(wallet.portico)
    const { progress } = form(wallet)
    expect(progress).toMatchObject({ status: 'failed', error: { name: 'SendingUnconfirmedError', cause } })
    expect(progress.status === 'failed' && isUnconfirmed(progress)).toBe(true)
  },
)

test('two presses send once', async () => {
  const wallet = await filled()
  await Promise.all([submitSend(wallet.portico), submitSend(wallet.portico)])
  expect(wallet.fake.calls.filter((call) => call === 'sendTransaction')).toHaveLength(1)
})

test.each(['reverted', 'cancelled', 'replaced'] as const)('what ended as %s on the chain has failed, with its hash', async (outcome) => {
  const wallet = await filled({
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome, minedHash: '0xother', blockNumber: 7n }),
  })
  await submitSend(wallet.portico)
  expect(form(wallet).progress).toMatchObject({ status: 'failed', hash: '0xhash', receipt: { outcome } })
})

test('S14: nothing is sent where the wallet has gone to another network in between', async () => {
  const wallet = await filled()
  sendFormStore(wallet.portico).setState({ sender: { namespace: 'eip155', address: fakeAddress, networkId: 'eip155:10' } })
  await submitSend(wallet.portico)
  expect(form(wallet).progress).toMatchObject({ status: 'failed', error: { name: 'ChainMismatchError' } })
  expect(wallet.fake.calls).not.toContain('sendTransaction')
})

const wanted = { amount: '0.5', namespace: 'eip155', chainId: 1, to: friend } as const

async function opened(adapter: Parameters<typeof withWallet>[0] = {}) {
  const wallet = await withWallet(adapter)
  const outcome = openSend(wallet.portico, wanted)
  void outcome.catch(() => undefined)
  await vi.waitFor(() => expect(form(wallet)).toMatchObject({ token: { symbol: 'ETH' }, recipient: { status: 'found' } }))
  return { ...wallet, outcome }
}

test('a site opens a transfer that can be sent and not changed, and is told its hash', async () => {
  const wallet = await opened()
  const { portico, outcome } = wallet
  expect(currentEntry(routerStore(portico).getState())?.view).toBe('WalletSend')
  setSendAmount(portico, '5')
  setSendToken(portico, usdc)
  setRecipient(portico, fakeAddress)
  expect(form(wallet)).toMatchObject({ amount: '0.5', token: { units: ether.units }, to: friend, fixed: true })
  await submitSend(portico)
  expect(await outcome).toEqual({ hash: '0xhash' })
})

test('a transfer that lacks nothing opens on its review, where the site says so, and is sent from there', async () => {
  const { portico } = await withWallet()
  const outcome = openSend(portico, { ...wanted, review: true })
  await vi.waitFor(() => expect(currentEntry(routerStore(portico).getState())?.view).toBe('WalletSendPreview'))
  expect(sendFormStore(portico).getState()).toMatchObject({ amount: '0.5', token: { symbol: 'ETH' }, to: friend, fixed: true })
  await submitSend(portico)
  expect(await outcome).toEqual({ hash: '0xhash' })
})

test.each([
  ['more is asked for than there is', { amount: '5000' }],
  ['the recipient is none', { to: 'nobody' }],
])('a transfer opens on its form, and not on its review, where %s', async (_, more) => {
  const { portico } = await withWallet()
  const outcome = openSend(portico, { ...wanted, ...more, review: true })
  await vi.waitFor(() => expect(currentEntry(routerStore(portico).getState())?.view).toBe('WalletSend'))
  closeModal(portico)
  await expect(outcome).rejects.toMatchObject({ name: 'SendCancelledError' })
})

test('what the network does not know is told, and opens nothing', async () => {
  const { portico } = await withWallet()
  await expect(openSend(portico, { ...wanted, assetAddress: '0xnothing', review: true })).rejects.toMatchObject({
    name: 'TokenNotFoundError',
  })
  expect(currentEntry(routerStore(portico).getState())).toBeUndefined()
})

test('a site is told that the visitor left, that another transfer took the place, and that the account changed', async () => {
  const left = await opened()
  closeModal(left.portico)
  await expect(left.outcome).rejects.toMatchObject({ name: 'SendCancelledError' })
  expect(form(left).fixed).toBe(false)

  const second = await opened()
  const next = openSend(second.portico, { ...wanted, amount: '0.1' })
  void next.catch(() => undefined)
  await expect(second.outcome).rejects.toMatchObject({ name: 'SendCancelledError' })
  closeModal(second.portico)
  await expect(next).rejects.toMatchObject({ name: 'SendCancelledError' })

  const third = await opened()
  third.fake.events().changed('com.harbor', { addresses: [friend] })
  await expect(third.outcome).rejects.toMatchObject({ name: 'SendCancelledError' })
})

test('a refusal does not end the wait while the visitor looks at it, and does once the modal is closed', async () => {
  let refuse: (error: Error) => void = () => undefined
  const wallet = await opened({ sendTransaction: () => new Promise((_, reject) => (refuse = reject)) })
  const sending = submitSend(wallet.portico)
  await vi.waitFor(() => expect(wallet.fake.calls).toContain('sendTransaction'))
  closeModal(wallet.portico)
  refuse(new UserRejectedError())
  await sending
  await expect(wallet.outcome).rejects.toMatchObject({ name: 'UserRejectedError' })
})

test.each([
  ['amount', { amount: '0' }, { name: 'InvalidOptionError', option: 'amount' }],
  ['amount', { amount: 5 as unknown as string }, { name: 'InvalidOptionError', option: 'amount' }],
  ['to', { to: '' }, { name: 'InvalidOptionError', option: 'to' }],
  ['chainId', { chainId: 'solana:1' }, { name: 'InvalidOptionError', option: 'chainId' }],
  ['chainId', { chainId: 999 }, { name: 'NetworkNotConfiguredError' }],
  ['namespace', { namespace: 'solana' as const }, { name: 'AdapterNotFoundError' }],
  ['assetAddress', { assetAddress: '0xnothing' }, { name: 'TokenNotFoundError' }],
])('a site that asks with a wrong %s is told so', async (_, wrong, error) => {
  const { portico } = await withWallet()
  await expect(openSend(portico, { ...wanted, ...wrong })).rejects.toMatchObject(error)
})

test('a site that asks of a chain family that does not send is told so before anything is shown', async () => {
  const { portico } = await withWallet()
  const adapter = await loadAdapter(portico, 'eip155')
  Reflect.deleteProperty(adapter, 'sendTransaction')
  await expect(openSend(portico, wanted)).rejects.toMatchObject({ name: 'CapabilityMissingError' })
  expect(currentEntry(routerStore(portico).getState())).toBeUndefined()
  expect(sendFormStore(portico).getState().fixed).toBe(false)
})

test('a site that asks without a wallet, or where the modal has no such view, is told so', async () => {
  const { portico } = await withWallet()
  registerViews(portico, ['Connect'])
  await expect(openSend(portico, wanted)).rejects.toMatchObject({ name: 'UnknownViewError' })
  expect(() => openModal(portico, { view: 'Connect' })).not.toThrow()
})
