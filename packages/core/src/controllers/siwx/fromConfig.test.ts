import { writeSignInMessage } from '@portico/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConnectRequest, Grant } from '../../adapter.js'
import { stubPage } from '../../portico/page.test.helper.js'
import { cancelSignIn, confirmSignIn } from './answer.js'
import type { SignInOffer } from './capability.js'
import type { SiwxConfig, SiwxSession } from './service.js'
import { signOut } from './signOut.js'
import { calm, fakeAddress, leavePages, site } from './site.test.helper.js'

beforeEach(() => void stubPage())
afterEach(() => {
  leavePages()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A site's own sign-in, as users of AppKit have it. */
function ownConfig(changed: Partial<SiwxConfig> = {}) {
  let sessions: readonly SiwxSession[] = []
  const config: SiwxConfig = {
    createMessage: async ({ accountAddress, chainId }) => {
      const data = { accountAddress, chainId, domain: 'shop.example', uri: 'https://shop.example', version: '1', nonce: '12345678' }
      return { ...data, toString: () => `Sign in as ${accountAddress} on ${chainId}` }
    },
    addSession: async (session) => void (sessions = [...sessions, session]),
    revokeSession: async (chainId, address) => {
      sessions = sessions.filter(({ data }) => data.chainId !== chainId || data.accountAddress !== address)
    },
    setSessions: async (all) => void (sessions = all),
    getSessions: async (chainId, address) => sessions.filter(({ data }) => data.chainId === chainId && data.accountAddress === address),
    ...changed,
  }
  return { config, sessions: () => sessions }
}

test('a site’s own SiwxConfig writes the text, keeps the session, and decides for each network', async () => {
  const { config, sessions } = ownConfig()
  const { connect, change, portico, wallet, views, state } = await site({ own: config })
  await connect()
  expect(state().question).toMatchObject({ status: 'ready', shown: { message: undefined } })
  const confirmed = confirmSignIn(portico)
  await calm()
  expect(wallet[0]?.message).toBe(`Sign in as ${fakeAddress} on eip155:1`)
  wallet[0]?.sign('0xabcd')
  await confirmed
  expect(sessions()).toMatchObject([{ data: { accountAddress: fakeAddress, chainId: 'eip155:1' }, signature: '0xabcd' }])
  expect(views()).toEqual([])
  await change({ networkId: 'eip155:10' })
  expect(views()).toEqual(['SIWXSignMessage'])
  await change({ networkId: 'eip155:1' })
  expect(views()).toEqual([])
  await signOut(portico)
  expect(sessions()).toEqual([])
})

test('what getRequired says counts each time, and addSession that throws is a signature that was not taken', async () => {
  const { config } = ownConfig({ getRequired: () => true, addSession: () => Promise.reject(new Error('bad signature')) })
  const { connect, portico, wallet, status, errors, connected } = await site({ own: config })
  await connect()
  const refused = confirmSignIn(portico)
  await calm()
  wallet[0]?.sign()
  await refused
  expect(status()).toBe('declined')
  expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'bad signature' }))
  cancelSignIn(portico)
  await calm()
  expect(connected()).toEqual([])
})

/** Messages of the standard's form, as AppKit's own messengers write them. */
const standard: SiwxConfig['createMessage'] = async ({ accountAddress, chainId }) => {
  const data = { accountAddress, chainId, domain: 'shop.example', uri: 'https://shop.example', version: '1', nonce: 'd41d8cd98f00b204' }
  return { ...data, toString: () => `${data.domain} wants you to sign in with your Ethereum account:\n${accountAddress}\n…` }
}

describe('a wallet that signs in as it connects', () => {
  const asked: (SignInOffer | undefined)[] = []
  beforeEach(() => void asked.splice(0))
  /** @param chains of which it signs a text each */
  const connectSigned =
    (chains: readonly ('eip155:1' | 'eip155:10')[]) =>
    async ({ signIn }: ConnectRequest): Promise<Grant> => {
      const granted = { addresses: [fakeAddress], networkId: 'eip155:1' } as const
      const offer = await signIn?.(['eip155'])
      asked.push(offer)
      if (!offer) return granted
      const { domain, uri, nonce, issuedAt, expirationTime } = offer
      const signedIn = chains.map((networkId) => {
        const fields = { domain, address: fakeAddress, uri, version: '1', nonce, issuedAt, expirationTime } as const
        const message = writeSignInMessage({ namespace: 'eip155', ...fields, chainId: networkId.slice('eip155:'.length) })
        return { message, signature: '0x01', networkId, address: fakeAddress }
      })
      return { ...granted, signedIn }
    }

  test('hands its texts to the config, all of them at once, and nothing more is asked', async () => {
    const { config, sessions } = ownConfig({ createMessage: standard })
    const { connect, views, wallet, connected } = await site({
      own: config,
      adapter: { connect: connectSigned(['eip155:1', 'eip155:10']) },
    })
    await connect()
    expect([views(), wallet, connected()]).toEqual([[], [], ['com.harbor']])
    expect(sessions()).toMatchObject([
      { data: { accountAddress: fakeAddress, chainId: 'eip155:1', domain: 'shop.example', nonce: 'd41d8cd98f00b204' }, signature: '0x01' },
      { data: { accountAddress: fakeAddress, chainId: 'eip155:10' } },
    ])
  })

  test('is let go of where the sessions cannot be stored', async () => {
    const { config } = ownConfig({ createMessage: standard, setSessions: () => Promise.reject(new Error('full')) })
    const { connect, views, errors, connected } = await site({
      own: config,
      adapter: { connect: connectSigned(['eip155:1', 'eip155:10']) },
    })
    await connect()
    expect([connected(), views()]).toEqual([[], ['Connect']])
    expect(errors).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'full' }))
  })

  test('is not asked to where the site says so, its texts have a form of their own, or it needs to know the account', async () => {
    const needsAccount: SiwxConfig['createMessage'] = async (input) => {
      if (input.accountAddress === '') throw new Error('no account')
      return standard(input)
    }
    for (const changed of [{ createMessage: standard, oneClick: false }, {}, { createMessage: needsAccount }]) {
      const { config } = ownConfig(changed)
      const { connect, status } = await site({ own: config, adapter: { connect: connectSigned(['eip155:1']) } })
      await connect()
      expect(status()).toBe('ready')
      leavePages()
    }
    expect(asked).toEqual([undefined, undefined, undefined])
  })
})

test('its own signMessage signs in the place of the wallet', async () => {
  const { config, sessions } = ownConfig({ signMessage: ({ message }) => Promise.resolve(`signed ${message}`) })
  const { connect, portico, wallet } = await site({ own: config })
  await connect()
  await confirmSignIn(portico)
  expect(wallet).toEqual([])
  expect(sessions()).toMatchObject([{ signature: `signed Sign in as ${fakeAddress} on eip155:1` }])
})
