import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubPage } from '../../portico/page.test.helper.js'
import { cancelSignIn, confirmSignIn } from './answer.js'
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

test('its own signMessage signs in the place of the wallet', async () => {
  const { config, sessions } = ownConfig({ signMessage: ({ message }) => Promise.resolve(`signed ${message}`) })
  const { connect, portico, wallet } = await site({ own: config })
  await connect()
  await confirmSignIn(portico)
  expect(wallet).toEqual([])
  expect(sessions()).toMatchObject([{ signature: `signed Sign in as ${fakeAddress} on eip155:1` }])
})
