import { ed25519 } from '@noble/curves/ed25519.js'
import { Connection, PublicKey, Transaction, type VersionedTransaction } from '@solana/web3.js'
import { createSolana, type Solana } from '@portico/chains/solana'
import { getWallets } from '@wallet-standard/app'
import bs58 from 'bs58'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { never, reject } from '../wallet/behaviours.js'
import { createSolanaWallet } from './createSolanaWallet.js'
import { registerStandard } from './registerStandard.js'
import { adapterOf, bytesOf, failure, featuresOf, legacyTransfer, versionedTransfer } from './site.test.helper.js'
import type { HeadlessSolanaWallet, SolanaWalletOptions } from './types.js'

const ports = { port: 16001, wsPort: 16002 }
const url = `http://127.0.0.1:${ports.port}`
const chains = { 'solana:localnet': url, 'solana:devnet': 'http://127.0.0.1:1' }

beforeAll(() => {
  // What the clients look for: the adapter for both, the registry for events.
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', {})
})
afterAll(() => void vi.unstubAllGlobals())

function walletOf(options: SolanaWalletOptions = {}): HeadlessSolanaWallet {
  return createSolanaWallet({ chains, accounts: 2, ...options })
}

function addressAt(wallet: HeadlessSolanaWallet, index: number): string {
  return wallet.accounts[index] ?? expect.unreachable('There is such an account.')
}

async function connected(options: SolanaWalletOptions = {}) {
  const wallet = walletOf(options)
  const features = featuresOf(wallet.wallet)
  await features['standard:connect'].connect()
  const [account] = wallet.wallet.accounts
  if (!account) return expect.unreachable('The wallet is connected.')
  return { wallet, features, account, address: account.address }
}

describe('registering', () => {
  test('a site finds the wallet whether it is there before or after, and loses it when it leaves', async () => {
    const [early, late] = [walletOf({ name: 'Early' }), walletOf({ name: 'Late' })]
    const removeEarly = registerStandard(early)
    const registry = getWallets()
    const names = () => registry.get().map(({ name }) => name)
    expect(names()).toEqual(['Early'])
    const removeLate = registerStandard(late)
    expect(names()).toEqual(['Early', 'Late'])
    removeEarly()
    expect(names()).toEqual(['Late'])
    removeLate()
    expect(names()).toEqual([])
  })

  test('R4: a late wallet is silent until its time, and one that leaves before never comes', () => {
    vi.useFakeTimers()
    const window = new EventTarget()
    const heard = vi.fn()
    window.addEventListener('wallet-standard:register-wallet', heard)
    registerStandard(walletOf(), { window, late: 10_000 })
    registerStandard(walletOf(), { window, late: 5_000 })()
    vi.advanceTimersByTime(9_999)
    expect(heard).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(heard).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  test('what a site gets is frozen, complete, and shows no account before it is connected', () => {
    const { wallet } = walletOf({ name: 'Alpha', icon: 'data:image/svg+xml,%3Csvg/%3E' })
    expect(wallet).toMatchObject({ version: '1.0.0', name: 'Alpha', accounts: [], chains: ['solana:localnet', 'solana:devnet'] })
    expect(wallet.icon).toBe(`data:image/svg+xml;base64,${btoa('<svg/>')}`)
    expect([wallet, wallet.features, wallet.chains, ...Object.values(wallet.features)].every(Object.isFrozen)).toBe(true)
    expect(featuresOf(wallet)['solana:signTransaction'].supportedTransactionVersions).toEqual(['legacy', 0])
  })

  test('a wallet may lack features, and refuses them with 4200 when they are asked for all the same', async () => {
    const wallet = walletOf({ features: ['standard:connect', 'standard:events', 'solana:signTransaction'], connected: true })
    expect(Object.keys(wallet.wallet.features)).toEqual(['standard:connect', 'standard:events', 'solana:signTransaction'])
    const asked = wallet.port(wallet.origin).request({ method: 'solana:signMessage', params: [] })
    expect(await failure(asked)).toMatchObject({ code: 4200 })
  })

  test('the accounts are the same everywhere: those of seeds that count up', () => {
    expect(walletOf().accounts).toEqual(['AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu'])
    expect(() => walletOf({ accounts: 11 })).toThrow('between 1 and 10')
  })
})

describe('a site connects', () => {
  test('it gets the account, with its key, chains and features', async () => {
    const { account, wallet } = await connected()
    expect(account).toEqual({
      address: addressAt(wallet, 0),
      publicKey: bs58.decode(addressAt(wallet, 0)),
      chains: ['solana:localnet', 'solana:devnet'],
      features: ['solana:signMessage', 'solana:signIn', 'solana:signTransaction', 'solana:signAndSendTransaction'],
      label: 'Account 1',
    })
    expect(wallet.state.permitted).toEqual(['http://localhost'])
  })

  test('silently it gets what it was granted before, and the person is not asked', async () => {
    const { wallet } = await connected()
    wallet.setPolicy('manual')
    const reloaded = wallet.walletFor(wallet.origin)
    expect(reloaded.accounts).toEqual([])
    const answer = await featuresOf(reloaded)['standard:connect'].connect({ silent: true })
    expect(answer.accounts).toEqual(reloaded.accounts)
    expect(reloaded.accounts).toHaveLength(1)
    const stranger = featuresOf(wallet.walletFor('https://elsewhere.example'))
    expect(await stranger['standard:connect'].connect({ silent: true })).toEqual({ accounts: [] })
    expect(wallet.pending).toEqual([])
  })

  test('a declined request fails with 4001, and the next one is answered', async () => {
    const wallet = walletOf()
    wallet.script('standard:connect', reject())
    const adapter = adapterOf(wallet.wallet)
    expect(await failure(adapter.connect())).toMatchObject({ name: 'WalletConnectionError', error: { code: 4001 } })
    await adapter.connect()
    expect(adapter.publicKey?.toBase58()).toBe(addressAt(wallet, 0))
  })

  test('a second request while the first waits is -32002', async () => {
    const wallet = walletOf({ policy: 'manual' })
    const { connect } = featuresOf(wallet.wallet)['standard:connect']
    const first = connect()
    expect(await failure(connect())).toMatchObject({ code: -32002 })
    wallet.approve()
    expect((await first).accounts).toHaveLength(1)
  })

  test('a locked wallet waits for its password, and a silent request is not answered with accounts', async () => {
    const wallet = walletOf({ locked: true })
    const { connect } = featuresOf(wallet.wallet)['standard:connect']
    expect((await connect({ silent: true })).accounts).toEqual([])
    const asked = connect()
    expect((await wallet.waitFor('standard:connect')).summary).toBe('Connect http://localhost')
    wallet.unlock()
    expect((await asked).accounts).toHaveLength(1)
  })

  test('disconnect lets go of the accounts, and permission stays for a silent return', async () => {
    const { wallet, features } = await connected()
    const changes = vi.fn()
    features['standard:events'].on('change', changes)
    await features['standard:disconnect'].disconnect()
    expect(wallet.wallet.accounts).toEqual([])
    expect(changes).toHaveBeenLastCalledWith({ accounts: [] })
    wallet.selectAccount(1)
    expect(wallet.wallet.accounts).toEqual([])
    await features['standard:connect'].connect({ silent: true })
    expect(wallet.wallet.accounts).toMatchObject([{ address: addressAt(wallet, 1) }])
  })

  test('an offline wallet answers 4900', async () => {
    const wallet = walletOf()
    wallet.setOnline(false)
    expect(await failure(featuresOf(wallet.wallet)['standard:connect'].connect())).toMatchObject({ code: 4900 })
  })
})

describe('the person', () => {
  test('changes the account: adapters follow', async () => {
    const wallet = walletOf()
    const adapter = adapterOf(wallet.wallet)
    await adapter.connect()
    wallet.selectAccount(1)
    expect(adapter.publicKey?.toBase58()).toBe(addressAt(wallet, 1))
  })

  test('forgets one site: its accounts go, those of another stay', async () => {
    const { wallet } = await connected()
    const other = wallet.walletFor('https://elsewhere.example')
    await featuresOf(other)['standard:connect'].connect()
    const adapter = adapterOf(wallet.wallet)
    await adapter.connect()
    wallet.forget(wallet.origin)
    expect(adapter.connected).toBe(false)
    expect([wallet.wallet.accounts.length, other.accounts.length]).toEqual([0, 1])
    const returned = await featuresOf(wallet.wallet)['standard:connect'].connect({ silent: true })
    expect(returned.accounts).toEqual([])
  })

  test('shows several accounts, the active one first, and adds more', async () => {
    const { wallet } = await connected({ accounts: 2, accountsShown: 3 })
    const shown = () => wallet.wallet.accounts.map(({ label }) => label)
    expect(shown()).toEqual(['Account 1', 'Account 2'])
    expect(wallet.addAccount()).toBe(2)
    expect(shown()).toEqual(['Account 1', 'Account 2', 'Account 3'])
    wallet.selectAccount(2)
    expect(shown()).toEqual(['Account 3', 'Account 1', 'Account 2'])
    expect(wallet.accounts).toHaveLength(3)
    expect(() => wallet.selectAccount(3)).toThrow('no account 3')
  })

  test('locks: accounts are gone, and come back when it is unlocked', async () => {
    const { wallet } = await connected()
    wallet.lock()
    expect(wallet.wallet.accounts).toEqual([])
    wallet.unlock()
    expect(wallet.wallet.accounts).toHaveLength(1)
  })

  test('an account that comes back is the same object, as sites compare it', async () => {
    const { wallet, account } = await connected()
    wallet.selectAccount(1)
    wallet.selectAccount(0)
    expect(wallet.wallet.accounts[0]).toBe(account)
  })

  test('remembers permission and account when it is made anew, and nothing of a key', async () => {
    const entries = new Map<string, string>()
    const setItem = (key: string, value: string) => void entries.set(key, value)
    const persist = { getItem: (key: string) => entries.get(key) ?? null, setItem }
    const { wallet } = await connected({ persist })
    wallet.selectAccount(1)
    const again = walletOf({ persist })
    await featuresOf(again.wallet)['standard:connect'].connect({ silent: true })
    expect(again.wallet.accounts).toMatchObject([{ address: addressAt(wallet, 1) }])
    const [saved = ''] = entries.values()
    expect(Object.keys(JSON.parse(saved)).toSorted()).toEqual(['count', 'exposed', 'locked', 'permitted'])
  })

  test.each([
    '',
    'nonsense',
    'null',
    '[]',
    '{"count":99,"exposed":[0],"permitted":[],"locked":false}',
    '{"count":1,"exposed":[4],"permitted":[],"locked":false}',
  ])('R14: what is stored as %j is as good as nothing', (saved) => {
    const wallet = walletOf({ persist: { getItem: () => saved, setItem: () => undefined } })
    expect(wallet.state).toMatchObject({ count: 2, exposed: [0], permitted: [], locked: false })
  })

  test('every change is told to subscribers, with snapshots that differ', async () => {
    const wallet = walletOf({ policy: 'manual' })
    const pending: number[] = []
    const stop = wallet.subscribe(() => void pending.push(wallet.pending.length))
    const asked = featuresOf(wallet.wallet)['standard:connect'].connect()
    await wallet.waitFor()
    const before = wallet.state
    wallet.approve()
    await asked
    stop()
    expect(pending).toContain(1)
    expect(wallet.pending).toEqual([])
    expect(wallet.state).not.toBe(before)
  })
})

describe('messages', () => {
  test('are signed by the account, several at once, and returned with what was signed', async () => {
    const { features, account, address } = await connected()
    const messages = ['Hello', 'Grüße', ''].map((text) => new TextEncoder().encode(text))
    const outputs = await features['solana:signMessage'].signMessage(...messages.map((message) => ({ account, message })))
    expect(outputs.map(({ signedMessage }) => signedMessage)).toEqual(messages)
    const valid = outputs.map(({ signature, signedMessage }) => ed25519.verify(signature, signedMessage, bs58.decode(address)))
    expect(valid).toEqual([true, true, true])
  })

  test('an adapter gets the signature, or the refusal', async () => {
    const { wallet, address } = await connected()
    const adapter = adapterOf(wallet.wallet)
    await adapter.connect()
    const message = new TextEncoder().encode('Hello')
    const signature = await adapter.signMessage?.(message)
    expect(ed25519.verify(signature ?? new Uint8Array(), message, bs58.decode(address))).toBe(true)
    wallet.script('solana:signMessage', reject())
    const declined = await failure(Promise.resolve(adapter.signMessage?.(message)))
    expect(declined).toMatchObject({ name: 'WalletSignMessageError', error: { code: 4001 } })
  })

  test('the person reads what is asked, and may decline', async () => {
    const { wallet, features, account } = await connected({ policy: 'approve' })
    wallet.setPolicy('manual')
    const asked = features['solana:signMessage'].signMessage({ account, message: new TextEncoder().encode('Pay me') })
    expect(await wallet.waitFor('solana:signMessage')).toMatchObject({ summary: 'Sign the message: Pay me', origin: 'http://localhost' })
    wallet.reject()
    expect(await failure(asked)).toMatchObject({ code: 4001, name: 'ProviderRpcError' })
  })

  test('S16: bytes that are a transaction or its message are not signed as a message', async () => {
    const { wallet, features, account, address } = await connected()
    const to = addressAt(wallet, 1)
    const whole = [legacyTransfer(address, to), versionedTransfer(address, to)].map(bytesOf)
    const inner = [Uint8Array.from(legacyTransfer(address, to).serializeMessage()), versionedTransfer(address, to).message.serialize()]
    for (const message of [...whole, ...inner]) {
      expect(await failure(features['solana:signMessage'].signMessage({ account, message }))).toMatchObject({ code: -32602 })
    }
  })

  test('4100: nothing is signed for an account that the site is not connected to', async () => {
    const { wallet, features, account } = await connected()
    const message = new TextEncoder().encode('Hello')
    const strange = { ...account, address: addressAt(wallet, 1) }
    expect(await failure(features['solana:signMessage'].signMessage({ account: strange, message }))).toMatchObject({ code: 4100 })
    await features['standard:disconnect'].disconnect()
    expect(await failure(features['solana:signMessage'].signMessage({ account, message }))).toMatchObject({ code: 4100 })
  })
})

describe('signing in', () => {
  test('connects, and signs every field in the words of the Wallet Standard', async () => {
    const wallet = walletOf({ origin: 'https://site.example' })
    const input = {
      domain: 'site.example',
      statement: 'Welcome.',
      uri: 'https://site.example/login',
      version: '1',
      chainId: 'solana:mainnet',
      nonce: 'abcdef123456',
      issuedAt: '2026-01-01T00:00:00Z',
      expirationTime: '2026-01-02T00:00:00Z',
      notBefore: '2026-01-01T00:00:01Z',
      requestId: '7',
      resources: ['https://site.example/a', 'https://site.example/b'],
    }
    const [output] = await featuresOf(wallet.wallet)['solana:signIn'].signIn(input)
    if (!output) return expect.unreachable('There is one output.')
    expect(output.account).toBe(wallet.wallet.accounts[0])
    expect(new TextDecoder().decode(output.signedMessage)).toBe(
      [
        'site.example wants you to sign in with your Solana account:',
        'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9',
        '',
        'Welcome.',
        '',
        'URI: https://site.example/login',
        'Version: 1',
        'Chain ID: solana:mainnet',
        'Nonce: abcdef123456',
        'Issued At: 2026-01-01T00:00:00Z',
        'Expiration Time: 2026-01-02T00:00:00Z',
        'Not Before: 2026-01-01T00:00:01Z',
        'Request ID: 7',
        'Resources:',
        '- https://site.example/a',
        '- https://site.example/b',
      ].join('\n'),
    )
    expect(ed25519.verify(output.signature, output.signedMessage, bs58.decode(output.account.address))).toBe(true)
  })

  test('an adapter that signs in is connected', async () => {
    const wallet = walletOf()
    const adapter = adapterOf(wallet.wallet)
    await adapter.signIn?.({})
    expect(adapter.connected).toBe(true)
  })

  test('the domain is that of the site unless it says another, which the person is told', async () => {
    const wallet = walletOf({ origin: 'https://site.example', policy: 'manual' })
    const { signIn } = featuresOf(wallet.wallet)['solana:signIn']
    const honest = signIn()
    expect((await wallet.waitFor()).summary).toBe('Sign in to site.example.')
    wallet.approve()
    const text = new TextDecoder().decode((await honest)[0]?.signedMessage)
    expect(text).toBe(`site.example wants you to sign in with your Solana account:\n${addressAt(wallet, 0)}`)
    const phishing = signIn({ domain: 'bank.example' })
    expect((await wallet.waitFor()).summary).toContain('in the name of bank.example')
    wallet.reject()
    await failure(phishing)
  })

  test('S16: a field with a line break is refused, for it could pretend to be another', async () => {
    const { signIn } = featuresOf(walletOf().wallet)['solana:signIn']
    expect(await failure(signIn({ statement: 'Hi\n\nURI: https://bank.example' }))).toMatchObject({ code: -32602 })
  })
})

describe('transactions', () => {
  test('legacy and version 0 are signed, several at once, as web3.js verifies', async () => {
    const { wallet, address } = await connected()
    const adapter = adapterOf(wallet.wallet)
    await adapter.connect()
    const to = addressAt(wallet, 1)
    const signed = await adapter.signAllTransactions?.([legacyTransfer(address, to), legacyTransfer(address, to, 5)])
    expect(signed?.map((transaction) => transaction.verifySignatures())).toEqual([true, true])
    const versioned: VersionedTransaction | undefined = await adapter.signTransaction?.(versionedTransfer(address, to))
    const [signature = new Uint8Array()] = versioned?.signatures ?? []
    expect(ed25519.verify(signature, versioned?.message.serialize() ?? new Uint8Array(), bs58.decode(address))).toBe(true)
    expect(wallet.log.filter(({ method }) => method === 'solana:signTransaction')).toHaveLength(2)
  })

  test('the person reads what it would do', async () => {
    const { wallet, features, account, address } = await connected()
    wallet.setPolicy('manual')
    const to = addressAt(wallet, 1)
    const transaction = bytesOf(versionedTransfer(address, to, 1_500_000_000))
    const asked = features['solana:signTransaction'].signTransaction({ account, transaction })
    expect((await wallet.waitFor()).summary).toBe(`Sign the transaction: transfer 1.5 SOL to ${to}`)
    wallet.reject()
    expect(await failure(asked)).toMatchObject({ code: 4001 })
  })

  test('a transaction that the account does not sign is refused', async () => {
    const { wallet, features, account, address } = await connected()
    const transaction = bytesOf(legacyTransfer(addressAt(wallet, 1), address))
    const error = await failure(features['solana:signTransaction'].signTransaction({ account, transaction }))
    expect(error).toMatchObject({ code: -32602, message: `${address} is not a signer of the transaction.` })
  })

  test('a place for another signer keeps what is there', async () => {
    const { wallet, features, account, address } = await connected()
    const other = addressAt(wallet, 1)
    const transaction = legacyTransfer(other, address)
    transaction.add(legacyTransfer(address, other))
    const [output] = await features['solana:signTransaction'].signTransaction({ account, transaction: bytesOf(transaction) })
    const signed = Transaction.from(output?.signedTransaction ?? [])
    expect(signed.signatures.map(({ publicKey, signature }) => [publicKey.toBase58(), signature !== null])).toEqual([
      [other, false],
      [address, true],
    ])
  })

  test.each([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(200)],
    ['ones', new Uint8Array(200).fill(255)],
    ['text', new TextEncoder().encode('not a transaction')],
  ])('malformed bytes are refused with -32602: %s', async (_name, transaction) => {
    const { features, account } = await connected()
    expect(await failure(features['solana:signTransaction'].signTransaction({ account, transaction }))).toMatchObject({ code: -32602 })
  })

  test('one that is bad refuses all of them, before the person is asked', async () => {
    const { wallet, features, account, address } = await connected()
    wallet.setPolicy('manual')
    const good = { account, transaction: bytesOf(legacyTransfer(address, address)) }
    const asked = features['solana:signTransaction'].signTransaction(good, { account, transaction: new Uint8Array(3) })
    expect(await failure(asked)).toMatchObject({ code: -32602 })
    expect(wallet.pending).toEqual([])
  })

  test('a chain that the wallet does not know, and a version it does not sign, are refused', async () => {
    const { features, account, address } = await connected({ transactionVersions: ['legacy'] })
    const legacy = bytesOf(legacyTransfer(address, address))
    const { signTransaction } = features['solana:signTransaction']
    expect(await failure(signTransaction({ account, transaction: legacy, chain: 'solana:mainnet' }))).toMatchObject({ code: -32602 })
    const versioned = bytesOf(versionedTransfer(address, address))
    expect(await failure(signTransaction({ account, transaction: versioned }))).toMatchObject({ code: -32602 })
  })

  test('a lost request is never answered, and nothing waits', async () => {
    const { wallet, features, account, address } = await connected()
    wallet.script('solana:signTransaction', never())
    const asked = features['solana:signTransaction'].signTransaction({ account, transaction: bytesOf(legacyTransfer(address, address)) })
    const moment = new Promise((resolve) => setTimeout(resolve, 20, 'nothing'))
    expect(await Promise.race([asked, moment])).toBe('nothing')
    expect(wallet.pending).toEqual([])
  })
})

describe('on a chain', () => {
  let solana: Solana
  beforeAll(async () => {
    solana = createSolana(ports)
    await solana.start()
  })
  afterAll(() => solana.stop())

  test('an adapter sends a transfer through the wallet, and the money arrives', async () => {
    const wallet = walletOf()
    const adapter = adapterOf(wallet.wallet)
    await adapter.connect()
    const to = PublicKey.unique().toBase58()
    const connection = new Connection(url, { commitment: 'confirmed', wsEndpoint: `ws://127.0.0.1:${ports.wsPort}` })
    const transaction = legacyTransfer(addressAt(wallet, 0), to, 2_000_000, (await connection.getLatestBlockhash()).blockhash)
    const signature = await adapter.sendTransaction(transaction, connection)
    expect(wallet.log.at(-1)).toMatchObject({ method: 'solana:signAndSendTransaction', params: [{ chain: 'solana:localnet' }] })
    await connection.confirmTransaction(signature, 'confirmed')
    expect(solana.balanceOf(to)).toBe(2_000_000n)
  })

  test('several are sent in order, and confirmed where that is asked for', async () => {
    const { features, account, address } = await connected()
    const recipients = [PublicKey.unique().toBase58(), PublicKey.unique().toBase58()]
    const { blockhash } = await new Connection(url).getLatestBlockhash()
    const inputs = recipients.map((to) => ({
      account,
      chain: 'solana:localnet' as const,
      transaction: bytesOf(versionedTransfer(address, to, 1_000_000, blockhash)),
      options: { commitment: 'confirmed' as const, skipPreflight: true, maxRetries: 3 },
    }))
    const outputs = await features['solana:signAndSendTransaction'].signAndSendTransaction(...inputs)
    expect(recipients.map((to) => solana.balanceOf(to))).toEqual([1_000_000n, 1_000_000n])
    expect(outputs.map(({ signature }) => signature.length)).toEqual([64, 64])
  })

  test('the refusal of the node is passed on as it is', async () => {
    const { features, account, address } = await connected()
    const { blockhash } = await new Connection(url).getLatestBlockhash()
    const transaction = bytesOf(versionedTransfer(address, PublicKey.unique().toBase58(), 9e15, blockhash))
    const asked = features['solana:signAndSendTransaction'].signAndSendTransaction({ account, chain: 'solana:localnet', transaction })
    expect(await failure(asked)).toMatchObject({ code: -32002, message: expect.stringContaining('simulation failed') })
  })

  test('a node that cannot be reached is 4901, and options that no node takes are -32602', async () => {
    const { features, account, address } = await connected()
    const transaction = bytesOf(versionedTransfer(address, address))
    const { signAndSendTransaction } = features['solana:signAndSendTransaction']
    expect(await failure(signAndSendTransaction({ account, chain: 'solana:devnet', transaction }))).toMatchObject({ code: 4901 })
    const wrong = { maxRetries: -1 }
    const asked = signAndSendTransaction({ account, chain: 'solana:localnet', transaction, options: wrong })
    expect(await failure(asked)).toMatchObject({ code: -32602 })
  })
})
