import { fakeConnector, memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { goLive } from '../../portico/live.js'
import { mount as mountPortico } from '../../portico/mount.js'
import type { Portico } from '../../portico/createPortico.js'
import { settled, stubPage, type FakePage } from '../../portico/page.test.helper.js'
import { closeModal, goBack } from '../../router/router.js'
import type { Grant } from '../../adapter.js'
import { registerViews } from '../../router/knownViews.js'
import { openModal, pushView, routerStore } from '../../router/store.js'
import { parseSavedState } from '../../storage/savedState.js'
import { languageStore } from '../../language/language.js'
import { setTheme } from '../../theme/theme.js'
import { toastStore } from '../../toast/toast.js'
import { accountStore } from '../account/store.js'
import { activateConnection } from '../connection/activate.js'
import { connect } from '../connection/connect.js'
import { disconnect, disconnectAll } from '../connection/disconnect.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { selectNetwork } from '../network/selectNetwork.js'
import { switchNetwork } from '../network/switchNetwork.js'
import { evmAddress, fakeEmbedded, mira, setUp, type FakeEmbedded, type FakeEmbeddedOptions } from './embedded.test.helper.js'
import { startEmailLogin } from './emailLogin.js'
import { followingOf } from './following.js'
import { follow } from './follow.js'
import { openWalletSecurity } from './security.js'
import { testPortico } from '@portico/testing'
import { UnknownViewError } from '../../router/knownViews.js'

/** Mounted in a test, and taken off the page after it. */
const mounted: (() => void)[] = []
function mount(portico: Portico) {
  const unmount = mountPortico(portico)
  mounted.push(unmount)
  return unmount
}

let page: FakePage
beforeEach(() => {
  page = stubPage()
  vi.useFakeTimers()
})
afterEach(() => {
  for (const unmount of mounted.splice(0)) unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const email = 'mira@harbourmail.example'

/** Logged in by e-mail, and mounted. */
async function loggedIn(options: Parameters<typeof setUp>[1] & FakeEmbeddedOptions = {}) {
  const { byHand = [], ...given } = options
  const fake = fakeEmbedded({ byHand })
  const set = setUp(fake, given)
  const unmount = mount(set.portico)
  await goLive(set.portico)
  void startEmailLogin(set.portico, { email })
  fake.waiting('connectEmail').resolve({ action: 'CONNECT' })
  await settled()
  expect(set.connections('eip155')).toHaveLength(1)
  expect(set.connections('solana')).toHaveLength(1)
  return { fake, unmount, ...set }
}

const saved = (connections = true) => ({
  '@portico/portico/state': JSON.stringify({
    version: 1,
    activeNamespace: 'eip155',
    connections: connections
      ? {
          eip155: [
            { connector: { id: 'embedded', kind: 'embedded', name: 'E-mail or social' }, addresses: [evmAddress], networkId: 'eip155:1' },
          ],
          solana: [
            { connector: { id: 'embedded', kind: 'embedded', name: 'E-mail or social' }, addresses: ['So1'], networkId: 'solana:main' },
          ],
        }
      : {},
    networks: {},
  }),
  '@portico/portico/login': JSON.stringify({ version: 1, method: 'google' }),
})

describe('the end of a login', () => {
  test.each([
    ['one chain family', (portico: Portico) => disconnect(portico, { namespace: 'eip155' })],
    ['the other one', (portico: Portico) => disconnect(portico, { namespace: 'solana' })],
    ['all of them', (portico: Portico) => disconnectAll(portico)],
  ])('disconnecting %s lets all of them go, signs out once, and forgets who it was', async (_, end) => {
    const { fake, portico, connections, storage, adapters } = await loggedIn()
    expect(storage.entries.has('@portico/portico/login')).toBe(true)
    await end(portico)
    await settled()
    expect(connections('eip155')).toEqual([])
    expect(connections('solana')).toEqual([])
    expect(fake.count('signOut')).toBe(1)
    expect(storage.entries.has('@portico/portico/login')).toBe(false)
    expect(parseSavedState(storage.entries.get('@portico/portico/state')).connections).toEqual({})
    expect(JSON.stringify(accountStore(portico).getState())).not.toContain('harbourmail')
    for (const adapter of adapters) expect(adapter.calls).toContain('disconnect')
  })

  test('the chain family in use stays in use, so that who comes back is where they were', async () => {
    const { portico } = await loggedIn()
    expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
    const changes: unknown[] = []
    portico.events.on('namespace.changed', (change) => changes.push(change))
    await disconnect(portico)
    await settled()
    expect(connectionStore(portico).getState().activeNamespace).toBe('eip155')
    expect(changes).toEqual([])
  })

  test('a sign-out elsewhere lets go of every chain family', async () => {
    const { fake, connections } = await loggedIn()
    fake.logOut()
    await settled()
    expect(connections('eip155')).toEqual([])
    expect(connections('solana')).toEqual([])
    expect(fake.count('signOut')).toBe(0)
  })

  test("a wallet's own connection is left alone", async () => {
    const { portico } = await loggedIn()
    await connect(portico, { connectorId: 'com.harbor' })
    await disconnect(portico, { namespace: 'solana' })
    await settled()
    expect(
      connectionStore(portico)
        .getState()
        .byNamespace.eip155?.connections.map(({ connector }) => connector.id),
    ).toEqual(['com.harbor'])
  })

  test('and ending the connection of a wallet leaves the login alone', async () => {
    const { fake, portico, connections } = await loggedIn()
    await connect(portico, { connectorId: 'com.harbor' })
    await disconnect(portico, { namespace: 'eip155', connectorId: 'com.harbor' })
    await settled()
    expect(connections('eip155')).toHaveLength(1)
    expect(fake.count('signOut')).toBe(0)
  })

  test('who logs in again is connected again', async () => {
    const { fake, portico, connections } = await loggedIn()
    await disconnect(portico)
    await settled()
    void startEmailLogin(portico, { email })
    fake.waiting('connectEmail').resolve({ action: 'VERIFY_OTP' })
    await settled()
    fake.waiting('enterCode').resolve({})
    await settled()
    expect(connections('eip155')).toHaveLength(1)
    expect(connections('solana')).toHaveLength(1)
    expect(fake.count('signOut')).toBe(1)
  })
})

describe('a reload', () => {
  test('confirms the connections with the frame, and has the user told', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const { portico, connections } = setUp(fake, { storage: memoryStorage(saved()) })
    mount(portico)
    expect(connections('eip155')).toMatchObject([{ restored: true }])
    await goLive(portico)
    await settled()
    expect(connections('eip155')).toMatchObject([{ restored: false, approvedNetworkIds: ['eip155:1', 'eip155:10'] }])
    expect(connections('solana')).toMatchObject([{ restored: false }])
    expect(accountStore(portico).getState().eip155).toMatchObject({ user: { email }, socialProvider: 'google' })
    expect(fake.count('signOut')).toBe(0)
  })

  test('a connection counts once its adapter has confirmed it, not when the frame tells of two accounts', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    let confirm = (_: Grant) => {}
    const { portico, connections } = setUp(fake, {
      storage: memoryStorage(saved()),
      evm: { reconnect: () => new Promise((resolve) => (confirm = resolve)) },
    })
    mount(portico)
    const accounts = [
      { address: evmAddress, type: 'eoa' },
      { address: '0x2b5AD5c4795c026514f8317c7a215E218DcCD6cF', type: 'smartAccount' },
    ] as const
    fake.session.user = { ...mira, accounts }
    await goLive(portico)
    await settled()
    expect(fake.count('getUser')).toBeGreaterThan(0)
    expect(connections('eip155')).toMatchObject([{ restored: true }])
    confirm({ addresses: [evmAddress], networkId: 'eip155:1' })
    await settled()
    expect(connections('eip155')).toMatchObject([{ restored: false, accounts }])
  })

  test('a login that the frame does not know any more is cleared with its connections', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    fake.session.isGood = false
    const storage = memoryStorage(saved())
    const { portico, connections } = setUp(fake, { storage })
    mount(portico)
    await goLive(portico)
    await settled()
    expect(connections('eip155')).toEqual([])
    expect(connections('solana')).toEqual([])
    expect(storage.entries.has('@portico/portico/login')).toBe(false)
    expect(parseSavedState(storage.entries.get('@portico/portico/state')).connections).toEqual({})
  })

  test('connections that no wallet confirms are checked with the frame, and one that is good has them back', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const answers: (() => Promise<undefined>)[] = [() => Promise.resolve(undefined)]
    const { portico, connections } = setUp(fake, {
      storage: memoryStorage(saved()),
      evm: { reconnect: () => answers.shift()?.() ?? Promise.resolve({ addresses: [evmAddress], networkId: 'eip155:1' }) },
    })
    mount(portico)
    await goLive(portico)
    await settled()
    expect(connections('eip155')).toMatchObject([{ restored: false }])
    expect(fake.count('signOut')).toBe(0)
  })

  test('a visitor who disconnects before the frame has confirmed stays disconnected', async () => {
    const fake = fakeEmbedded({ isOpen: true, byHand: ['isConnected'] })
    const { portico, connections } = setUp(fake, {
      storage: memoryStorage(saved()),
      evm: { reconnect: () => new Promise<never>(() => undefined) },
    })
    mount(portico)
    await goLive(portico)
    await settled()
    expect(connections('eip155')).toMatchObject([{ restored: true }])
    await disconnect(portico)
    await settled()
    expect(fake.count('signOut')).toBe(1)
    expect(connections('eip155')).toEqual([])
    expect(connections('solana')).toEqual([])
  })

  test('and so does one who disconnects everything, with another wallet beside it', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const { portico, connections } = setUp(fake, {
      storage: memoryStorage(saved()),
      evm: { reconnect: () => new Promise<never>(() => undefined) },
      solana: { reconnect: () => new Promise<never>(() => undefined) },
    })
    mount(portico)
    await goLive(portico)
    await settled()
    await connect(portico, { connectorId: 'com.harbor' })
    await settled()
    expect(connections('solana')).toMatchObject([{ restored: true }])
    await disconnectAll(portico)
    await settled()
    expect(fake.count('signOut')).toBe(1)
    expect(fake.session.isOpen).toBe(false)
    expect(connections('eip155')).toEqual([])
    expect(connections('solana')).toEqual([])
  })

  test('a login without a connection that is shown has every chain family connected', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const { portico, connections } = setUp(fake, { storage: memoryStorage(saved(false)) })
    mount(portico)
    await goLive(portico)
    await settled()
    expect(connections('eip155')).toHaveLength(1)
    expect(connections('solana')).toHaveLength(1)
  })

  test('a frame that cannot be asked leaves the login for the next page view', async () => {
    const fake = fakeEmbedded({ isOpen: true, byHand: ['isConnected'] })
    const storage = memoryStorage(saved(false))
    const { portico } = setUp(fake, { storage })
    mount(portico)
    await goLive(portico)
    await settled()
    fake.waiting('isConnected').reject(new Error('iframe_load_failed'))
    await settled()
    expect(fake.count('signOut')).toBe(0)
    expect(fake.session.isOpen).toBe(true)
    expect(storage.entries.has('@portico/portico/login')).toBe(true)
  })

  test('without a login nothing is asked of the frame, and nothing more is loaded', async () => {
    const fake = fakeEmbedded()
    const { portico } = setUp(fake)
    mount(portico)
    await goLive(portico)
    await settled()
    expect(fake.calls).toEqual([])
    expect(fake.listeners.size).toBe(0)
  })

  test('a host that reconnects nothing has nothing reconnected', async () => {
    const fake = fakeEmbedded({ isOpen: true })
    const { portico, connections } = setUp(fake, { storage: memoryStorage(saved()), reconnect: false })
    mount(portico)
    await goLive(portico)
    await settled()
    expect(connections('eip155')).toEqual([])
    expect(fake.count('isConnected')).toBe(0)
  })

  test('R15: a login in another tab is followed', async () => {
    const fake = fakeEmbedded()
    const storage = memoryStorage()
    const { portico, connections } = setUp(fake, { storage })
    mount(portico)
    await goLive(portico)
    for (const [key, value] of Object.entries(saved())) storage.entries.set(key, value)
    fake.session.isOpen = true
    page.storage('@portico/portico/state')
    await settled()
    expect(connections('eip155')).toMatchObject([{ restored: false }])
    expect(connections('solana')).toMatchObject([{ restored: false }])
    expect(fake.listeners.size).toBeGreaterThan(0)
  })

  test('R18: listeners after a hundred mounts are those after one, and none after the last', async () => {
    const { fake, portico, unmount } = await loggedIn()
    const after = fake.listeners.size
    unmount()
    expect(fake.listeners.size).toBe(0)
    for (let turn = 0; turn < 100; turn += 1) {
      const stop = mount(portico)
      await goLive(portico)
      await settled()
      if (turn === 99) {
        expect(fake.listeners.size).toBe(after)
        follow(portico)
        expect(fake.listeners.size).toBe(after)
      }
      stop()
    }
    expect(fake.listeners.size).toBe(0)
  })
})

describe("the frame's place", () => {
  const ask = (fake: FakeEmbedded, surface: 'approve' | 'recover' | 'security') => fake.set({ ...fake.state(), surface })
  const done = (fake: FakeEmbedded) => {
    const { surface: _, ...rest } = fake.state()
    fake.set(rest)
  }

  test.each([
    ['approve', 'ApproveTransaction'],
    ['recover', 'ApproveTransaction'],
    ['security', 'WalletSecurity'],
  ] as const)('for %s the modal opens on %s, and closes when it is over', async (surface, wanted) => {
    const { fake, view, history } = await loggedIn()
    ask(fake, surface)
    expect(view()).toBe(wanted)
    done(fake)
    expect(history()).toEqual([])
    expect(fake.count('abort')).toBe(0)
  })

  test('in an open modal it is one more view, and back when it is over', async () => {
    const { fake, portico, history } = await loggedIn()
    openModal(portico, { view: 'Account' })
    ask(fake, 'approve')
    expect(history()).toEqual(['Account', 'ApproveTransaction'])
    done(fake)
    expect(history()).toEqual(['Account'])
  })

  test('what follows on another question takes its place', async () => {
    const { fake, portico, history } = await loggedIn()
    openModal(portico, { view: 'Account' })
    ask(fake, 'recover')
    ask(fake, 'approve')
    expect(history()).toEqual(['Account', 'ApproveTransaction'])
    ask(fake, 'security')
    expect(history()).toEqual(['Account', 'WalletSecurity'])
    done(fake)
    expect(history()).toEqual(['Account'])
  })

  test.each([
    ['closing', closeModal],
    ['going back', goBack],
  ] as const)('%s rejects the question, once', async (_, leave) => {
    const { fake, portico, history } = await loggedIn()
    openModal(portico, { view: 'Account' })
    ask(fake, 'approve')
    leave(portico)
    expect(fake.count('abort')).toBe(1)
    fake.set({ ...fake.state(), frame: 'ready' }) // before the frame has heard
    expect(history()).toEqual(leave === closeModal ? [] : ['Account'])
    done(fake)
    expect(history()).toEqual(leave === closeModal ? [] : ['Account'])
    ask(fake, 'approve')
    expect(history().at(-1)).toBe('ApproveTransaction')
    expect(fake.count('abort')).toBe(1)
  })

  test('a view on top of it stays when it goes', async () => {
    const { fake, portico, history } = await loggedIn()
    openModal(portico, { view: 'Account' })
    ask(fake, 'approve')
    pushView(portico, { view: 'Settings' })
    expect(fake.count('abort')).toBe(0)
    done(fake)
    expect(history()).toEqual(['Account', 'Settings'])
  })

  test('where no view can show it, the question is rejected', () => {
    const fake = fakeEmbedded()
    const portico = testPortico({ connectors: [fake.description] })
    registerViews(portico, ['Connect'])
    follow(portico)
    ask(fake, 'approve')
    expect(fake.count('abort')).toBe(1)
    expect(routerStore(portico).getState().history).toEqual([])
  })

  test('the safety page has its place at once, and leaves it when the visitor does', async () => {
    const { fake, portico, history } = await loggedIn()
    openModal(portico, { view: 'Settings' })
    const over = openWalletSecurity(portico)
    expect(history()).toEqual(['Settings', 'WalletSecurity'])
    fake.set({ ...fake.state(), frame: 'loading' })
    expect(history()).toEqual(['Settings', 'WalletSecurity'])
    ask(fake, 'security')
    expect(history()).toEqual(['Settings', 'WalletSecurity'])
    done(fake)
    fake.waiting('openSecurity').resolve()
    await over
    expect(history()).toEqual(['Settings'])
  })

  test('the safety page that is closed by the visitor, or ends with the login, is no failure; one that cannot be shown is said', async () => {
    const { fake, portico, history } = await loggedIn()
    const closed = openWalletSecurity(portico)
    ask(fake, 'security')
    closeModal(portico)
    expect(fake.count('abort')).toBe(1)
    fake.waiting('openSecurity').reject(Object.assign(new Error('No'), { reason: 'aborted' }))
    done(fake)
    await closed
    expect(toastStore(portico).getState().toast).toBeUndefined()
    openModal(portico, { view: 'Settings' })
    const ended = openWalletSecurity(portico)
    fake.waiting('openSecurity').reject(Object.assign(new Error('The page was left'), { code: 4001 })) // logged out in another tab
    await ended
    expect(toastStore(portico).getState().toast).toBeUndefined()
    const failed = openWalletSecurity(portico)
    fake.waiting('openSecurity').reject(new Error('iframe_load_failed'))
    await failed
    expect(history()).toEqual(['Settings'])
    expect(toastStore(portico).getState().toast).toMatchObject({ variant: 'error', message: 'iframe_load_failed' })
  })

  test('the safety page keeps its place while the shares are brought together, and is asked for once', async () => {
    const { fake, portico, history } = await loggedIn()
    openModal(portico, { view: 'Settings' })
    const one = openWalletSecurity(portico)
    const other = openWalletSecurity(portico) // the view that it opens asks as well
    expect(fake.count('openSecurity')).toBe(1)
    ask(fake, 'recover')
    expect(history()).toEqual(['Settings', 'WalletSecurity'])
    ask(fake, 'security')
    done(fake)
    fake.waiting('openSecurity').resolve()
    await Promise.all([one, other])
    expect(history()).toEqual(['Settings'])
    void openWalletSecurity(portico)
    expect(fake.count('openSecurity')).toBe(2)
  })

  test('without a view for it the safety page is refused', async () => {
    const fake = fakeEmbedded()
    const portico = testPortico({ connectors: [fake.description] })
    registerViews(portico, ['Connect'])
    await expect(openWalletSecurity(portico)).rejects.toBeInstanceOf(UnknownViewError)
    expect(fake.count('openSecurity')).toBe(0)
  })
})

describe('in step with the site', () => {
  test('theme and facts are told once the frame is there, again after a reload of it, and each change of the theme', async () => {
    const dark = Object.assign(new EventTarget(), { matches: true })
    vi.stubGlobal('matchMedia', () => dark)
    const { fake, portico } = await loggedIn({
      metadata: { name: 'Meridian', url: 'https://meridian.example' },
      themeVariables: { accent: '#006a6c' },
    })
    const told = vi.spyOn(fake.embedded, 'syncTheme')
    const facts = vi.spyOn(fake.embedded, 'syncDappData')
    setTheme(portico, { themeMode: 'dark' })
    expect(told).not.toHaveBeenCalled() // the frame is not there yet
    setTheme(portico, { themeMode: 'system' })
    fake.set({ ...fake.state(), frame: 'ready' })
    expect(facts.mock.calls).toEqual([[{ name: 'Meridian', url: 'https://meridian.example' }]])
    expect(told.mock.calls).toEqual([[{ themeMode: 'dark', themeVariables: { accent: '#006a6c' } }]])
    dark.matches = false
    dark.dispatchEvent(new Event('change'))
    setTheme(portico, { themeVariables: { radius: '2px', radiusModal: '32px', shadow: 'none' } }) // the frame has no modal
    expect(told.mock.calls.slice(1)).toEqual([
      [{ themeMode: 'light', themeVariables: { accent: '#006a6c' } }],
      [{ themeMode: 'light', themeVariables: { accent: '#006a6c', radius: '2px' } }],
    ])
    fake.set({ ...fake.state(), frame: 'loading' })
    fake.set({ ...fake.state(), frame: 'ready' })
    expect(facts).toHaveBeenCalledTimes(2)
    expect(told).toHaveBeenCalledTimes(4)
  })

  test('the language of the user interface is told once the frame is there, and whenever it changes', async () => {
    const { fake, portico } = await loggedIn()
    const told = vi.spyOn(fake.embedded, 'syncLocale')
    fake.set({ ...fake.state(), frame: 'ready' })
    expect(told).not.toHaveBeenCalled() // no user interface has said
    languageStore(portico).setState({ locale: 'ar' })
    expect(told.mock.calls).toEqual([['ar']])
    fake.set({ ...fake.state(), frame: 'loading' })
    languageStore(portico).setState({ locale: 'de' })
    fake.set({ ...fake.state(), frame: 'ready' })
    expect(told.mock.calls).toEqual([['ar'], ['de']])
  })

  test('a change of network asks the wallet, and has the user told on that network', async () => {
    const { fake, portico } = await loggedIn()
    const told = vi.spyOn(fake.embedded, 'getUser')
    expect(selectNetwork(portico, { networkId: 'eip155:10' })).toBe('SwitchNetwork')
    expect(routerStore(portico).getState().history.at(-1)).toMatchObject({
      view: 'SwitchNetwork',
      params: { networkId: 'eip155:10', confirm: true },
    })
    await switchNetwork(portico, { networkId: 'eip155:10' })
    expect(told.mock.calls).toEqual([['eip155:10']])
  })

  test('a change of chain family has the user told in that one', async () => {
    const { fake, portico } = await loggedIn()
    const told = vi.spyOn(fake.embedded, 'getUser')
    await activateConnection(portico, { namespace: 'solana', connectorId: 'embedded' })
    expect(told.mock.calls).toEqual([[activeConnection(connectionStore(portico).getState(), 'solana')?.networkId]])
  })

  test('a change of network of another wallet does not', async () => {
    const { fake, portico } = await loggedIn()
    await connect(portico, { connectorId: 'com.harbor' })
    const told = vi.spyOn(fake.embedded, 'getUser')
    await switchNetwork(portico, { networkId: 'eip155:10' })
    expect(told).not.toHaveBeenCalled()
  })

  test('what the frame tells of the user is beside the accounts, and nothing is written that is no news', async () => {
    const { fake, portico } = await loggedIn()
    const before = accountStore(portico).getState()
    fake.set({ ...fake.state() })
    expect(accountStore(portico).getState()).toBe(before)
    fake.set({ ...fake.state(), user: { ...mira, userName: 'mira', smartAccountDeployed: false } })
    const { eip155, solana } = accountStore(portico).getState()
    expect(eip155).toMatchObject({ user: { email, userName: 'mira' }, smartAccountDeployed: false })
    // Who it is is the same in each chain family, which account is in use is not.
    expect(solana).toMatchObject({ address: 'So1', user: { email, userName: 'mira' } })
    expect(solana?.smartAccountDeployed).toBeUndefined()
  })

  test('the type that the host wants is told where the user has such an account', async () => {
    const { fake, portico } = await loggedIn({ defaultAccountTypes: { eip155: 'smartAccount' } })
    const { preferredAccountType: _, ...user } = mira
    fake.set({ ...fake.state(), user })
    expect(accountStore(portico).getState().eip155?.preferredAccountType).toBe('eoa')
    fake.set({ ...fake.state(), user: { ...user, accounts: [...user.accounts, { address: '0xsmart', type: 'smartAccount' }] } })
    expect(accountStore(portico).getState().eip155?.preferredAccountType).toBe('smartAccount')
  })
})

test('a connector of that kind without the wallet itself is like any other', async () => {
  const portico = testPortico()
  follow(portico)
  await goLive(portico)
  expect(followingOf.peek(portico)).toBeUndefined()
  expect(fakeConnector({ kind: 'embedded' }).embedded).toBeUndefined()
})
