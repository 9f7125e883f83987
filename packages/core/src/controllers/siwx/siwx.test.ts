import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubPage } from '../../portico/page.test.helper.js'
import { closeModal } from '../../router/router.js'
import { UserRejectedError } from '../connection/errors.js'
import { cancelSignIn, confirmSignIn } from './answer.js'
import { SignInClockError } from './errors.js'
import { calm, fakeAddress, fakeServer, leavePages, site } from './site.test.helper.js'

const other = '0x52908400098527886E0F7030069857D2E4169EE7'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  stubPage()
})
afterEach(() => {
  leavePages()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a visitor who has connected', () => {
  test('is asked to sign in, signs, is signed in, and the modal closes', async () => {
    const { connect, views, status, state, wallet, server, portico, isClosable } = await site()
    expect(server.asked).toEqual([])
    await connect()
    expect(views()).toEqual(['Connect', 'SIWXSignMessage'])
    expect(isClosable()).toBe(true)
    expect(status()).toBe('ready')
    const confirmed = confirmSignIn(portico)
    await calm()
    expect(status()).toBe('signing')
    expect(wallet.map(({ address, networkId }) => [address, networkId])).toEqual([[fakeAddress, 'eip155:1']])
    expect(wallet[0]?.message).toContain('shop.example wants you to sign in with your Ethereum account:')
    wallet[0]?.sign()
    await confirmed
    expect(state()).toMatchObject({ sessions: [{ accountId: `eip155:1:${fakeAddress}`, scope: 'namespace' }], question: undefined })
    expect(views()).toEqual([])
    expect(server.asked).toEqual(['session', 'nonce', 'verify'])
  })

  test('reads facts from the text itself', async () => {
    const { connect, state } = await site({ siwx: { statement: 'Sign in to the shop.' } })
    await connect()
    const { question } = state()
    expect(question).toMatchObject({
      status: 'ready',
      shown: { message: { domain: 'shop.example', address: fakeAddress, chainId: '1', statement: 'Sign in to the shop.' } },
    })
  })

  test('who has a session is not asked', async () => {
    const first = await site()
    await first.connect()
    const confirmed = confirmSignIn(first.portico)
    await calm()
    first.wallet[0]?.sign()
    await confirmed
    first.unmount()
    const { connect, views, server, wallet } = await site({ server: first.server })
    await connect()
    expect(views()).toEqual([])
    expect(wallet).toEqual([])
    expect(server.asked.filter((path) => path === 'nonce')).toHaveLength(1)
  })

  test('is never asked on a network that is not the site’s', async () => {
    const { connect, views, server } = await site({ adapter: { grant: { addresses: [fakeAddress], networkId: 'eip155:999' } } })
    await connect()
    expect(views()).not.toContain('SIWXSignMessage')
    expect(server.asked).toEqual([])
  })
})

describe('S24: who does not sign', () => {
  test('goes on without where signing in is not required, by cancelling or by leaving the view, and is not asked on another network', async () => {
    for (const leave of ['cancel', 'close'] as const) {
      const { connect, views, connected, portico, change, status } = await site()
      await connect()
      if (leave === 'cancel') cancelSignIn(portico)
      else closeModal(portico)
      await calm()
      expect(views()).toEqual([])
      expect(connected()).toEqual(['com.harbor'])
      await change({ networkId: 'eip155:10' })
      expect([views(), status()]).toEqual([[], undefined])
      await change({ addresses: [other] })
      expect(views()).toEqual(['SIWXSignMessage'])
    }
  })

  test('is disconnected where it is required, and comes back to Connect; the view cannot be closed', async () => {
    const { connect, views, connected, portico, isClosable } = await site({ siwx: { required: true } })
    await connect()
    expect(isClosable()).toBe(false)
    closeModal(portico)
    expect(views()).toContain('SIWXSignMessage')
    cancelSignIn(portico)
    await calm()
    expect(connected()).toEqual([])
    expect(views()).toEqual(['Connect'])
  })

  test('declines in the wallet: said so, told, and asked again with the same text', async () => {
    const { connect, views, status, toast, errors, portico, wallet } = await site()
    await connect()
    const declined = confirmSignIn(portico)
    await calm()
    wallet[0]?.decline(new UserRejectedError())
    await declined
    expect(toast()).toBe('Signature declined')
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ network: 'eip155:1', isSmartAccount: false }))
    expect([status(), views().at(-1)]).toEqual(['declined', 'SIWXSignMessage'])
    const signed = confirmSignIn(portico)
    await calm()
    expect(toast()).toBeUndefined()
    expect(wallet[1]?.message).toBe(wallet[0]?.message)
    wallet[1]?.sign()
    await signed
    expect(views()).toEqual([])
  })

  test.each([-40, -0.5, 0, 0.5, 3])('S22: signs in though the clock of the server is %d days before theirs', async (days) => {
    const server = fakeServer()
    server.answers.ahead = days * 86_400_000
    const { connect, toast, portico, wallet, state } = await site({ server })
    await connect()
    const confirmed = confirmSignIn(portico)
    await calm()
    wallet[0]?.sign()
    await confirmed
    expect(toast()).toBeUndefined()
    expect(state().sessions[0]?.expiresAt).toBe(Date.now() + 86_400_000)
  })

  test('is told of the clock, and not of a signature declined, where the server refuses the times of the text', async () => {
    const { connect, status, toast, state, portico, wallet, server } = await site()
    await connect()
    const refused = confirmSignIn(portico)
    await calm()
    server.answers.ahead = -3_600_000 // now that the text is made
    wallet[0]?.sign()
    await refused
    expect(toast()).toBe('The clock of this device seems to be wrong. Set it, then sign again')
    expect([status(), state().question]).toEqual(['declined', expect.objectContaining({ error: expect.any(SignInClockError) })])
  })

  test('whose signature the server refuses is told the same, and signs another text', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const server = fakeServer({ verdict: 'invalid' })
    const { connect, status, toast, portico, wallet, errors } = await site({ server })
    await connect()
    const refused = confirmSignIn(portico)
    await calm()
    wallet[0]?.sign()
    await refused
    expect([status(), toast()]).toEqual(['declined', 'Signature declined'])
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'The server refused the sign-in: signature.' }))
    expect(warn).toHaveBeenCalledExactlyOnceWith('Portico: the server refused the sign-in', 'signature') // for the site's developer
    warn.mockRestore()
    server.answers.verdict = 'valid'
    const signed = confirmSignIn(portico)
    await calm()
    expect(wallet[1]?.message).not.toBe(wallet[0]?.message)
    wallet[1]?.sign()
    await signed
    expect(status()).toBeUndefined()
  })

  test('with a smart account hears that the application may not support them', async () => {
    const grant = { addresses: [fakeAddress], networkId: 'eip155:1', accounts: [{ address: fakeAddress, type: 'smartAccount' }] } as const
    const { connect, toast, errors, portico, wallet } = await site({ adapter: { grant } })
    await connect()
    const declined = confirmSignIn(portico)
    await calm()
    wallet[0]?.decline(new Error('unsupported'))
    await declined
    expect(toast()).toBe('This application might not support Smart Accounts')
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isSmartAccount: true }))
  })
})

describe('a server', () => {
  test('that is away says so; the visitor stays connected and tries again', async () => {
    const server = fakeServer()
    server.answers.status = 503
    const { connect, views, status, connected, portico } = await site({ server, siwx: { required: true } })
    const connecting = connect()
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(500)
      expect(status()).toBe('unavailable')
    })
    await connecting
    expect(views().at(-1)).toBe('SIWXSignMessage')
    expect(connected()).toEqual(['com.harbor'])
    server.answers.status = undefined
    await confirmSignIn(portico)
    await calm()
    expect(status()).toBe('ready')
  })

  test('whose node is away refuses nobody: the text is made anew', async () => {
    const server = fakeServer({ verdict: 'unavailable' })
    const { connect, status, portico, wallet, errors } = await site({ server })
    await connect()
    const signed = confirmSignIn(portico)
    await calm()
    wallet[0]?.sign()
    await signed
    expect(status()).toBe('unavailable')
    expect(errors).not.toHaveBeenCalled()
    server.answers.verdict = 'valid'
    await confirmSignIn(portico)
    expect(status()).toBe('ready')
  })

  test('that is none, or another one, lets nobody begin: said so, disconnected, and back at Connect', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const server = fakeServer()
    server.answers.status = 404
    const { connect, views, connected, toast } = await site({ server })
    await connect()
    expect(toast()).toBe('A problem occurred while trying initialize authentication')
    expect(connected()).toEqual([])
    expect(views()).toEqual(['Connect'])
  })
})

describe('R3: another account', () => {
  test('is asked, or found; what the first one signs meanwhile is never sent, and its session stays', async () => {
    const { connect, change, state, wallet, server, portico, status } = await site()
    await connect()
    const first = confirmSignIn(portico)
    await calm()
    wallet[0]?.sign()
    await first
    await change({ addresses: [other] })
    expect(state().question).toMatchObject({ status: 'ready', signer: { address: other } })
    const left = confirmSignIn(portico)
    await calm()
    await change({ addresses: [fakeAddress] })
    wallet[1]?.sign()
    await left
    await calm()
    expect(server.bodies).toHaveLength(1)
    expect(status()).toBeUndefined()
    expect(state().sessions.map(({ accountId }) => accountId)).toEqual([`eip155:1:${fakeAddress}`])
  })

  test('a key’s session counts on the other networks of its family, unless perNetwork; a contract’s on its own alone', async () => {
    for (const [options, verdict, asksAgain] of [
      [{}, 'valid', false],
      [{ perNetwork: true }, 'valid', true],
      [{}, 'validOnChain', true],
    ] as const) {
      const { connect, change, wallet, portico, views } = await site({ siwx: options, server: fakeServer({ verdict }) })
      await connect()
      const signed = confirmSignIn(portico)
      await calm()
      wallet[0]?.sign()
      await signed
      await change({ networkId: 'eip155:10' })
      expect(views()).toEqual(asksAgain ? ['SIWXSignMessage'] : [])
    }
  })

  test('a network that is left while the wallet asks: nothing is sent, and the wallet is not asked twice at once', async () => {
    const { connect, change, wallet, portico, server, status } = await site()
    await connect()
    const first = confirmSignIn(portico)
    await calm()
    await change({ networkId: 'eip155:10' })
    expect(status()).toBe('ready')
    const second = confirmSignIn(portico)
    await calm()
    expect([wallet.length, status()]).toEqual([1, 'signing'])
    wallet[0]?.sign()
    await first
    await calm()
    expect(server.bodies).toEqual([])
    expect(wallet.map(({ networkId }) => networkId)).toEqual(['eip155:1', 'eip155:10'])
    wallet[1]?.sign()
    await second
    expect(server.bodies).toHaveLength(1)
  })

  test('of Bitcoin signs with the address that payments go to', async () => {
    const networkId = 'bip122:000000000019d6689c085ae165831e93'
    const [ordinal, payment] = [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ]
    const { connect, wallet, portico, state } = await site({
      server: fakeServer({ chains: [networkId] }),
      adapter: {
        namespace: 'bip122',
        networks: [
          {
            id: networkId,
            namespace: 'bip122',
            name: 'Bitcoin',
            nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
            rpcUrls: [],
            blockExplorers: [],
            testnet: false,
          },
        ],
        connectors: [
          {
            id: 'com.harbor',
            kind: 'announced',
            name: 'Harbor',
            namespaces: ['bip122'],
            installed: true,
            getProvider: () => Promise.resolve({}),
          },
        ],
        grant: {
          addresses: [ordinal, payment],
          networkId,
          accounts: [
            { address: ordinal, type: 'ordinal' },
            { address: payment, type: 'payment' },
          ],
        },
      },
    })
    await connect()
    const signed = confirmSignIn(portico)
    await calm()
    expect(wallet[0]).toMatchObject({
      address: payment,
      message: expect.stringContaining(`your Bitcoin account:\n${payment}\n`) as string,
    })
    wallet[0]?.sign()
    await signed
    expect(state().sessions).toMatchObject([{ accountId: `${networkId}:${payment}` }])
  })
})
