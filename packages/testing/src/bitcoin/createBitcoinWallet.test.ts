/// <reference types="node" />
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { base64 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { expect, onTestFinished, test } from 'vitest'
import { always, approve, garbage, manual, never, reject, throws, twice } from '../wallet/behaviours.js'
import { createBitcoinWallet } from './createBitcoinWallet.js'
import { registerStandard } from './faces.js'
import { finalizeAndSend, makePsbt, useLedger } from './ledger.test.helper.js'
import type { BitcoinWalletOptions } from './types.js'

const { ledger, url } = useLedger(13_005)

const make = (options: BitcoinWalletOptions = {}) => {
  const wallet = createBitcoinWallet({ esploraUrl: url, ...options })
  onTestFinished(() => wallet.close())
  return wallet
}

/** Calls a feature as a site does: whatever comes back is unknown. */
async function use(wallet: Wallet, feature: `${string}:${string}`, ...inputs: readonly unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(Object(wallet.features[feature]), feature.replace(/^.*:/, ''))
  if (typeof method !== 'function') throw new Error(`The wallet has no ${feature}.`)
  return method(...inputs)
}

const field = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value)
const bytes = (value: unknown): Uint8Array => {
  if (!(value instanceof Uint8Array)) throw new Error('These are no bytes.')
  return value
}
const connected = async (options?: BitcoinWalletOptions) => {
  const wallet = make(options)
  await use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment', 'ordinals'] })
  const [payment, ordinals] = wallet.wallet.accounts
  if (!payment || !ordinals) throw new Error('There are no accounts.')
  return { wallet, page: wallet.wallet, payment, ordinals }
}
const addresses = ({ accounts }: Pick<Wallet, 'accounts'>) => accounts.map(({ address }) => address)
const shownOn = (wallet: Wallet) => {
  const seen: (readonly WalletAccount[])[] = []
  const on: unknown = field(wallet.features, 'bitcoin:events', 'on')
  if (typeof on === 'function') on('change', ({ accounts }: { accounts: readonly WalletAccount[] }) => seen.push(accounts))
  return seen
}

test('its accounts are the ones that the ledger seeds', () => {
  const { accounts } = make({ accounts: 10 })
  expect(accounts.map(({ payment, ordinals }) => [payment.address, ordinals.address])).toEqual(
    ledger.accounts.map(({ payment, ordinals }) => [payment.address, ordinals.address]),
  )
  expect(accounts.map(({ payment, ordinals }) => [payment.publicKey, ordinals.publicKey])).toEqual(
    ledger.accounts.map(({ payment, ordinals }) => [payment.publicKey, ordinals.publicKey]),
  )
})

test('sites find it by the Wallet Standard, early or late, until it is taken out', () => {
  const window = new EventTarget()
  Object.defineProperty(globalThis, 'window', { value: window, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
  const early = make({ name: 'Early' })
  const off = registerStandard(early)
  const { get } = getWallets()
  const late = make({ name: 'Late' })
  const offLate = registerStandard(late)
  expect(get().map(({ name }) => name)).toEqual(['Early', 'Late'])
  expect(get()[0]).toBe(early.wallet)
  off()
  offLate()
  expect(get()).toEqual([])
})

test('it says what it can do, and freezes it', () => {
  const { wallet } = make()
  expect(wallet.chains).toEqual(['bitcoin:mainnet'])
  expect(Object.keys(wallet.features)).toEqual([
    'standard:connect',
    'standard:disconnect',
    'standard:events',
    'bitcoin:connect',
    'bitcoin:disconnect',
    'bitcoin:events',
    'bitcoin:signMessage',
    'bitcoin:signTransaction',
    'bitcoin:signAndSendTransaction',
    'bitcoin:sendTransfer',
  ])
  expect(Object.isFrozen(wallet) && Object.isFrozen(wallet.features)).toBe(true)
  expect(wallet.icon).toMatch(/^data:image\/svg\+xml;base64,/)
})

test('features can be left out', async () => {
  const { wallet } = make({ features: ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:events'] })
  expect(Object.keys(wallet.features)).toEqual(['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:events'])
  await use(wallet, 'bitcoin:connect', { purposes: ['payment'] })
  expect(wallet.accounts[0]?.features).toEqual(['bitcoin:signMessage'])
})

test('a site gets the purposes that it asks for, in the form of the dialect', async () => {
  const { wallet } = make()
  const answer = await use(wallet, 'bitcoin:connect', { purposes: ['payment'] })
  expect(field(answer, 'accounts')).toEqual([
    {
      address: ledger.accounts[0]?.payment.address,
      publicKey: expect.any(Uint8Array),
      chains: ['bitcoin:mainnet'],
      features: ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction', 'bitcoin:sendTransfer'],
      label: 'Account 1, payment (p2wpkh)',
    },
  ])
  expect(wallet.accounts[0]?.publicKey).toHaveLength(33)
  await use(wallet, 'bitcoin:connect', { purposes: ['payment', 'ordinals'] })
  expect(addresses(wallet)).toEqual([ledger.accounts[0]?.payment.address, ledger.accounts[0]?.ordinals.address])
  expect(wallet.accounts[1]?.publicKey).toHaveLength(32)
})

test.each([{}, { purposes: [] }, { purposes: ['stacks'] }, { purposes: 'payment' }, null, 'payment'])(
  'purposes that are none are refused: %j',
  async (input) => {
    await expect(use(make().wallet, 'bitcoin:connect', input)).rejects.toMatchObject({ code: -32602 })
  },
)

test('a silent connection shows what is permitted already, and asks nobody', async () => {
  const wallet = make({ policy: 'manual' })
  expect(field(await use(wallet.wallet, 'standard:connect', { silent: true }), 'accounts')).toEqual([])
  expect(wallet.pending).toEqual([])
  const asked = use(wallet.wallet, 'standard:connect')
  await wallet.waitFor('connect')
  wallet.approve()
  await asked
  const reloaded = wallet.walletFor(wallet.origin)
  await use(reloaded, 'standard:connect', { silent: true })
  expect(addresses(reloaded)).toEqual(addresses(wallet.wallet))
  expect(reloaded.accounts).toHaveLength(2)
})

test.each([
  ['payment', 65],
  ['ordinals', 66],
] as const)('a message is signed for the %s address, in %i bytes', async (which, length) => {
  const { page, ...accounts } = await connected()
  const account = accounts[which]
  const message = new TextEncoder().encode('Sign me')
  const answer = await use(page, 'bitcoin:signMessage', { account, message })
  expect(field(answer, 0, 'signedMessage')).toEqual(message)
  expect(field(answer, 0, 'signature')).toHaveLength(length)
  const signature = base64.encode(bytes(field(answer, 0, 'signature')))
  expect(Verifier.verifySignature(account.address, 'Sign me', signature)).toBe(true)
})

test.each([
  ['payment', false],
  ['ordinals', false],
  ['ordinals', true],
] as const)('a PSBT of the %s address is signed so that the ledger takes it (bare: %s)', async (which, bare) => {
  const { wallet, page, ...accounts } = await connected()
  const own = wallet.accounts[0]?.[which]
  if (!own) throw new Error('There is no account.')
  const psbt = makePsbt(ledger, { from: own, to: ledger.accounts[3]?.payment.address ?? '', bare })
  const inputsToSign = [{ account: accounts[which], signingIndexes: [0] }]
  const answer = await use(page, 'bitcoin:signTransaction', { psbt, chain: 'bitcoin:mainnet', inputsToSign })
  const { status, text, txid } = await finalizeAndSend(url, bytes(field(answer, 0, 'signedPsbt')))
  expect({ status, text }).toEqual({ status: 200, text: txid })
  expect(ledger.balanceOf(ledger.accounts[3]?.payment.address ?? '')).toBe(100_049_000n)
})

test('a PSBT can be sent as well', async () => {
  const { wallet, page, payment } = await connected()
  const own = wallet.accounts[0]?.payment
  if (!own) throw new Error('There is no account.')
  const psbt = makePsbt(ledger, { from: own, to: ledger.accounts[2]?.payment.address ?? '' })
  const inputsToSign = [{ account: payment, signingIndexes: [0] }]
  const answer = await use(page, 'bitcoin:signAndSendTransaction', { psbt, chain: 'bitcoin:mainnet', inputsToSign })
  const sent = await fetch(`${url}/tx/${String(field(answer, 0, 'txId'))}`)
  expect(await sent.json()).toMatchObject({ status: { confirmed: false } })
})

test('a hash type is used when the site names it, and no other', async () => {
  const { wallet, page, payment } = await connected()
  const own = wallet.accounts[0]?.payment
  if (!own) throw new Error('There is no account.')
  const to = ledger.accounts[3]?.payment.address ?? ''
  const sign = (psbt: Uint8Array, sigHash?: unknown) =>
    use(page, 'bitcoin:signTransaction', {
      psbt,
      chain: 'bitcoin:mainnet',
      inputsToSign: [{ account: payment, signingIndexes: [0], sigHash }],
    })
  const answer = await sign(makePsbt(ledger, { from: own, to }), 'SINGLE|ANYONECANPAY')
  expect(await finalizeAndSend(url, bytes(field(answer, 0, 'signedPsbt')))).toMatchObject({ status: 200 })
  await expect(sign(makePsbt(ledger, { from: own, to, sighashType: 0x83 }), 'ALL')).rejects.toMatchObject({ code: -32602 })
  await expect(sign(makePsbt(ledger, { from: own, to }), 0x83)).rejects.toMatchObject({ code: -32602 })
})

test('inputs of others are not signed', async () => {
  const { wallet, page, payment, ordinals } = await connected({ accounts: 2 })
  const [mine, other] = wallet.accounts
  if (!mine || !other) throw new Error('There are no accounts.')
  const foreign = makePsbt(ledger, { from: other.payment, to: mine.payment.address })
  const sign = (account: unknown, psbt: unknown, signingIndexes: unknown = [0]) =>
    use(page, 'bitcoin:signTransaction', { psbt, chain: 'bitcoin:mainnet', inputsToSign: [{ account, signingIndexes }] })
  await expect(sign(payment, foreign)).rejects.toMatchObject({ code: -32602 })
  await expect(sign({ ...payment, address: other.payment.address }, foreign)).rejects.toMatchObject({ code: 4100 })
  const own = makePsbt(ledger, { from: mine.payment, to: other.payment.address })
  await expect(sign(ordinals, own)).rejects.toMatchObject({ code: -32602 })
  await expect(sign(payment, own, [1])).rejects.toMatchObject({ code: -32602 })
  await expect(sign(payment, own, ['0'])).rejects.toMatchObject({ code: -32602 })
  await expect(sign(payment, new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: -32602 })
  await expect(sign(payment, 'cHNidP8=')).rejects.toMatchObject({ code: -32602 })
  const elsewhere = { psbt: own, chain: 'bitcoin:testnet', inputsToSign: [{ account: payment, signingIndexes: [0] }] }
  await expect(use(page, 'bitcoin:signTransaction', elsewhere)).rejects.toMatchObject({ code: 4901 })
})

test('a transfer is built, signed and sent, with change and at the fee that is asked for', async () => {
  const { page, payment } = await connected()
  const to = ledger.accounts[4]?.ordinals.address ?? ''
  const transfer = { account: payment, recipients: [{ address: to, amount: 1_000_000n }], feeRate: 7 }
  const txid = field(await use(page, 'bitcoin:sendTransfer', transfer), 0, 'txid')
  const sent = JSON.parse(await (await fetch(`${url}/tx/${String(txid)}`)).text())
  expect(sent.vout).toEqual([
    expect.objectContaining({ scriptpubkey_address: to, value: 1_000_000 }),
    expect.objectContaining({ scriptpubkey_address: payment.address }),
  ])
  expect(sent.fee / (sent.weight / 4)).toBeGreaterThanOrEqual(6.9)
  expect(sent.fee / (sent.weight / 4)).toBeLessThan(7.5)
})

test('transfers at the same time do not spend the same coins', async () => {
  const { page, payment } = await connected()
  const to = ledger.accounts[4]?.payment.address ?? ''
  const send = () => use(page, 'bitcoin:sendTransfer', { account: payment, recipients: [{ address: to, amount: 1000 }] })
  await Promise.all([send(), send(), send()])
  expect(ledger.balanceOf(to)).toBe(100_003_000n)
})

test.each([
  [{ recipients: [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', amount: 1000 }] }, -32602],
  [{ recipients: [{ address: '<img>', amount: 1000 }] }, -32602],
  [{ recipients: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 0.5 }] }, -32602],
  [{ recipients: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: -1 }] }, -32602],
  [{ recipients: [] }, -32602],
  [{ recipients: 'all' }, -32602],
  [{ recipients: [{ address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', amount: 200_000_000 }] }, -32603],
])('a transfer that can not be is refused: %j', async (input, code) => {
  const { page, payment } = await connected()
  await expect(use(page, 'bitcoin:sendTransfer', { account: payment, ...input })).rejects.toMatchObject({ code })
})

test('a segwit address inside P2SH signs messages, PSBTs and transfers too', async () => {
  const wallet = make({ paymentType: 'p2sh' })
  const own = wallet.accounts[0]?.payment
  if (!own) throw new Error('There is no account.')
  expect(own).toMatchObject({ type: 'p2sh', address: expect.stringMatching(/^3/) })
  ledger.faucet(own.address, 100_000n)
  await use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment'] })
  const [account] = wallet.wallet.accounts
  const recipients = [{ address: ledger.accounts[4]?.payment.address, amount: 50_000 }]
  await use(wallet.wallet, 'bitcoin:sendTransfer', { account, recipients })
  expect(ledger.balanceOf(ledger.accounts[4]?.payment.address ?? '')).toBe(100_050_000n)
})

test('the person picks another account, and the site hears of it', async () => {
  const { wallet, page } = await connected({ accounts: 3 })
  const seen = shownOn(page)
  wallet.selectAccount(2)
  expect(addresses(page)).toEqual([ledger.accounts[2]?.payment.address, ledger.accounts[2]?.ordinals.address])
  expect(seen).toEqual([page.accounts])
  wallet.forget()
  expect(page.accounts).toEqual([])
  expect(seen).toEqual([expect.anything(), []])
})

test('a site that disconnects sees nothing more, and others stay', async () => {
  const { wallet, page } = await connected()
  const other = wallet.walletFor('https://elsewhere.example')
  await use(other, 'bitcoin:connect', { purposes: ['payment'] })
  await use(page, 'bitcoin:disconnect')
  expect(page.accounts).toEqual([])
  expect(other.accounts).toHaveLength(1)
})

test('a locked wallet shows nothing, and answers once it is unlocked', async () => {
  const { wallet, page, payment } = await connected()
  wallet.lock()
  expect(page.accounts).toEqual([])
  const asked = use(page, 'bitcoin:signMessage', { account: payment, message: new Uint8Array([1]) })
  await expect(asked).rejects.toMatchObject({ code: 4100 })
  const again = use(page, 'bitcoin:connect', { purposes: ['payment'] })
  await wallet.waitFor('connect')
  wallet.unlock()
  await again
  expect(page.accounts).not.toEqual([])
})

test('the network changes with the addresses, and the site hears of it', async () => {
  const { wallet, page } = await connected({ networks: ['mainnet', 'signet', 'testnet'] })
  wallet.switchNetwork('signet')
  expect(page.accounts.map(({ chains }) => chains)).toEqual([['bitcoin:signet'], ['bitcoin:signet']])
  expect(addresses(page)).toEqual([expect.stringMatching(/^tb1q/), expect.stringMatching(/^tb1p/)])
  expect(() => wallet.switchNetwork('regtest')).toThrow('does not know')
})

test('what a request meets can be scripted, by feature and for all dialects', async () => {
  const { wallet, page, payment } = await connected()
  const sign = () => use(page, 'bitcoin:signMessage', { account: payment, message: new Uint8Array([104, 105]) })
  wallet.script('signMessage', reject(), throws('nope'))
  wallet.script('bitcoin:signMessage', garbage({ signature: 42 }))
  await expect(sign()).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  await expect(sign()).rejects.toBe('nope')
  expect(await sign()).toEqual({ signature: 42 })
  expect(field(await sign(), 0, 'signature')).toBeInstanceOf(Uint8Array)
  wallet.script('connect', reject())
  await expect(use(wallet.walletFor('https://other.example'), 'standard:connect')).rejects.toMatchObject({ code: 4001 })
})

test('requests wait for the person, say what they are about, and can be declined', async () => {
  const { wallet, page, payment } = await connected()
  wallet.setPolicy('manual')
  const recipients = [{ address: ledger.accounts[4]?.payment.address, amount: 50_000 }]
  const asked = use(page, 'bitcoin:sendTransfer', { account: payment, recipients })
  const waiting = await wallet.waitFor('sendTransfer')
  expect(waiting).toMatchObject({
    method: 'bitcoin:sendTransfer',
    summary: `Send 50000 satoshi to ${ledger.accounts[4]?.payment.address}`,
    origin: 'http://localhost',
  })
  wallet.reject(waiting.id)
  await expect(asked).rejects.toMatchObject({ code: 4001 })
  expect(ledger.balanceOf(payment.address)).toBe(100_000_000n)
})

test('a second connection is refused while the first one waits, and a lost one does not count', async () => {
  const wallet = make({ policy: 'manual' })
  wallet.script('connect', never(), manual())
  void use(wallet.wallet, 'standard:connect')
  const first = use(wallet.wallet, 'standard:connect')
  await expect(use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment'] })).rejects.toMatchObject({ code: -32002 })
  wallet.approve()
  await first
  expect(wallet.wallet.accounts).toHaveLength(2)
})

test('everything that was asked is in the log', async () => {
  const { wallet, page, payment } = await connected()
  wallet.script('signMessage', always(reject()))
  await use(page, 'bitcoin:signMessage', { account: payment, message: new Uint8Array() }).catch(() => {})
  expect(wallet.log.map(({ method }) => method)).toEqual(['bitcoin:connect', 'bitcoin:signMessage'])
})

test('an answer that comes twice is the same connection', async () => {
  const wallet = make()
  wallet.script('connect', twice(approve()))
  await use(wallet.wallet, 'bitcoin:connect', { purposes: ['payment'] })
  const changes = shownOn(wallet.wallet)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(changes).toHaveLength(1)
  expect(wallet.wallet.accounts).toHaveLength(1)
})

test('permission, network and account are kept over a reload', async () => {
  const entries = new Map<string, string>()
  const persist = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  }
  const options: BitcoinWalletOptions = { persist, accounts: 2, networks: ['mainnet', 'testnet'] }
  const before = make(options)
  await use(before.wallet, 'bitcoin:connect', { purposes: ['ordinals'] })
  before.selectAccount(1)
  before.switchNetwork('testnet')
  const after = make(options)
  await use(after.wallet, 'standard:connect', { silent: true })
  expect(after.state.network).toBe('testnet')
  expect(addresses(after.wallet)).toEqual([after.accounts[1]?.ordinals.address])
})

test('without its indexer a transfer fails with an error, not with a crash', async () => {
  const { page, payment } = await connected({ esploraUrl: 'http://127.0.0.1:1' })
  const recipients = [{ address: ledger.accounts[4]?.payment.address, amount: 50_000 }]
  await expect(use(page, 'bitcoin:sendTransfer', { account: payment, recipients })).rejects.toMatchObject({ code: 4900 })
  const elsewhere = await connected({ esploraUrl: {} })
  await expect(use(elsewhere.page, 'bitcoin:sendTransfer', { account: elsewhere.payment, recipients })).rejects.toMatchObject({
    code: 4901,
  })
})
