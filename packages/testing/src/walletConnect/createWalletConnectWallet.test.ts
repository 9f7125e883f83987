import { PairingUriError, createDapp } from '@portico/walletconnect/client'
import { verifyMessage } from 'viem'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { approve, delay, garbage, manual, never, reject, twice } from '../wallet/behaviours.js'
import { createWalletConnectWallet } from './createWalletConnectWallet.js'
import { asked, base, bitcoin, ethereum, meet, solana, useRelay } from './site.test.helper.js'
import { memoryStorage } from './storage.js'

const relay = useRelay()
const optimism = 'eip155:10'
const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('letting a site in', () => {
  test('a scanned code opens one session for all three families, with what is asked and what it can', async () => {
    const { connect, wallet } = meet(relay.url)
    const { namespaces, peer, properties } = await connect()
    const [account] = wallet.accounts
    expect(peer.name).toBe('Test Phone Wallet')
    expect(Object.keys(namespaces)).toEqual(['eip155', 'solana', 'bip122'])
    expect(namespaces['eip155']?.accounts).toEqual([`${ethereum}:${first}`, `${base}:${first}`])
    expect(namespaces['solana']?.accounts).toEqual([`${solana}:${account?.solana}`])
    expect(namespaces['bip122']?.accounts).toEqual([`${bitcoin}:${account?.bip122.payment.address}`])
    expect(namespaces['eip155']?.methods).not.toContain('eth_sign')
    expect(String(properties?.['bip122_getAccountAddresses'])).toContain(account?.bip122.ordinals.address)
    expect(wallet.sessions()).toHaveLength(1)
    await vi.waitFor(() =>
      expect(wallet.requests).toMatchObject([{ method: 'wc_sessionPropose', origin: 'https://shop.example', outcome: 'approved' }]),
    )
  })

  test('without autoApprove, a person decides, one by one', async () => {
    const { dapp, ask, wallet } = meet(relay.url, { autoApprove: false })
    const { uri, approval } = dapp.connect({ namespaces: asked })
    const scanned = await wallet.scan(uri)
    expect(scanned).toMatchObject({ method: 'wc_sessionPropose', outcome: 'waiting' })
    expect(wallet.pending).toMatchObject([
      { id: scanned.id, summary: 'Connect Example Shop (https://shop.example) to eip155, solana, bip122' },
    ])
    const session = await wallet.approve(scanned.id)
    expect((await approval).session?.topic).toBe(session?.topic)

    const signing = ask(ethereum, 'personal_sign', ['0x68656c6c6f', first])
    const waiting = await wallet.next('personal_sign')
    expect(waiting).toMatchObject({ chainId: ethereum, params: ['0x68656c6c6f', first], summary: 'Sign the message: hello' })
    const declined = expect(signing).rejects.toMatchObject({ name: 'UserRejectedError' })
    await wallet.reject()
    await declined
    await vi.waitFor(() => expect(wallet.requests.map(({ outcome }) => outcome)).toEqual(['approved', 'declined']))
    expect(() => wallet.approve()).toThrow('No request is waiting.')
  })

  test('a declined proposal is heard, and the next one can be let in', async () => {
    const { dapp, connect, wallet } = meet(relay.url)
    wallet.script('wc_sessionPropose', reject())
    const { uri, approval } = dapp.connect({ namespaces: asked })
    const refused = expect(approval).rejects.toMatchObject({ name: 'UserRejectedError' })
    await wallet.scan(uri)
    await refused
    expect(wallet.sessions()).toEqual([])
    await expect(connect()).resolves.toMatchObject({ peer: { name: 'Test Phone Wallet' } })
  })

  test('the person chooses families and chains, for one proposal or for all', async () => {
    const { dapp, connect, wallet } = meet(relay.url)
    wallet.choose({ namespaces: ['solana', base] })
    const { namespaces } = await connect()
    expect(Object.keys(namespaces)).toEqual(['eip155', 'solana'])
    expect(namespaces['eip155']?.chains).toEqual([base])

    wallet.setPolicy('manual')
    const { uri, approval } = dapp.connect({ namespaces: asked })
    await wallet.scan(uri)
    const { bip122 } = asked
    await wallet.approve(undefined, {
      namespaces: {
        bip122: { accounts: [`${bitcoin}:${wallet.accounts[0]?.bip122.ordinals.address}`], methods: bip122?.methods ?? [], events: [] },
      },
    })
    expect(Object.keys((await approval).session?.namespaces ?? {})).toEqual(['bip122'])
  })

  test('a site that needs what the wallet has not is refused without asking anybody', async () => {
    const { dapp, wallet } = meet(relay.url, { autoApprove: false, networks: { [ethereum]: 'http://127.0.0.1:1' } })
    const needs = (required: typeof asked) => {
      const { uri, approval } = dapp.connect({ namespaces: asked, required })
      const refused = expect(approval).rejects.toThrow('Unsupported')
      return wallet.scan(uri).then(() => refused)
    }
    await needs({ eip155: { chains: [base], methods: [], events: [] } })
    await needs({ eip155: { chains: [ethereum], methods: ['eth_decrypt'], events: [] } })
    await needs({ solana: { chains: [solana], methods: [], events: [] } })
    await vi.waitFor(() => expect(wallet.requests.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']))
  })

  test('what is no code, an expired one, and one without a site behind it are refused', async () => {
    const { wallet } = meet(relay.url)
    await expect(wallet.scan('https://shop.example')).rejects.toThrow(PairingUriError)
    const key = '11'.repeat(32)
    await expect(wallet.scan(`wc:${'0'.repeat(64)}@2?relay-protocol=irn&symKey=${key}`)).rejects.toThrow(PairingUriError)
    const { uri, approval } = meet(relay.url).dapp.connect({ namespaces: asked })
    approval.catch(() => {})
    const other = createWalletConnectWallet({ relayUrl: 'ws://127.0.0.1:1', WebSocket })
    onTestFinished(() => other.close())
    await expect(other.scan(uri, { timeout: 50 })).rejects.toThrow('Nothing was asked within 50 ms.')
  })

  test('a link that opens a wallet hands it the code', async () => {
    const { dapp, wallet } = meet(relay.url)
    for (const link of ['example://wc?uri=', 'https://wallet.example/app/wc?uri=']) {
      const { uri, approval } = dapp.connect({ namespaces: asked })
      await wallet.scan(`${link}${encodeURIComponent(uri)}`)
      await approval
    }
    expect(wallet.sessions()).toHaveLength(2)
  })

  test('one click connects and signs in with each chain that the wallet knows', async () => {
    const { dapp, ask, wallet } = meet(relay.url, { autoApprove: false })
    const authentication = {
      chains: [ethereum, base, 'eip155:137'],
      domain: 'shop.example',
      aud: 'https://shop.example/login',
      nonce: 'd41d8cd98f00b204',
      methods: ['personal_sign'],
    }
    const { uri, approval } = dapp.connect({ namespaces: asked, authenticate: authentication })
    await expect(wallet.scan(uri)).resolves.toMatchObject({ method: 'wc_sessionAuthenticate' })
    expect(wallet.pending).toMatchObject([{ summary: 'Sign in to shop.example as asked by Example Shop (https://shop.example)' }])
    await wallet.approve()
    const { session, cacaos = [] } = await approval
    expect(cacaos.map(({ p }) => p.iss)).toEqual([ethereum, base].map((chain) => `did:pkh:${chain}:${first}`))
    expect(session?.namespaces['eip155']?.accounts).toContain(`${ethereum}:${first}`)
    wallet.setPolicy('approve')
    await expect(ask(base, 'personal_sign', ['0x00', first])).resolves.toMatch(/^0x/)
  })

  test('a wallet that cannot sign in takes the plain proposal instead', async () => {
    const { dapp, wallet } = meet(relay.url, { authenticate: false })
    const authentication = { chains: [ethereum], domain: 'shop.example', aud: 'https://shop.example/login', nonce: 'd41d8cd98f00b204' }
    const { uri, approval } = dapp.connect({ namespaces: asked, authenticate: authentication })
    await wallet.scan(uri)
    const { session, cacaos } = await approval
    expect(session?.topic).toBe(wallet.sessions()[0]?.topic)
    expect(cacaos).toBeUndefined()
  })
})

describe('what becomes of requests', () => {
  test('scripts come first: declined, garbage, an error of another kind, then what the policy says', async () => {
    const { connect, ask, wallet } = meet(relay.url)
    await connect()
    wallet.script(
      ({ method, chainId }) => method === 'personal_sign' && chainId === base,
      reject(),
      garbage(7),
      reject(4902, 'Elsewhere.', { at: 1 }),
    )
    const sign = () => ask(base, 'personal_sign', ['0x68656c6c6f', first])
    await expect(ask(ethereum, 'personal_sign', ['0x68656c6c6f', first])).resolves.toMatch(/^0x/)
    await expect(sign()).rejects.toMatchObject({ name: 'UserRejectedError' })
    await expect(sign()).resolves.toBe(7)
    await expect(sign()).rejects.toMatchObject({ code: 4902, message: 'Elsewhere.', data: { at: 1 } })
    const signature = await sign()
    if (typeof signature !== 'string' || !signature.startsWith('0x')) throw new Error('It is no signature.')
    await expect(verifyMessage({ address: first, message: 'hello', signature: `0x${signature.slice(2)}` })).resolves.toBe(true)
  })

  test('what is scripted to be said twice is said once, and the rest goes on', async () => {
    const { connect, ask, wallet } = meet(relay.url)
    wallet.script(() => true, twice(), twice(), delay(1))
    await connect()
    await expect(ask(ethereum, 'personal_sign', ['0x00', first])).resolves.toMatch(/^0x/)
    await expect(ask(ethereum, 'personal_sign', ['0x00', first])).resolves.toMatch(/^0x/)
    await vi.waitFor(() => expect(wallet.requests.map(({ outcome }) => outcome)).toEqual(['approved', 'approved', 'approved']))
  })

  test('S14: an account, a method or a chain outside the session is refused', async () => {
    const { connect, ask, dapp, wallet } = meet(relay.url, { accounts: 2 })
    const { topic } = await connect()
    await expect(ask(ethereum, 'personal_sign', ['0x00', second])).rejects.toMatchObject({ code: 4100 })
    await expect(ask(solana, 'solana_signMessage', { message: '1', pubkey: second })).rejects.toMatchObject({ code: 4100 })
    await expect(ask(bitcoin, 'signMessage', { account: second, message: 'x' })).rejects.toMatchObject({ code: 4100 })
    await expect(dapp.request({ topic, chainId: optimism, method: 'personal_sign', params: [] })).rejects.toThrow()
    await vi.waitFor(() => expect(wallet.requests.map(({ outcome }) => outcome)).toEqual(['approved', 'failed', 'failed', 'failed']))
  })

  test('malformed parameters get an answer each', async () => {
    const { connect, ask } = meet(relay.url)
    await connect()
    for (const params of [undefined, null, 7, 'text', [], {}, [null, null], { message: {} }]) {
      await expect(ask(ethereum, 'eth_signTypedData_v4', params)).rejects.toMatchObject({ code: -32602 })
      await expect(ask(solana, 'solana_signTransaction', params)).rejects.toMatchObject({ code: -32602 })
      await expect(ask(bitcoin, 'signPsbt', params)).rejects.toHaveProperty('code')
    }
  })

  test('a site that leaves takes what it asked off the screen', async () => {
    const { connect, dapp, ask, wallet } = meet(relay.url)
    const { topic } = await connect()
    wallet.script('personal_sign', manual())
    const signing = expect(ask(ethereum, 'personal_sign', ['0x00', first])).rejects.toThrow()
    await wallet.next('personal_sign')
    await dapp.disconnect({ topic })
    await signing
    await vi.waitFor(() => expect(wallet.pending).toEqual([]))
    expect(wallet.sessions()).toEqual([])
  })
})

describe('what the person does', () => {
  test('another chain: the session comes to cover it, and the site hears of it', async () => {
    const { connect, dapp, wallet } = meet(relay.url)
    await connect()
    const heard = vi.fn()
    dapp.on('sessionEvent', heard)
    await wallet.switchChain(optimism)
    await vi.waitFor(() =>
      expect(heard).toHaveBeenCalledWith(expect.objectContaining({ name: 'chainChanged', data: 10, chainId: optimism })),
    )
    expect(dapp.sessions()[0]?.namespaces['eip155']?.accounts).toContain(`${optimism}:${first}`)
    expect(wallet.state.chain).toBe(optimism)
    await expect(wallet.switchChain('eip155:5')).rejects.toThrow('does not know')
  })

  test('a site may ask for another chain', async () => {
    const { connect, dapp, ask, wallet } = meet(relay.url)
    await connect()
    await expect(ask(ethereum, 'wallet_switchEthereumChain', [{ chainId: '0xa' }])).resolves.toBeNull()
    await vi.waitFor(() => expect(dapp.sessions()[0]?.namespaces['eip155']?.chains).toContain(optimism))
    expect(wallet.state.chain).toBe(optimism)
    await expect(ask(ethereum, 'wallet_switchEthereumChain', [{ chainId: '0x5' }])).rejects.toMatchObject({ code: 4902 })
  })

  test('another account: the session has it, and the site hears of it', async () => {
    const { connect, dapp, ask, wallet } = meet(relay.url, { accounts: 2 })
    await connect()
    const heard = vi.fn()
    dapp.on('sessionEvent', heard)
    await wallet.switchAccount(1)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(expect.objectContaining({ name: 'accountsChanged', data: [second] })))
    expect(dapp.sessions()[0]?.namespaces['eip155']?.accounts).toEqual([`${ethereum}:${second}`, `${base}:${second}`])
    await expect(ask(ethereum, 'personal_sign', ['0x00', second])).resolves.toMatch(/^0x/)
    await expect(ask(ethereum, 'personal_sign', ['0x00', first])).rejects.toMatchObject({ code: 4100 })
  })

  test('updates, extends, pings, sends events, and leaves', async () => {
    const { connect, dapp, wallet } = meet(relay.url)
    const { topic, namespaces, expiry } = await connect()
    const heard = vi.fn()
    dapp.on('sessionEvent', heard)
    await wallet.emit({ name: 'chainChanged', data: 'nonsense', chainId: base })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(expect.objectContaining({ data: 'nonsense' })))
    const { eip155 } = namespaces
    if (!eip155) throw new Error('There is no such namespace.')
    await wallet.update({ topic, namespaces: { eip155: { ...eip155, methods: ['personal_sign'] } } })
    expect(dapp.session(topic)?.namespaces['eip155']?.methods).toEqual(['personal_sign'])
    await wallet.extend()
    expect(dapp.session(topic)?.expiry).toBeGreaterThanOrEqual(expiry)
    await wallet.ping({ topic })
    await expect(wallet.ping({ topic: 'none' })).rejects.toThrow('There is no such session.')
    await wallet.disconnect()
    await vi.waitFor(() => expect(dapp.sessions()).toEqual([]))
    expect(wallet.sessions()).toEqual([])
  })
})

describe('a phone that comes and goes', () => {
  test('R12: without a network nothing arrives; what was asked meanwhile is answered afterwards, once', async () => {
    const { connect, ask, wallet } = meet(relay.url)
    await connect()
    wallet.goOffline()
    const signing = ask(ethereum, 'personal_sign', ['0x00', first])
    await vi.waitFor(() => expect(wallet.relayStatus()).not.toBe('open'))
    expect(wallet.requests).toHaveLength(1)
    wallet.goOnline()
    await expect(signing).resolves.toMatch(/^0x/)
    expect(wallet.requests).toHaveLength(2)
  })

  test('what waited before a restart waits again, and is answered once', async () => {
    const { connect, ask, wallet } = meet(relay.url)
    await connect()
    wallet.script('personal_sign', never(), manual())
    const signing = ask(ethereum, 'personal_sign', ['0x00', first])
    await vi.waitFor(() => expect(wallet.requests).toHaveLength(2))
    wallet.restart()
    await wallet.next('personal_sign')
    wallet.restart()
    await expect(signing).resolves.toMatch(/^0x/)
    expect(wallet.pending).toEqual([])
    expect(wallet.sessions()).toHaveLength(1)
  })

  test('another wallet on the same storage is the same wallet: sessions, account and chain', async () => {
    const storage = memoryStorage()
    const { connect, ask, wallet } = meet(relay.url, { accounts: 2, storage })
    await connect()
    await wallet.switchAccount(1)
    await wallet.switchChain(base)
    wallet.close()
    const again = createWalletConnectWallet({ relayUrl: relay.url, WebSocket, accounts: 2, storage })
    onTestFinished(() => again.close())
    expect(again.sessions()).toHaveLength(1)
    expect(again.state).toMatchObject({ exposed: [1], chain: base })
    await expect(ask(ethereum, 'personal_sign', ['0x00', second])).resolves.toMatch(/^0x/)
  })

  test('a site that is gone does not keep the others from hearing what changed', async () => {
    const { connect, dapp, wallet } = meet(relay.url, { accounts: 2 })
    await connect()
    const other = createDapp({
      relayUrl: relay.url,
      WebSocket,
      metadata: { name: 'Gone', description: '', url: 'https://gone.example', icons: [] },
    })
    const { uri, approval } = other.connect({ namespaces: asked })
    await wallet.scan(uri)
    await approval
    other.close()
    const heard = vi.fn()
    dapp.on('sessionEvent', heard)
    const switching = wallet.switchAccount(1)
    await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(expect.objectContaining({ name: 'accountsChanged', data: [second] })))
    await switching
  })

  test('a locked wallet asks when it is unlocked, and hands out nothing before', async () => {
    const { connect, ask, wallet } = meet(relay.url)
    await connect()
    wallet.lock()
    const signing = ask(ethereum, 'personal_sign', ['0x00', first])
    await wallet.next('personal_sign')
    wallet.unlock()
    await expect(signing).resolves.toMatch(/^0x/)
  })

  test('there are as many accounts as there are keys', () => {
    const make = (accounts: number) => createWalletConnectWallet({ relayUrl: relay.url, WebSocket, accounts })
    const ten = make(10)
    onTestFinished(() => ten.close())
    expect(new Set(ten.accounts.map(({ eip155 }) => eip155)).size).toBe(10)
    expect(() => make(11)).toThrow('between 1 and 10')
    expect(() => make(0)).toThrow('between 1')
    vi.stubGlobal('WebSocket', undefined)
    expect(() => createWalletConnectWallet({ relayUrl: relay.url })).toThrow('There is no WebSocket here')
    vi.unstubAllGlobals()
  })

  test('a closed wallet answers nothing, and has nothing waiting', async () => {
    const { dapp, wallet } = meet(relay.url, { autoApprove: false })
    const { uri, approval } = dapp.connect({ namespaces: asked })
    approval.catch(() => {})
    await wallet.scan(uri)
    wallet.script('wc_sessionPropose', approve())
    wallet.close()
    wallet.close()
    expect(() => wallet.approve()).toThrow('No request is waiting.')
    expect(dapp.isWaiting()).toBe(true)
  })
})
