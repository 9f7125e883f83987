import {
  createPublicClient,
  encodeFunctionData,
  http,
  parseAbi,
  parseEther,
  parseTransaction,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAnvil, type Anvil } from './anvil.test.helper.js'
import { createWallet } from './createWallet.js'
import { TEST_MNEMONIC } from './keys.js'
import type { HeadlessWallet, WalletOptions } from './types.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const site = 'http://localhost'

let one: Anvil
let ten: Anvil

beforeAll(async () => {
  ;[one, ten] = await Promise.all([startAnvil(1), startAnvil(10)])
})
afterAll(() => Promise.all([one.stop(), ten.stop()]))

function walletOf(options: Partial<WalletOptions> = {}): HeadlessWallet {
  return createWallet({ chains: { 1: one.url, 10: ten.url }, mnemonic: TEST_MNEMONIC, count: 2, ...options })
}

function connected(options: Partial<WalletOptions> = {}): HeadlessWallet {
  return walletOf({ connected: true, ...options })
}

function ask(wallet: HeadlessWallet, method: string, params?: unknown): Promise<unknown> {
  return wallet.request({ method, params })
}

function heard(wallet: HeadlessWallet, event: string): unknown[] {
  const payloads: unknown[] = []
  wallet.on(event, (payload) => payloads.push(payload))
  return payloads
}

describe('permission', () => {
  test('a site sees no account before the person agrees, and sees it afterwards', async () => {
    const wallet = walletOf()
    const changes = heard(wallet, 'accountsChanged')
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    expect(await ask(wallet, 'wallet_getPermissions')).toEqual([])
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual([alice])
    expect(await ask(wallet, 'eth_accounts')).toEqual([alice])
    expect(changes).toEqual([[alice]])
    expect(await ask(wallet, 'wallet_getPermissions')).toMatchObject([
      { parentCapability: 'eth_accounts', invoker: site, caveats: [{ value: [alice] }] },
    ])
  })

  test('permission of one site is not that of another, and neither are its events', async () => {
    const wallet = connected()
    const other = wallet.port('https://other.example')
    const changes: unknown[] = []
    other.on('accountsChanged', (payload) => changes.push(payload))
    expect(await other.request({ method: 'eth_accounts' })).toEqual([])
    wallet.setAccounts(1)
    expect(changes).toEqual([])
    expect(await other.request({ method: 'eth_requestAccounts' })).toEqual([bob])
    expect(changes).toEqual([[bob]])
  })

  test('a second connection request while one waits is refused with -32002, and the first can still be approved', async () => {
    const wallet = walletOf({ policy: 'manual' })
    const first = ask(wallet, 'eth_requestAccounts')
    await expect(ask(wallet, 'eth_requestAccounts')).rejects.toMatchObject({ code: -32002 })
    await expect(ask(wallet, 'wallet_requestPermissions', [{ eth_accounts: {} }])).rejects.toMatchObject({ code: -32002 })
    await wallet.waitFor('eth_requestAccounts')
    wallet.approve()
    expect(await first).toEqual([alice])
    expect(await ask(wallet, 'eth_requestAccounts')).toEqual([alice])
  })

  test('a site can give its permission back', async () => {
    const wallet = connected()
    const changes = heard(wallet, 'accountsChanged')
    expect(await ask(wallet, 'wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    expect(changes).toEqual([[]])
    await expect(ask(wallet, 'personal_sign', ['hello', alice])).rejects.toMatchObject({ code: 4100 })
  })

  test('asking for permissions asks the person again, even a connected site', async () => {
    const wallet = connected({ policy: 'manual' })
    const answer = ask(wallet, 'wallet_requestPermissions', [{ eth_accounts: {} }])
    await wallet.waitFor('wallet_requestPermissions')
    wallet.approve()
    expect(await answer).toMatchObject([{ parentCapability: 'eth_accounts' }])
  })

  test('a locked wallet shows nothing, and answers after it is unlocked', async () => {
    const wallet = connected({ locked: true })
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
    const answer = ask(wallet, 'eth_requestAccounts')
    await wallet.waitFor('eth_requestAccounts')
    const changes = heard(wallet, 'accountsChanged')
    wallet.unlock()
    expect(await answer).toEqual([alice])
    wallet.lock()
    expect(changes).toEqual([[alice], []])
    expect(await ask(wallet, 'eth_accounts')).toEqual([])
  })
})

describe('signing', () => {
  test('a message is signed with the real key, whichever way it is written', async () => {
    const wallet = connected()
    const hex = await ask(wallet, 'personal_sign', ['0x68656c6c6f', alice])
    expect(await ask(wallet, 'personal_sign', ['hello', alice.toLowerCase()])).toBe(hex)
    expect(await ask(wallet, 'personal_sign', [alice, 'hello'])).toBe(hex)
    expect(await verifyMessage({ address: alice, message: 'hello', signature: signatureOf(hex) })).toBe(true)
    expect(await verifyMessage({ address: bob, message: 'hello', signature: signatureOf(hex) })).toBe(false)
  })

  const typedData = {
    types: {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'Post', version: '1', chainId: 1, verifyingContract: bob },
    message: { to: bob, amount: '1000000000000000000000' },
  } as const

  test('typed data is signed with the real key, as text and as an object', async () => {
    const wallet = connected()
    const signature = await ask(wallet, 'eth_signTypedData_v4', [alice, JSON.stringify(typedData)])
    expect(await ask(wallet, 'eth_signTypedData_v4', [alice, typedData])).toBe(signature)
    const message = { to: bob, amount: 10n ** 21n } as const
    const checked = { ...typedData, message, address: alice, signature: signatureOf(signature) } as const
    expect(await verifyTypedData(checked)).toBe(true)
  })

  test('S14: typed data for another chain is refused before anybody is asked', async () => {
    const wallet = connected({ policy: 'manual' })
    const elsewhere = { ...typedData, domain: { ...typedData.domain, chainId: 10 } }
    await expect(ask(wallet, 'eth_signTypedData_v4', [alice, elsewhere])).rejects.toMatchObject({ code: -32602 })
    expect(wallet.pending).toEqual([])
  })

  test.each([
    ['no text', [alice, 'nonsense']],
    ['no types', [alice, { primaryType: 'Mail', message: {} }]],
    ['a value of the wrong type', [alice, { ...typedData, message: { to: 'nobody', amount: '1' } }]],
    ['an unknown type', [alice, { ...typedData, primaryType: 'Letter' }]],
  ])('typed data with %s is refused with -32602', async (_name, params) => {
    await expect(ask(connected(), 'eth_signTypedData_v4', params)).rejects.toMatchObject({ code: -32602 })
  })

  test('an account that the site does not see cannot sign', async () => {
    const wallet = connected()
    await expect(ask(wallet, 'personal_sign', ['hello', bob])).rejects.toMatchObject({ code: 4100 })
    await expect(ask(walletOf(), 'personal_sign', ['hello', alice])).rejects.toMatchObject({ code: 4100 })
  })
})

describe('transactions', () => {
  test('a transaction is filled in, signed and mined', async () => {
    const wallet = connected()
    const client = createPublicClient({ transport: http(one.url) })
    const before = await client.getBalance({ address: bob })
    const hash = hashOf(await ask(wallet, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0xde0b6b3a7640000' }]))
    const receipt = await client.waitForTransactionReceipt({ hash, pollingInterval: 50 })
    expect(receipt).toMatchObject({ status: 'success', from: alice.toLowerCase(), type: 'eip1559' })
    expect(await client.getBalance({ address: bob })).toBe(before + parseEther('1'))
  })

  test('transactions sent at the same moment take nonces one after the other', async () => {
    const wallet = connected()
    const client = createPublicClient({ transport: http(one.url) })
    const send = () => ask(wallet, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }])
    const hashes = await Promise.all([send(), send(), send()])
    const sent = await Promise.all(hashes.map((hash) => client.getTransaction({ hash: hashOf(hash) })))
    const nonces = sent.map(({ nonce }) => nonce).toSorted((a, b) => a - b)
    expect(nonces).toEqual([nonces[0], Number(nonces[0]) + 1, Number(nonces[0]) + 2])
  })

  test('a transaction goes to the chain that was active when it was asked for', async () => {
    const wallet = connected({ policy: 'manual' })
    const hash = ask(wallet, 'eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }])
    const { summary } = await wallet.waitFor('eth_sendTransaction')
    expect(summary).toContain('on chain 1')
    wallet.switchChain(10)
    wallet.approve()
    const client = createPublicClient({ transport: http(one.url) })
    expect(await client.getTransaction({ hash: hashOf(await hash) })).toMatchObject({ chainId: 1 })
  })

  test('a transaction can be signed without being sent', async () => {
    const fields = { from: alice, to: bob, maxFeePerGas: '0x77359400', gas: '0x5208', nonce: '0x7' }
    const raw = await ask(connected(), 'eth_signTransaction', [fields])
    expect(raw).toMatch(/^0x02f8/)
    const serializedTransaction = `0x02${String(raw).slice(4)}` as const
    expect(parseTransaction(serializedTransaction)).toMatchObject({ chainId: 1, nonce: 7, gas: 21000n })
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(alice)
  })

  test('a transaction for another chain is refused with -32602', async () => {
    const transaction = { from: alice, to: bob, chainId: '0xa' }
    await expect(ask(connected(), 'eth_sendTransaction', [transaction])).rejects.toMatchObject({ code: -32602 })
  })

  test('what the node says of a transaction that cannot work reaches the site', async () => {
    const transaction = { from: alice, to: bob, value: `0x${(10n ** 30n).toString(16)}` }
    const failure = ask(connected(), 'eth_sendTransaction', [transaction])
    await expect(failure).rejects.toMatchObject({ message: expect.stringMatching(/insufficient funds/i) })
  })
})

describe('chains', () => {
  test('a switch moves the wallet and tells the site', async () => {
    const wallet = connected()
    const changes = heard(wallet, 'chainChanged')
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(await ask(wallet, 'eth_chainId')).toBe('0xa')
    expect(await ask(wallet, 'net_version')).toBe('10')
    expect(changes).toEqual(['0xa'])
  })

  test('an unknown chain is 4902, can be added, and is active then', async () => {
    const wallet = connected({ chains: { 1: one.url } })
    await expect(ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({ code: 4902 })
    expect(await ask(wallet, 'wallet_addEthereumChain', [chainTen()])).toBeNull()
    expect(await ask(wallet, 'eth_chainId')).toBe('0xa')
    expect(await ask(wallet, 'eth_blockNumber')).toMatch(/^0x/)
    wallet.switchChain(1)
    expect(await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
  })

  test('a chain whose node is on another chain is not added', async () => {
    const wallet = connected({ chains: { 1: one.url }, policy: 'manual' })
    const lie = ask(wallet, 'wallet_addEthereumChain', [{ ...chainTen(), chainId: '0x64' }])
    await expect(lie).rejects.toMatchObject({ code: -32602 })
    const dead = ask(wallet, 'wallet_addEthereumChain', [{ ...chainTen(), rpcUrls: ['http://127.0.0.1:1'] }])
    await expect(dead).rejects.toMatchObject({ code: -32602 })
    expect(wallet.pending).toEqual([])
    expect(Object.keys(wallet.state.chains)).toEqual(['1'])
  })

  test.each([10, '10', '0x', '0x0a', '0xzz', undefined, `0x${'f'.repeat(64)}`])(
    'the chain id %s is refused with -32602',
    async (chainId) => {
      await expect(ask(connected(), 'wallet_switchEthereumChain', [{ chainId }])).rejects.toMatchObject({ code: -32602 })
    },
  )

  test('a wallet that cannot switch or add says 4200', async () => {
    const wallet = connected({ supportsSwitch: false, supportsAdd: false })
    await expect(ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({ code: 4200 })
    await expect(ask(wallet, 'wallet_addEthereumChain', [chainTen()])).rejects.toMatchObject({ code: 4200 })
  })

  function chainTen() {
    const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    return { chainId: '0xa', chainName: 'Ten', nativeCurrency, rpcUrls: [ten.url] }
  }
})

describe('batches', () => {
  const batchOf = (calls: unknown[], more: object = {}) => [
    { version: '2.0.0', from: alice, chainId: '0x1', atomicRequired: false, calls, ...more },
  ]

  test('capabilities say that batches are not atomic', async () => {
    const wallet = connected()
    const atomic = { atomic: { status: 'unsupported' } }
    expect(await ask(wallet, 'wallet_getCapabilities', [alice])).toEqual({ '0x1': atomic, '0xa': atomic })
    expect(await ask(wallet, 'wallet_getCapabilities', [alice, ['0xa']])).toEqual({ '0xa': atomic })
    await expect(ask(wallet, 'wallet_getCapabilities', [bob])).rejects.toMatchObject({ code: 4100 })
  })

  test('calls are sent one after the other, and their receipts are told', async () => {
    const wallet = connected()
    const id = idOf(
      await ask(
        wallet,
        'wallet_sendCalls',
        batchOf([
          { to: bob, value: '0x1' },
          { to: bob, value: '0x2' },
        ]),
      ),
    )
    await vi.waitUntil(async () => (await statusOf(wallet, id)).status !== 100, { timeout: 5000 })
    const status = await statusOf(wallet, id)
    expect(status).toMatchObject({ version: '2.0.0', id, chainId: '0x1', status: 200, atomic: false })
    expect(status.receipts).toMatchObject([{ status: '0x1' }, { status: '0x1' }])
  })

  test('a wallet that knows no batches says 4200 to all of it', async () => {
    const wallet = connected({ batches: 'none' })
    for (const method of ['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus', 'wallet_showCallsStatus'])
      await expect(ask(wallet, method, [])).rejects.toMatchObject({ code: 4200 })
  })

  test('one that is ready asks for the upgrade once', async () => {
    const wallet = connected({ batches: 'ready', policy: 'manual' })
    expect(await ask(wallet, 'wallet_getCapabilities', [alice, ['0x1']])).toEqual({ '0x1': { atomic: { status: 'ready' } } })
    const asking = ask(wallet, 'wallet_sendCalls', batchOf([{ to: bob, value: '0x1' }], { atomicRequired: true }))
    await vi.waitUntil(() => wallet.pending.length > 0)
    expect(wallet.pending[0]?.summary).toMatch(/^Upgrade your account to a smart account\nSend /)
    wallet.reject()
    await expect(asking).rejects.toMatchObject({ code: 4001 })
  })

  test('a batch whose second call fails is 600, and one whose first does is 400', async () => {
    const wallet = connected()
    const impossible = { to: bob, value: `0x${(10n ** 30n).toString(16)}` }
    const partly = idOf(await ask(wallet, 'wallet_sendCalls', batchOf([{ to: bob, value: '0x1' }, impossible])))
    const not = idOf(await ask(wallet, 'wallet_sendCalls', batchOf([impossible])))
    await vi.waitUntil(async () => (await statusOf(wallet, not)).status !== 100, { timeout: 5000 })
    expect(await statusOf(wallet, not)).toMatchObject({ status: 400 })
    await vi.waitUntil(async () => (await statusOf(wallet, partly)).status !== 100, { timeout: 5000 })
    expect(await statusOf(wallet, partly)).toMatchObject({ status: 600 })
  })

  test.each([
    ['atomic', 5760, { atomicRequired: true }],
    ['of an unknown version', -32602, { version: '1.0' }],
    ['for an unknown chain', 5710, { chainId: '0x64' }],
    ['with a capability that is not optional', 5700, { capabilities: { paymasterService: {} } }],
    ['without calls', -32602, { calls: [] }],
  ])('a batch %s is refused with %i', async (_name, code, more) => {
    await expect(ask(connected(), 'wallet_sendCalls', batchOf([{ to: bob }], more))).rejects.toMatchObject({ code })
  })

  test('an id is used once, and an unknown one is 5730', async () => {
    const wallet = connected()
    expect(await ask(wallet, 'wallet_sendCalls', batchOf([{ to: bob }], { id: 'mine' }))).toEqual({ id: 'mine' })
    await expect(ask(wallet, 'wallet_sendCalls', batchOf([{ to: bob }], { id: 'mine' }))).rejects.toMatchObject({ code: 5720 })
    await expect(ask(wallet, 'wallet_getCallsStatus', ['other'])).rejects.toMatchObject({ code: 5730 })
  })
})

describe('everything else', () => {
  test('reads go to the node of the active chain, with its errors', async () => {
    const wallet = walletOf()
    expect(await ask(wallet, 'eth_getBalance', [bob, 'latest'])).toMatch(/^0x/)
    expect(await ask(wallet, 'web3_clientVersion')).toMatch(/^anvil/)
    const data = encodeFunctionData({ abi: parseAbi(['function f()']) })
    expect(await ask(wallet, 'eth_call', [{ to: bob, data }, 'latest'])).toBe('0x')
    await expect(ask(wallet, 'eth_getBalance', ['nobody', 'latest'])).rejects.toMatchObject({ code: -32602 })
  })

  test('a node that cannot be reached is 4901', async () => {
    const wallet = walletOf({ chains: { 1: 'http://127.0.0.1:1' } })
    await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: 4901 })
  })

  test.each(['eth_sign', 'anvil_setBalance', 'constructor', '__proto__', 'ETH_ACCOUNTS', ''])(
    'the unknown method "%s" is 4200',
    async (method) => {
      await expect(ask(walletOf(), method)).rejects.toMatchObject({ name: 'ProviderRpcError', code: 4200 })
    },
  )

  test('a token can be watched', async () => {
    const asset = { type: 'ERC20', options: { address: bob, symbol: 'BOB', decimals: 18 } }
    expect(await ask(walletOf(), 'wallet_watchAsset', asset)).toBe(true)
    await expect(ask(walletOf(), 'wallet_watchAsset', { type: 'ERC20' })).rejects.toMatchObject({ code: -32602 })
  })

  test('nothing is fetched before a site asks for something on the chain', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>()
    const wallet = walletOf({ fetch })
    await ask(wallet, 'eth_requestAccounts')
    await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])
    await ask(wallet, 'personal_sign', ['hello', alice])
    expect(fetch).not.toHaveBeenCalled()
  })
})

function signatureOf(value: unknown): `0x${string}` {
  expect(value).toMatch(/^0x[0-9a-f]{130}$/)
  return `0x${String(value).slice(2)}`
}

function hashOf(value: unknown): `0x${string}` {
  expect(value).toMatch(/^0x[0-9a-f]{64}$/)
  return `0x${String(value).slice(2)}`
}

function idOf(value: unknown): string {
  return String(Reflect.get(Object(value), 'id'))
}

async function statusOf(wallet: HeadlessWallet, id: string): Promise<Record<string, unknown>> {
  return Object(await ask(wallet, 'wallet_getCallsStatus', [id]))
}
