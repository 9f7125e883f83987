import { afterEach, describe, expect, test } from 'vitest'
import { createDapp } from '../client/createDapp.js'
import type { Dapp } from '../client/types.js'
import { createMemoryRelay, type MemoryRelay } from '../test/memoryRelay.js'
import {
  address,
  approved,
  asked,
  base,
  bitcoin,
  bitcoinAddress,
  dappMetadata,
  ethereum,
  memory,
  solana,
  solanaAddress,
  until,
  walletMetadata,
} from '../test/parties.js'
import type { Approved, WalletClient } from '../wallet/types.js'
import { createWalletClient } from '../wallet/wallet.js'
import { createBitcoinProvider } from './bip122.js'
import { createEip155Provider } from './eip155.js'
import { createSolanaWallet } from './solana.js'
import { createUniversalProvider, type UniversalProvider } from './universal.js'

const relayUrl = 'ws://127.0.0.1:1'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const chains = [
  { id: ethereum, rpcUrls: ['https://one.example', 'https://two.example'] },
  { id: base, rpcUrls: [] },
  { id: solana, rpcUrls: ['https://solana.example'] },
  { id: bitcoin, rpcUrls: [] },
]
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface SetUp {
  readonly namespaces?: Approved
  readonly answer?: (method: string, params: unknown) => unknown
  readonly fetch?: typeof globalThis.fetch
}

async function setUp({ namespaces = approved, answer = (method) => `did ${method}`, fetch }: SetUp = {}) {
  const relay: MemoryRelay = createMemoryRelay()
  const { WebSocket } = relay
  const storage = memory()
  const dapp: Dapp = createDapp({ keepPairings: false, relayUrl, metadata: dappMetadata, WebSocket, storage })
  const wallet: WalletClient = createWalletClient({ relayUrl, metadata: walletMetadata, WebSocket })
  const requests: { readonly method: string; readonly chainId: string; readonly params: unknown }[] = []
  wallet.on('proposal', ({ id }) => void wallet.approve({ id, namespaces }).catch(() => undefined))
  wallet.on('request', ({ topic, id, method, chainId, params }) => {
    requests.push({ method, chainId, params })
    const result = answer(method, params)
    if (result !== undefined) void wallet.respond({ topic, id, result }).catch(() => undefined)
  })
  const provider: UniversalProvider = createUniversalProvider({ dapp, chains, namespaces: asked, ...(fetch && { fetch }) })
  const connect = async () => void (await provider.connect({ onUri: ({ uri }) => wallet.pair({ uri }) }))
  const face = { provider, connect }
  closing.push(
    () => dapp.close(),
    () => wallet.close(),
  )
  const topic = () => provider.session().topic
  return { relay, dapp, wallet, provider, face, connect, requests, topic, storage }
}

/** Endpoints that note what they are asked. */
function endpoints(answer: (url: string, method: string) => unknown) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input.toString()
    const { method } = JSON.parse(typeof init?.body === 'string' ? init.body : '') as { readonly method: string }
    asked.push(`${new URL(url).host} ${method}`)
    const body = answer(url, method)
    if (body instanceof Error) throw body
    return new Response(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return { asked, fetch }
}

describe('the texts of errors', () => {
  test('before there is a session', async () => {
    const { provider, dapp } = await setUp()
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toThrow('Please call connect() before request()')
    await expect(provider.enable()).rejects.toThrow('Please call connect() before enable()')
    expect(() => provider.session()).toThrow('Session not initialized...'.slice(0, 23))
    provider.close()
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toThrow('Sign Client not initialized')
    await expect(provider.connect()).rejects.toThrow('Sign Client not initialized')
    expect(dapp.sessions()).toEqual([])
  })

  test('within one', async () => {
    const { provider, connect } = await setUp()
    await connect()
    await expect(provider.request({ method: 'x', chainId: 'polkadot:1' })).rejects.toThrow(
      "Namespace 'polkadot' is not configured. Please call connect() first with namespace config.",
    )
    await expect(provider.request({ method: 'eth_blockNumber', chainId: 'eip155:999' })).rejects.toThrow(
      'JSON-RPC provider for eip155:999 not found',
    )
    await expect(provider.request({ method: 'eth_blockNumber', chainId: base })).rejects.toThrow(`No RPC url provided for chainId: ${base}`)
    expect(() => provider.setChain('eip155:999')).toThrow('JSON-RPC provider for eip155:999 not found')
    await expect(provider.enable()).resolves.toHaveLength(4)
  })
})

describe('EVM (EIP-1193)', () => {
  test('pairs when accounts are asked for, once, and says who and where', async () => {
    const { face, provider, requests } = await setUp()
    const evm = createEip155Provider(face)
    await expect(evm.request({ method: 'eth_accounts' })).resolves.toEqual([])
    await expect(evm.request({ method: 'eth_chainId' })).rejects.toThrow('Please call connect() before request()')
    await expect(evm.request({ method: 'eth_requestAccounts' })).resolves.toEqual([address])
    await expect(evm.request({ method: 'eth_requestAccounts' })).resolves.toEqual([address])
    await expect(evm.request({ method: 'eth_chainId' })).resolves.toBe('0x1')
    await expect(evm.request({ method: 'net_version' })).resolves.toBe('1')
    expect(provider.current()?.peer.name).toBe('Example Wallet')
    expect(requests).toEqual([])
  })

  test('what a wallet signs goes to the wallet, reads go to the host’s nodes, each on its chain', async () => {
    const { asked: read, fetch } = endpoints((url) => (url.includes('one') ? new Error('away') : { id: 1, jsonrpc: '2.0', result: '0x10' }))
    const { face, connect, requests } = await setUp({ fetch })
    const evm = createEip155Provider(face)
    await connect()
    await expect(evm.request({ method: 'personal_sign', params: ['0x00', address] })).resolves.toBe('did personal_sign')
    await expect(evm.request({ method: 'eth_blockNumber' })).resolves.toBe('0x10')
    expect(read).toEqual(['one.example eth_blockNumber', 'two.example eth_blockNumber'])
    expect(requests).toEqual([{ method: 'personal_sign', chainId: ethereum, params: ['0x00', address] }])
    await expect(evm.request({ method: 'wallet_sendCalls', params: [] })).rejects.toMatchObject({ code: 4200 })
    await expect(evm.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({ code: 4200 })
  })

  test('a read that a wallet approved, too, goes to the host’s nodes all the same', async () => {
    const eip155 = { ...approved['eip155'], accounts: [`${ethereum}:${address}`], events: [], methods: ['eth_call', 'personal_sign'] }
    const { asked: read, fetch } = endpoints(() => ({ result: '0x' }))
    const { face, connect, requests } = await setUp({ fetch, namespaces: { ...approved, eip155 } })
    await connect()
    await expect(createEip155Provider(face).request({ method: 'eth_call', params: [] })).resolves.toBe('0x')
    expect(read).toHaveLength(1)
    expect(requests).toEqual([])
  })

  test.each<[string, unknown, object]>([
    [
      'an error of the node',
      { error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } },
      { code: 3, data: '0x08c379a0', message: 'execution reverted' },
    ],
    ['HTML', '<html>', { name: 'RpcError', code: -32603 }],
    ['nothing', '', { name: 'RpcError' }],
    ['no result', {}, { name: 'RpcError' }],
    ['a list', [], { name: 'RpcError' }],
  ])('a node that answers with %s fails with a typed error', async (_, body, expected) => {
    const { fetch } = endpoints(() => body)
    const { face, connect } = await setUp({ fetch })
    await connect()
    await expect(createEip155Provider(face).request({ method: 'eth_call', params: [] })).rejects.toMatchObject(expected)
  })

  test('switches by itself to a chain that the wallet approved, tells of it, and asks the wallet for others', async () => {
    const { face, connect, wallet, requests, topic } = await setUp({
      namespaces: {
        eip155: {
          ...approved['eip155'],
          chains: [ethereum],
          accounts: [`${ethereum}:${address}`],
          methods: ['personal_sign', 'wallet_switchEthereumChain'],
          events: ['chainChanged'],
        },
      },
    })
    const evm = createEip155Provider(face)
    const events: unknown[] = []
    for (const event of ['chainChanged', 'accountsChanged']) evm.on(event, (payload) => void events.push([event, payload]))
    await connect()
    const switching = evm.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] })
    await until(() => requests.length === 1)
    await wallet.update({
      topic: topic(),
      namespaces: {
        eip155: {
          accounts: [`${ethereum}:${address}`, `${base}:${other}`],
          methods: ['personal_sign', 'wallet_switchEthereumChain'],
          events: ['chainChanged'],
        },
      },
    })
    await expect(switching).resolves.toBe(null)
    expect(events).toEqual([
      ['chainChanged', '0x2105'],
      ['accountsChanged', [other]],
    ])
    await evm.request({ method: 'personal_sign', params: [] })
    expect(requests.at(-1)).toMatchObject({ method: 'personal_sign', chainId: base })
    await evm.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    expect(events.slice(2)).toEqual([
      ['chainChanged', '0x1'],
      ['accountsChanged', [address]],
    ])
    expect(requests.filter(({ method }) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
    await expect(evm.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x99' }] })).rejects.toMatchObject({ code: 4901 })
    await expect(evm.request({ method: 'wallet_switchEthereumChain', params: ['0x1'] })).rejects.toMatchObject({ code: -32602 })
  }, 15_000)

  test.each<[string, unknown, unknown]>([
    ['a number', 8453, '0x2105'],
    ['hex', '0x2105', '0x2105'],
    ['decimal text', '8453', '0x2105'],
    ['CAIP-2', 'eip155:8453', '0x2105'],
  ])('the wallet’s change of chain, written as %s, is followed; one beyond the session is not', async (_, data, expected) => {
    const { face, connect, wallet, topic } = await setUp()
    const evm = createEip155Provider(face)
    const heard: unknown[] = []
    evm.on('chainChanged', (chain) => void heard.push(chain))
    await connect()
    await wallet.emitEvent({ topic: topic(), chainId: ethereum, name: 'chainChanged', data })
    await until(() => heard.length === 1)
    expect(heard).toEqual([expected])
    await wallet.emitEvent({ topic: topic(), chainId: ethereum, name: 'chainChanged', data: 999 })
    await wallet.emitEvent({ topic: topic(), chainId: ethereum, name: 'chainChanged', data: 'eip155:999' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(heard).toEqual([expected])
    await wallet.emitEvent({ topic: topic(), chainId: ethereum, name: 'chainChanged', data: { chainId: 1 } })
    await until(() => heard.length === 2)
    expect(heard).toEqual([expected, '0x1'])
  })

  test('the wallet’s change of account is followed within the session, whatever else it says', async () => {
    const { face, connect, wallet, topic } = await setUp({
      namespaces: {
        eip155: {
          ...approved['eip155'],
          accounts: [`${ethereum}:${address}`, `${ethereum}:${other}`],
          methods: ['personal_sign'],
          events: ['accountsChanged'],
        },
      },
    })
    const evm = createEip155Provider(face)
    const heard: unknown[] = []
    evm.on('accountsChanged', (accounts) => void heard.push(accounts))
    await connect()
    for (const data of [['0x000000000000000000000000000000000000dEaD'], [], 7, null, [{}]])
      await wallet.emitEvent({ topic: topic(), chainId: ethereum, name: 'accountsChanged', data })
    await wallet.emitEvent({ topic: topic(), chainId: ethereum, name: 'accountsChanged', data: [`${ethereum}:${other}`] })
    await until(() => heard.length > 0)
    expect(heard).toEqual([[other, address]])
  })

  test('the wallet’s goodbye ends it: requests fail, listeners hear, and nothing is left', async () => {
    const { face, connect, wallet, topic, provider, storage } = await setUp({ answer: () => undefined })
    const evm = createEip155Provider(face)
    const heard: unknown[] = []
    evm.on('disconnect', (error) => void heard.push(error))
    await connect()
    const id = topic()
    const pending = expect(evm.request({ method: 'eth_sendTransaction', params: [] })).rejects.toMatchObject({
      name: 'SessionEndedError',
      code: 6000,
    })
    await new Promise((resolve) => setTimeout(resolve, 20))
    await wallet.disconnect({ topic: id })
    await pending
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({ code: 6000 })
    expect(provider.current()).toBeUndefined()
    await expect(evm.request({ method: 'eth_accounts' })).resolves.toEqual([])
    await expect(evm.request({ method: 'personal_sign' })).rejects.toThrow('Please call connect() before request()')
    const stored = JSON.parse([...storage.items.values()][0] ?? '') as { readonly records: Readonly<Record<string, readonly unknown[]>> }
    const left = Object.entries(stored.records)
      .filter(([, entry]) => entry.length === 3)
      .map(([key]) => key)
    expect(left).toEqual(['identity'])
  })

  test('a site that is done takes back its permission, and the wallet hears of it', async () => {
    const { face, connect, wallet } = await setUp()
    await connect()
    await createEip155Provider(face).request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    await until(() => wallet.sessions().length === 0)
  })

  test('the chain in use is the same after a reload', async () => {
    const { face, connect, dapp, relay, storage } = await setUp()
    await connect()
    await createEip155Provider(face).request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2105' }] })
    dapp.close()
    const again = createDapp({ relayUrl, metadata: dappMetadata, WebSocket: relay.WebSocket, storage })
    closing.push(() => again.close())
    const provider = createUniversalProvider({ dapp: again, chains, namespaces: asked })
    await expect(createEip155Provider({ provider, connect }).request({ method: 'eth_chainId' })).resolves.toBe('0x2105')
  })
})

test('R13: an unexpired code is reused when the visitor comes back to it', async () => {
  const { provider, wallet } = await setUp()
  const abort = new AbortController()
  const uris: string[] = []
  const onUri = ({ uri }: { readonly uri: string }) => void uris.push(uri)
  const first = provider.connect({ signal: abort.signal, onUri })
  abort.abort()
  await expect(first).rejects.toThrow('Request was aborted')
  const second = provider.connect({ onUri })
  expect(uris[1]).toBe(uris[0])
  wallet.pair({ uri: uris[0] ?? '' })
  await expect(second).resolves.toBeDefined()
})

test('R2: a wallet that agrees after the visitor turned away is told that it is not needed', async () => {
  const { provider, wallet, dapp } = await setUp()
  const abort = new AbortController()
  let uri = ''
  const attempt = provider.connect({ signal: abort.signal, onUri: (code) => void ({ uri } = code) })
  abort.abort()
  await expect(attempt).rejects.toThrow()
  const gone = new Promise((resolve) => wallet.on('sessionDeleted', resolve))
  wallet.pair({ uri })
  await gone
  expect([dapp.sessions(), wallet.sessions()]).toEqual([[], []])
})

describe('Solana (Wallet Standard)', () => {
  const key = solanaAddress

  interface Features {
    readonly 'standard:connect': {
      readonly connect: (input?: {
        readonly silent: boolean
      }) => Promise<{ readonly accounts: readonly { readonly address: string; readonly chains: readonly string[] }[] }>
    }
    readonly 'solana:signMessage': { readonly signMessage: (input: object) => Promise<readonly { readonly signature: Uint8Array }[]> }
    readonly 'solana:signTransaction': {
      readonly signTransaction: (input: object) => Promise<readonly { readonly signedTransaction: Uint8Array }[]>
    }
  }
  const featuresOf = (wallet: ReturnType<typeof createSolanaWallet>) => wallet.features as unknown as Features

  test('a silent look pairs with nobody; a connect does, and shows what the session covers', async () => {
    const { face } = await setUp()
    const wallet = createSolanaWallet(face)
    expect(Object.keys(wallet.features)).toEqual(['standard:connect', 'standard:disconnect', 'standard:events'])
    await expect(featuresOf(wallet)['standard:connect'].connect({ silent: true })).resolves.toEqual({ accounts: [] })
    const { accounts } = await featuresOf(wallet)['standard:connect'].connect()
    expect(accounts).toMatchObject([{ address: key, chains: ['solana:mainnet'] }])
    expect(Object.keys(wallet.features)).toContain('solana:signTransaction')
  })

  test.each<[string, unknown]>([
    ['nothing', null],
    ['no signature', {}],
    ['a short one', { signature: '111' }],
    ['no base58', { signature: '0OIl'.repeat(20) }],
    ['a number', { signature: 7 }],
  ])('a wallet that answers with %s gets a typed error', async (_, answer) => {
    const { face, connect } = await setUp({ answer: () => answer })
    await connect()
    const account = { address: key }
    await expect(
      featuresOf(createSolanaWallet(face))['solana:signMessage'].signMessage({ account, message: new Uint8Array(3) }),
    ).rejects.toMatchObject({ name: 'MalformedMessageError' })
    await expect(
      featuresOf(createSolanaWallet(face))['solana:signTransaction'].signTransaction({ account, transaction: new Uint8Array(200) }),
    ).rejects.toMatchObject({ name: 'MalformedMessageError' })
  })
})

describe('Bitcoin', () => {
  const publicKey = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
  const answers: Readonly<Record<string, unknown>> = {
    getAccountAddresses: [
      { address: bitcoinAddress, publicKey, path: "m/84'/0'/0'/0/0", intention: 'payment' },
      { address: 'bc1pordinal', publicKey: publicKey.slice(2), intention: 'ordinal' },
    ],
    signMessage: { address: bitcoinAddress, signature: '1f'.repeat(65) },
    signPsbt: { psbt: 'cHNidP8=', txid: 'ab'.repeat(32) },
    sendTransfer: { txid: 'cd'.repeat(32) },
  }

  test('speaks the requests of the namespace, and the dialect of Bitcoin sites', async () => {
    const { face, requests } = await setUp({ answer: (method) => answers[method] })
    const provider = createBitcoinProvider(face)
    await expect(provider.request('wallet_getAccount')).rejects.toMatchObject({ code: -32002 })
    await expect(provider.request('wallet_connect')).resolves.toEqual({
      result: {
        addresses: [
          { address: bitcoinAddress, purpose: 'payment', publicKey },
          { address: 'bc1pordinal', purpose: 'ordinals', publicKey: publicKey.slice(2) },
        ],
        network: { bitcoin: { name: 'Mainnet' } },
      },
    })
    const signed = (await provider.request('signMessage', { address: bitcoinAddress, message: 'hello', protocol: 'BIP322' })).result
    expect(signed).toEqual({ address: bitcoinAddress, signature: btoa('\x1f'.repeat(65)) })
    await expect(provider.request('sendTransfer', { recipients: [{ address: 'bc1qother', amount: 1_500 }] })).resolves.toEqual({
      result: answers['sendTransfer'],
    })
    await expect(
      provider.request('signPsbt', { psbt: 'cHNidP8=', signInputs: { [bitcoinAddress]: [0, 1] }, broadcast: true }),
    ).resolves.toEqual({ result: answers['signPsbt'] })
    expect(requests.slice(-3)).toEqual([
      {
        chainId: bitcoin,
        method: 'signMessage',
        params: { account: bitcoinAddress, address: bitcoinAddress, message: 'hello', protocol: 'bip322' },
      },
      { chainId: bitcoin, method: 'sendTransfer', params: { account: bitcoinAddress, recipientAddress: 'bc1qother', amount: '1500' } },
      {
        chainId: bitcoin,
        method: 'signPsbt',
        params: {
          account: bitcoinAddress,
          psbt: 'cHNidP8=',
          signInputs: [
            { address: bitcoinAddress, index: 0 },
            { address: bitcoinAddress, index: 1 },
          ],
          broadcast: true,
        },
      },
    ])
    await expect(provider.request('toString')).rejects.toMatchObject({ code: -32601 })
    await expect(provider.request('sendTransfer', { recipients: [] })).rejects.toMatchObject({ code: -32602 })
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'x'],
    ['an empty object', {}],
  ])('a wallet that answers with %s gets a typed error', async (_, answer) => {
    const { face, connect } = await setUp({ answer: () => answer })
    await connect()
    const provider = createBitcoinProvider(face)
    for (const method of ['signMessage', 'signPsbt'] as const)
      await expect(provider.request(method, {})).rejects.toMatchObject({ name: 'MalformedMessageError' })
  })
})
