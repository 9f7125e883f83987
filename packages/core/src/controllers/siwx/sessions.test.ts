import { testPortico } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubPage } from '../../portico/page.test.helper.js'
import { currentEntry, openModal, routerStore } from '../../router/store.js'
import type { ViewRequest } from '../../router/views.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { goOn } from '../connection/gates.js'
import { cancelSignIn, confirmSignIn } from './answer.js'
import { SignInNotConfiguredError, SignInUnavailableError } from './errors.js'
import { refreshSession } from './refreshSession.js'
import { signIn } from './signIn.js'
import { signOut } from './signOut.js'
import type { AccountSession } from './service.js'
import { sessionFor, siwxStore } from './store.js'
import { calm, fakeAddress, fakeServer, leavePages, openTab, site } from './site.test.helper.js'

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

test('of several that one question began, the session of the network in use counts, in whatever order the server has them', () => {
  const on = (chain: number, more: Partial<AccountSession> = {}): AccountSession => ({
    accountId: `eip155:${chain}:${fakeAddress}`,
    scope: 'namespace',
    ...more,
  })
  const signer = { namespace: 'eip155', address: fakeAddress.toLowerCase(), networkId: 'eip155:1' } as const
  const found = (sessions: readonly AccountSession[], perNetwork = false) => sessionFor({ sessions }, signer, { perNetwork })?.accountId
  expect(found([on(10), on(1)])).toBe(`eip155:1:${fakeAddress}`)
  expect(found([on(1), on(10)])).toBe(`eip155:1:${fakeAddress}`)
  expect(found([on(10), on(1, { expiresAt: Date.now() })])).toBe(`eip155:10:${fakeAddress}`)
  expect(found([on(11)])).toBe(`eip155:11:${fakeAddress}`)
  expect(found([on(11)], true)).toBeUndefined()
  expect(found([on(10, { scope: 'chain' })])).toBeUndefined()
})

describe('a session', () => {
  async function signedIn(options: Parameters<typeof site>[0] = {}) {
    const page = await site(options)
    await page.connect()
    const confirmed = confirmSignIn(page.portico)
    await calm()
    page.wallet.at(-1)?.sign()
    await confirmed
    return page
  }

  test('ends with its time: who must be signed in is asked again, others are left alone', async () => {
    for (const required of [true, false]) {
      const { views, state, portico } = await signedIn({ siwx: { required, maxAge: 600 } })
      const ended = vi.fn()
      portico.events.on('siwx.signedOut', ended)
      await vi.advanceTimersByTimeAsync(600_000)
      await calm()
      expect(state().sessions).toEqual([])
      expect(ended).toHaveBeenCalledOnce()
      expect(views()).toEqual(required ? ['SIWXSignMessage'] : [])
    }
  })

  test('that was ended on the server is gone after refreshSession, as after a 401', async () => {
    const { server, state, portico, views } = await signedIn({ siwx: { required: true } })
    expect(await refreshSession(portico)).toMatchObject({ accountId: `eip155:1:${fakeAddress}` })
    await server.server.revokeAll(`eip155:1:${fakeAddress}`)
    expect(await refreshSession(portico)).toBeUndefined()
    await calm()
    expect(state().sessions).toEqual([])
    expect(views()).toEqual(['SIWXSignMessage'])
  })

  test('stays as it was where the server cannot be asked', async () => {
    const { server, state, portico } = await signedIn()
    server.answers.status = 500
    const asked = refreshSession(portico).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await asked).toBeInstanceOf(SignInUnavailableError)
    expect(state().sessions).toHaveLength(1)
  })

  test('is ended by signing out, and the wallet stays', async () => {
    const { server, state, portico, connected, views } = await signedIn()
    await signOut(portico)
    expect(state().sessions).toEqual([])
    expect(await server.server.sessionsOf(`eip155:1:${fakeAddress}`)).toEqual([])
    expect([connected(), views()]).toEqual([['com.harbor'], []])
  })

  test('is ended by signing out while the server is still being asked who is signed in', async () => {
    const { server, state, portico } = await signedIn()
    server.answers.held = new Promise<void>((resolve) => siwxStore(portico).subscribe(() => resolve()))
    const refreshed = refreshSession(portico)
    await signOut(portico)
    await refreshed
    expect(state().sessions).toEqual([])
  })

  test('is ended by disconnecting, unless the site keeps it', async () => {
    for (const signOutOnDisconnect of [true, false]) {
      const { server, portico } = await signedIn({ siwx: { signOutOnDisconnect } })
      await disconnect(portico)
      await calm()
      expect(await server.server.sessionsOf(`eip155:1:${fakeAddress}`)).toHaveLength(signOutOnDisconnect ? 0 : 1)
    }
  })

  test('is there at once in the next page view, and then confirmed', async () => {
    const first = await signedIn()
    first.unmount()
    await first.server.server.revokeAll(`eip155:1:${fakeAddress}`)
    const { state, server } = await site({ server: first.server, storage: first.storage })
    expect(state()).toMatchObject({ sessions: [{ accountId: `eip155:1:${fakeAddress}` }], confirmed: false })
    await calm()
    expect(server.asked.at(-1)).toBe('session')
    expect(state()).toMatchObject({ sessions: [], confirmed: true })
  })

  test('of another tab, and its end, reach this one', async () => {
    vi.useRealTimers()
    const server = fakeServer()
    const one = await site({ server })
    await one.connect()
    openTab()
    const two = await signedIn({ server })
    await vi.waitFor(() => expect(one.views()).toEqual([]), 1_000)
    expect(one.state().sessions).toHaveLength(1)
    await signOut(two.portico)
    await vi.waitFor(() => expect(one.state().sessions).toEqual([]), 1_000)
  })
})

describe('signIn', () => {
  test('asks who went on without, and resolves with the session', async () => {
    const { connect, portico, views, wallet } = await site()
    await connect()
    cancelSignIn(portico)
    expect(views()).toEqual([])
    const signing = signIn(portico)
    await calm()
    expect(views()).toEqual(['SIWXSignMessage'])
    void confirmSignIn(portico)
    await calm()
    wallet[0]?.sign()
    expect(await signing).toMatchObject({ accountId: `eip155:1:${fakeAddress}` })
  })

  test('rejects with SignInCancelledError when they turn away again, and where nobody is signed in at all', async () => {
    const { connect, portico } = await site()
    await connect()
    cancelSignIn(portico)
    const signing = signIn(portico).catch((error: unknown) => (error instanceof Error ? error.name : error))
    await calm()
    cancelSignIn(portico)
    expect(await signing).toBe('SignInCancelledError')
    await expect(signIn(testPortico())).rejects.toThrow(SignInNotConfiguredError)
  })

  test('a modal that is open on something else comes back to the question', async () => {
    const { connect, portico, views } = await site({ siwx: { required: true } })
    await connect()
    openModal(portico, { view: 'WhatIsAWallet' })
    expect(views().at(-1)).toBe('WhatIsAWallet')
    expect(views()).toContain('SIWXSignMessage')
  })

  test.each(['before', 'after'])(
    'a visitor who connects from deep in the modal is out of it, where they sign %s it goes on',
    async (when) => {
      const { portico, views, wallet } = await site()
      const networkId = 'eip155:1'
      for (const view of ['Networks', 'SwitchActiveChain', 'Connect', 'ConnectingExternal'] as const)
        openModal(portico, { view, params: { namespace: 'eip155', networkId, connectorId: 'com.harbor' } } as ViewRequest)
      const from = currentEntry(routerStore(portico).getState())?.key
      const onward = { from, namespace: 'eip155', networkId } as const
      await connect(portico, { connectorId: 'com.harbor' })
      await calm()
      expect(views().at(-1)).toBe('SIWXSignMessage')
      if (when === 'after') goOn(portico, onward)
      const confirmed = confirmSignIn(portico)
      await calm()
      wallet[0]?.sign()
      await confirmed
      if (when === 'before') goOn(portico, onward)
      expect(views()).toEqual([])
    },
  )
})
