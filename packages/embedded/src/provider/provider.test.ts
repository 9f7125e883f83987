import type { Namespace } from '@portico/core'
import { currentEntry, fromBase58, routerStore, toastStore, toBase58, toBase64 } from '@portico/core/kit'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { signingMethods } from '../protocol/index.js'
import {
  devnet,
  endSites,
  evmAddress,
  loggedInStorage,
  mainnet,
  memoryStorage,
  site as makeSite,
  solanaAddress,
  type Site,
  type SiteOptions,
} from '../test/site.js'
import { until } from '../test/until.js'
import type { Eip155Provider } from './eip155.js'
import type { SolanaWallet } from './solana.js'

const sites: Site[] = []
function site(options: SiteOptions = {}): Site {
  const made = makeSite({ storage: loggedInStorage(), ...options })
  sites.push(made)
  return made
}
afterEach(() => endSites(sites))

const face = <T>({ connector }: Site, namespace: Namespace) => connector.getProvider(namespace) as Promise<T>
const names = ({ asked }: Site) => asked.map(([name]) => name)

async function evm(options?: SiteOptions) {
  const made = site(options)
  const provider = await face<Eip155Provider>(made, 'eip155')
  const heard: (readonly [string, unknown])[] = []
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect', 'connect'])
    provider.on(event, (payload) => heard.push([event, payload]))
  return {
    ...made,
    site: made,
    provider,
    heard,
    ask: (method: string, params?: unknown) => provider.request({ method, ...(params !== undefined && { params }) }),
  }
}

describe('the EIP-1193 provider', () => {
  test('answers the chain and the accounts from here', async () => {
    const { site: made, ask } = await evm()
    expect(await ask('eth_chainId')).toBe('0x1')
    expect(names(made)).toEqual([])
    expect(await ask('eth_requestAccounts')).toEqual([evmAddress])
    expect(await ask('eth_accounts')).toEqual([evmAddress])
    expect(await ask('eth_requestAccounts')).toEqual([evmAddress])
    expect(made.asked).toEqual([['GET_USER', { chainId: 'eip155:1' }]])
  })

  test('confirms an earlier page view’s login before it tells the accounts, without a question', async () => {
    const { site: made, ask } = await evm()
    expect(await ask('eth_accounts')).toEqual([evmAddress])
    expect(names(made)).toEqual(['IS_CONNECTED', 'GET_USER'])
  })

  test('has no accounts without a login, and makes no frame to say so', async () => {
    const { page, ask } = await evm({ storage: memoryStorage() })
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('eth_requestAccounts')).rejects.toMatchObject({ name: 'NotLoggedInError', code: 4100 })
    await expect(ask('personal_sign', [])).rejects.toMatchObject({ name: 'NotLoggedInError' })
    expect([await ask('wallet_revokePermissions', [{ eth_accounts: {} }]), page.made()]).toEqual([null, 0])
  })

  test('begins on the last used chain, where it is the site’s, else on the site’s own', async () => {
    for (const [lastUsedChain, chainId] of [
      ['eip155:10', '0xa'],
      ['eip155:999', '0x1'],
      [devnet, '0x1'],
    ] as const) {
      expect(await (await evm({ storage: loggedInStorage({ lastUsedChain }) })).ask('eth_chainId')).toBe(chainId)
    }
  })

  test('hands signing and reading to the frame, on the chain in use, with bigints as hex', async () => {
    const { site: made, ask } = await evm()
    expect(await ask('personal_sign', ['0x6869', evmAddress])).toEqual({ method: 'personal_sign', params: ['0x6869', evmAddress] })
    await ask('eth_sendTransaction', [{ to: evmAddress, value: 10n ** 18n }])
    await ask('eth_blockNumber')
    expect(made.asked.map(([, payload]) => payload)).toEqual([
      { method: 'personal_sign', params: ['0x6869', evmAddress], chainId: 'eip155:1', chainNamespace: 'eip155' },
      {
        method: 'eth_sendTransaction',
        params: [{ to: evmAddress, value: '0xde0b6b3a7640000' }],
        chainId: 'eip155:1',
        chainNamespace: 'eip155',
      },
      { method: 'eth_blockNumber', params: [], chainId: 'eip155:1', chainNamespace: 'eip155' },
    ])
  })

  test('ERC-7715 under its later names is asked for under those of the closed list (S4)', async () => {
    const { site: made, ask } = await evm()
    const asked = [{ chainId: '0x1', to: evmAddress, permission: { type: 'erc20-token-allowance', data: {} } }]
    await ask('wallet_requestExecutionPermissions', asked)
    await ask('wallet_revokeExecutionPermission', [{ permissionContext: '0x01' }])
    expect(made.asked.map(([, payload]) => payload)).toMatchObject([
      { method: 'wallet_grantPermissions', params: asked },
      { method: 'wallet_revokePermissions', params: [{ permissionContext: '0x01' }] },
    ])
  })

  test('S4: a method on neither list is refused here already', async () => {
    const { site: made, ask } = await evm()
    for (const method of ['eth_sign', 'eth_signTypedData', 'PERSONAL_SIGN', 'personal_sign ', 'wallet_watchAsset', '']) {
      await expect(ask(method, [])).rejects.toMatchObject({
        name: 'RpcNotAllowedError',
        message: expect.stringContaining('Requested RPC call is not allowed') as string,
        shown: 'Action not allowed',
        code: 4200,
      })
    }
    expect(made.asked).toEqual([])
  })

  test('S4: what was refused is said in the modal, which is opened for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { portico, ask } = await evm()
    const shown = () => [currentEntry(routerStore(portico).getState())?.view, toastStore(portico).getState().toast?.message]
    await ask('eth_sign', []).catch(() => undefined)
    expect(shown()).toEqual(['Account', undefined])
    vi.advanceTimersByTime(300)
    expect(shown()).toEqual(['Account', 'Action not allowed'])
    expect(toastStore(portico).getState().toast).toMatchObject({ variant: 'error', error: { name: 'RpcNotAllowedError' } })
    vi.advanceTimersByTime(10_000)
    await ask('eth_sign', []).catch(() => undefined) // the modal is open: at once
    expect(shown()).toEqual(['Account', 'Action not allowed'])
    vi.useRealTimers()
  })

  test.each([
    [4001, 'UserRejectedError'],
    [-32002, 'RequestPendingError'],
    [-32005, 'FrameRequestError'],
  ])('what the frame refuses with %i is a %s, with its code', async (code, name) => {
    const { ask } = await evm({ handlers: { RPC_REQUEST: () => Promise.reject({ message: 'No', code }) } })
    await expect(ask('personal_sign', [])).rejects.toMatchObject({ name, code })
  })

  test('a frame that refuses without words has an error that says so', async () => {
    const { ask } = await evm({ handlers: { RPC_REQUEST: () => Promise.reject(new Error('')) } })
    await expect(ask('eth_call', [])).rejects.toMatchObject({ name: 'FrameRequestError', message: 'An error occurred' })
  })

  test('switches the network through the frame, and tells it', async () => {
    const { site: made, ask, heard } = await evm()
    await ask('eth_requestAccounts')
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xA' }])).toBeNull()
    expect([await ask('eth_chainId'), heard, made.record()['lastUsedChain']]).toEqual(['0xa', [['chainChanged', '0xa']], 'eip155:10'])
    expect(made.asked.at(-1)).toEqual(['SWITCH_NETWORK', { chainId: 'eip155:10' }])
    await ask('personal_sign', [])
    expect(made.asked.at(-1)?.[1]).toMatchObject({ chainId: 'eip155:10' })
    await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])
    expect(heard).toHaveLength(1)
  })

  test.each([undefined, [], [{}], [{ chainId: 10 }], [{ chainId: '10' }], [{ chainId: '0x' }], [null], {}, ['0x1']])(
    'does not switch to %j',
    async (params) => {
      const { site: made, ask } = await evm()
      await expect(ask('wallet_switchEthereumChain', params)).rejects.toMatchObject({ code: -32602 })
      expect(made.asked).toEqual([])
    },
  )

  test('a network that the frame does not serve is refused, and none can be added', async () => {
    const { ask, heard } = await evm({
      handlers: { SWITCH_NETWORK: () => Promise.reject({ message: 'Network not supported', code: 4902 }) },
    })
    await expect(ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({ message: 'Network not supported' })
    await expect(ask('wallet_addEthereumChain', [{ chainId: '0xa' }])).rejects.toMatchObject({ name: 'SwitchNotSupportedError' })
    expect([await ask('eth_chainId'), heard]).toEqual(['0x1', []])
  })

  test('to be shown no accounts any more ends the login; other permissions are the frame’s to ask about', async () => {
    const { site: made, ask, heard } = await evm()
    await ask('eth_requestAccounts')
    await ask('wallet_revokePermissions', [{ 'erc20-transfer': {} }])
    expect(names(made)).toEqual(['GET_USER', 'RPC_REQUEST'])
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(names(made).at(-1)).toBe('SIGN_OUT')
    expect(heard).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 }) as Error],
    ])
    expect(await ask('eth_accounts')).toEqual([])
  })

  test('a login that ended elsewhere is told, and so is one of somebody else', async () => {
    let address = evmAddress
    const { channels, ask, heard } = await evm({ handlers: { GET_USER: ({ chainId = 'eip155:1' }) => ({ address, chainId }) } })
    await ask('eth_requestAccounts')
    address = '0x000000000000000000000000000000000000dEaD'
    channels[0]?.post({ type: 'FRAME_SESSION_UPDATE', payload: { token: 'another' } })
    await until(() => heard.length === 1)
    expect(heard).toEqual([['accountsChanged', [address]]])
    channels[0]?.post({ type: 'FRAME_SESSION_UPDATE', payload: { token: '' } })
    await until(() => heard.length === 3)
    expect(heard.slice(1)).toEqual([
      ['accountsChanged', []],
      ['disconnect', expect.objectContaining({ code: 4900 }) as Error],
    ])
  })

  test('listeners can be taken away', async () => {
    const { provider, ask } = await evm()
    const listener = vi.fn()
    provider.on('chainChanged', listener)
    provider.removeListener('chainChanged', listener)
    provider.removeListener('never', listener)
    await ask('eth_requestAccounts')
    await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])
    expect(listener).not.toHaveBeenCalled()
  })
})

const signature = Uint8Array.from({ length: 64 }, (_, at) => at)
const bytes = Uint8Array.from([0, 0, 1, 2, 255])

async function solana(options?: SiteOptions) {
  const made = site(options)
  const wallet = await face<SolanaWallet>(made, 'solana')
  const call = (feature: string, method: string, ...inputs: readonly unknown[]): Promise<never> => {
    const action: unknown = Reflect.get(wallet.features[feature] ?? {}, method)
    return (action as (...given: readonly unknown[]) => Promise<never>)(...inputs)
  }
  return { ...made, site: made, wallet, call }
}

describe('the Solana wallet', () => {
  test('is one of the Wallet Standard', async () => {
    const { wallet } = await solana()
    expect([wallet.version, wallet.name, wallet.icon, wallet.chains]).toEqual([
      '1.0.0',
      'E-mail or social',
      '',
      ['solana:mainnet', 'solana:devnet'],
    ])
    expect(Object.keys(wallet.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ])
    expect(wallet.features['solana:signTransaction']).toMatchObject({ supportedTransactionVersions: ['legacy', 0] })
    expect(wallet.accounts).toEqual([])
  })

  test('connects with the account of the login, which has its key and its chains', async () => {
    const { site: made, wallet, call } = await solana({ storage: loggedInStorage({ lastUsedChain: devnet }) })
    const { accounts } = (await call('standard:connect', 'connect')) as { accounts: SolanaWallet['accounts'] }
    expect(accounts).toEqual(wallet.accounts)
    expect(accounts).toEqual([
      {
        address: solanaAddress,
        publicKey: fromBase58(solanaAddress),
        chains: ['solana:devnet', 'solana:mainnet'],
        features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
      },
    ])
    expect(accounts[0]?.publicKey).toHaveLength(32)
    await call('standard:connect', 'connect', { silent: true })
    expect(made.asked).toEqual([['GET_USER', { chainId: devnet }]])
  })

  test('silently, it confirms the login first, and has no accounts without one', async () => {
    const { site: made, call } = await solana()
    expect(((await call('standard:connect', 'connect', { silent: true })) as { accounts: unknown[] }).accounts).toHaveLength(1)
    expect(names(made)).toEqual(['IS_CONNECTED', 'GET_USER'])
    const other = await solana({ handlers: { IS_CONNECTED: () => ({ isConnected: false }) } })
    expect(await other.call('standard:connect', 'connect', { silent: true })).toEqual({ accounts: [] })
    await expect(other.call('standard:connect', 'connect')).rejects.toMatchObject({ name: 'NotLoggedInError' })
  })

  test('has the networks that the secure site serves, once it is known', async () => {
    const { wallet, call } = await solana({
      handlers: { GET_USER: () => ({ address: solanaAddress, chainId: devnet, networks: ['eip155:1', devnet] }) },
    })
    await call('standard:connect', 'connect')
    expect([wallet.chains, wallet.accounts[0]?.chains]).toEqual([['solana:devnet'], ['solana:devnet']])
  })

  test('signs messages', async () => {
    const { site: made, wallet, call } = await solana({ handlers: { RPC_REQUEST: () => ({ signature: toBase58(signature) }) } })
    await call('standard:connect', 'connect')
    const [account] = wallet.accounts
    expect(await call('solana:signMessage', 'signMessage', { account, message: bytes }, { account, message: signature })).toEqual([
      { signedMessage: bytes, signature },
      { signedMessage: signature, signature },
    ])
    expect(made.asked[1]).toEqual([
      'RPC_REQUEST',
      {
        method: 'solana_signMessage',
        params: { message: toBase58(bytes), pubkey: solanaAddress },
        chainId: mainnet,
        chainNamespace: 'solana',
      },
    ])
  })

  test('signs one transaction, or several in one request, on the chain that is named', async () => {
    const {
      site: made,
      wallet,
      call,
    } = await solana({
      handlers: {
        RPC_REQUEST: ({ method }) =>
          method === 'solana_signTransaction'
            ? { transaction: toBase64(signature) }
            : { transactions: [toBase64(bytes), toBase64(signature)] },
      },
    })
    await call('standard:connect', 'connect')
    const [account] = wallet.accounts
    expect(await call('solana:signTransaction', 'signTransaction')).toEqual([])
    expect(await call('solana:signTransaction', 'signTransaction', { account, transaction: bytes, chain: 'solana:devnet' })).toEqual([
      { signedTransaction: signature },
    ])
    expect(made.asked.at(-1)).toEqual([
      'RPC_REQUEST',
      {
        method: 'solana_signTransaction',
        params: { transaction: 'AAABAv8=', pubkey: solanaAddress },
        chainId: devnet,
        chainNamespace: 'solana',
      },
    ])
    const both = [
      { account, transaction: bytes, chain: devnet },
      { account, transaction: signature, chain: devnet },
    ]
    expect(await call('solana:signTransaction', 'signTransaction', ...both)).toEqual([
      { signedTransaction: bytes },
      { signedTransaction: signature },
    ])
    expect(made.asked.at(-1)?.[1]).toMatchObject({
      method: 'solana_signAllTransactions',
      params: { transactions: ['AAABAv8=', toBase64(signature)], pubkey: solanaAddress },
      chainId: devnet,
    })
    const count = made.asked.length
    await call(
      'solana:signTransaction',
      'signTransaction',
      { account, transaction: bytes, chain: 'solana:devnet' },
      { account, transaction: bytes, chain: 'solana:mainnet' },
    )
    expect(made.asked.slice(count).map(([, payload]) => payload)).toMatchObject([
      { method: 'solana_signTransaction', chainId: devnet },
      { method: 'solana_signTransaction', chainId: mainnet },
    ])
  })

  test('signs and sends', async () => {
    const { site: made, wallet, call } = await solana({ handlers: { RPC_REQUEST: () => ({ signature: toBase58(signature) }) } })
    await call('standard:connect', 'connect')
    const [account] = wallet.accounts
    const options = { preflightCommitment: 'confirmed', skipPreflight: true, maxRetries: 2, minContextSlot: 7 }
    expect(
      await call(
        'solana:signAndSendTransaction',
        'signAndSendTransaction',
        { account, transaction: bytes, chain: 'solana:devnet', options },
        { account, transaction: bytes },
      ),
    ).toEqual([{ signature }, { signature }])
    expect(made.asked.slice(1).map(([, payload]) => payload)).toMatchObject([
      { method: 'solana_signAndSendTransaction', params: { transaction: 'AAABAv8=', pubkey: solanaAddress, options }, chainId: devnet },
      { method: 'solana_signAndSendTransaction', params: { transaction: 'AAABAv8=', pubkey: solanaAddress }, chainId: mainnet },
    ])
  })

  test.each<unknown>([
    null,
    'text',
    {},
    { signature: 1 },
    { signature: '' },
    { signature: toBase58(bytes) },
    { signature: '0OIl' },
    { transaction: '' },
    { transaction: '!' },
    { transactions: [] },
    { transactions: ['AAAA'] },
    { transactions: ['AAAA', 7] },
    { transactions: 'AA' },
  ])('believes no answer like %j', async (answer) => {
    const { wallet, call } = await solana({ handlers: { RPC_REQUEST: () => answer } })
    await call('standard:connect', 'connect')
    const [account] = wallet.accounts
    const one = { account, transaction: bytes }
    for (const asking of [
      call('solana:signMessage', 'signMessage', { account, message: bytes }),
      call('solana:signTransaction', 'signTransaction', one),
      call('solana:signTransaction', 'signTransaction', one, one),
      call('solana:signAndSendTransaction', 'signAndSendTransaction', one),
    ])
      await expect(asking).rejects.toMatchObject({ name: 'WalletAnswerError' })
  })

  test('tells of the end of the login, until nobody listens', async () => {
    const { wallet, call, channels } = await solana()
    await call('standard:connect', 'connect')
    const [first, second] = [vi.fn(), vi.fn()]
    const events = wallet.features['standard:events'] as { readonly on: (event: string, listener: (change: object) => void) => () => void }
    events.on('change', first)
    events.on('other', first)()
    const stop = events.on('change', second)
    stop()
    channels[0]?.post({ type: 'FRAME_SESSION_UPDATE', payload: {} })
    await until(() => first.mock.calls.length > 0)
    expect([first.mock.calls, second.mock.calls.length, wallet.accounts]).toEqual([[[{ accounts: [] }]], 0, []])
  })

  test('ends the login when it is disconnected, once for both chain families', async () => {
    const { site: made, call } = await solana()
    await call('standard:connect', 'connect')
    const provider = await face<Eip155Provider>(made, 'eip155')
    await Promise.all([call('standard:disconnect', 'disconnect'), call('standard:disconnect', 'disconnect')])
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect([names(made).filter((name) => name === 'SIGN_OUT').length, made.connector.embedded.approved()]).toEqual([1, []])
  })
})

test('S5: each of the eleven methods that sign goes to the frame, which alone can answer', async () => {
  const { site: made, ask } = await evm()
  await ask('eth_requestAccounts')
  const shapes: Readonly<Record<string, unknown>> = {
    solana_signMessage: { message: 'abc', pubkey: solanaAddress },
    solana_signTransaction: { transaction: 'AQID' },
    solana_signAllTransactions: { transactions: ['AQID'] },
    solana_signAndSendTransaction: { transaction: 'AQID' },
    wallet_sendCalls: [{ calls: [] }],
  }
  for (const method of signingMethods) await ask(method, shapes[method] ?? [])
  expect(made.asked.slice(1).map(([, payload]) => (payload as { method: string }).method)).toEqual(signingMethods)
})
