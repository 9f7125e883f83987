import { memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { mount } from '../../portico/mount.js'
import { settled } from '../../portico/page.test.helper.js'
import { closeModal, goBack } from '../../router/router.js'
import { openModal } from '../../router/store.js'
import type { PorticoStorage } from '../../storage/storage.js'
import { accountStore } from '../account/store.js'
import { evmAddress, fakeEmbedded, mira, secureOrigin, setUp } from './embedded.test.helper.js'
import { startFarcasterLogin, farcasterLifetime } from './farcasterLogin.js'
import { cancelLogin, retryLogin } from './finishLogin.js'
import { continueSocialInPage, resumeLogin, socialLifetime, startSocialLogin } from './socialLogin.js'
import { stubWindows } from './window.test.helper.js'

const uri = `${secureOrigin}/social/start/AAAAAAAAAAAAAAAAAAAAAA`
const resultUri = `${secureOrigin}/social/result?flow=AAAAAAAAAAAAAAAAAAAAAA&result=BBBBBBBBBBBBBBBBBBBBBB`
const loginKey = '@portico/portico/login'
const never = () => new Promise<never>(() => undefined)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** At ConnectingSocial, with the window on the provider's page. */
async function atWindow(options: Parameters<typeof setUp>[1] & { readonly blocks?: boolean; readonly throws?: boolean } = {}) {
  const { blocks = false, throws = false, ...given } = options
  const page = stubWindows({ blocks, throws })
  const fake = fakeEmbedded()
  const looks = setUp(fake, given)
  openModal(looks.portico, { view: 'Connect' })
  const over = startSocialLogin(looks.portico, { provider: 'google' })
  fake.waiting('getSocialRedirectUri').resolve({ uri, match: '42' })
  await settled()
  return { page, fake, over, ...looks }
}

describe('the window', () => {
  test('is opened in the press itself, empty, 600 by 800, and led to the page once that is known', async () => {
    const page = stubWindows()
    const fake = fakeEmbedded()
    const { portico, login, history } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    void startSocialLogin(portico, { provider: 'google' })
    expect(page.opened.map(({ urls }) => urls)).toEqual([['about:blank']]) // nothing was awaited
    expect(page.features).toEqual(['popup,width=600,height=800,left=300,top=50'])
    expect(login()).toEqual({ status: 'social', provider: 'google', step: 'opening' })
    expect(history()).toEqual(['Connect', 'ConnectingSocial'])
    expect(fake.waiting('getSocialRedirectUri').parameters).toEqual(['google'])
    fake.waiting('getSocialRedirectUri').resolve({ uri, match: '42' })
    await settled()
    expect(page.opened[0]?.urls).toEqual(['about:blank', uri])
    expect(login()).toEqual({ status: 'social', provider: 'google', match: '42', step: 'waiting' })
  })

  test('what it reports connects; it is told so, and closed', async () => {
    const { page, fake, over, login, portico, connections, history } = await atWindow()
    page.post({ type: 'portico_social', resultUri })
    await settled()
    expect(page.opened[0]?.told).toEqual([{ message: { type: 'portico_social_received' }, targetOrigin: secureOrigin }])
    expect(fake.waiting('connectSocial').parameters).toEqual([resultUri])
    fake.waiting('connectSocial').resolve(mira)
    await over
    await settled()
    expect(page.opened[0]?.closed).toBe(true)
    expect(connections('eip155')).toMatchObject([{ addresses: [evmAddress] }])
    expect(accountStore(portico).getState().eip155).toMatchObject({ socialProvider: 'google', user: { email: mira.email } })
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual([])
    expect(page.listening()).toBe(0)
  })

  test('what it reports is looked into at leisure: that the window has gone by then is not the visitor’s doing', async () => {
    const { page, fake, over, login } = await atWindow()
    page.post({ type: 'portico_social', resultUri })
    await settled()
    expect(page.opened[0]?.closed).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    expect(login()).toMatchObject({ status: 'social', step: 'waiting' })
    fake.waiting('connectSocial').resolve(mira)
    await over
    expect(login()).toEqual({ status: 'idle' })
  })

  test.each([
    ['another origin', { type: 'portico_social', resultUri }, 'https://evil.example'],
    ["the host's own origin", { type: 'portico_social', resultUri }, 'https://shop.example'],
    ['an origin that begins the same', { type: 'portico_social', resultUri }, `${secureOrigin}.evil.example`],
    ['another type', { type: 'portico_socials', resultUri }, secureOrigin],
    ['a result elsewhere', { type: 'portico_social', resultUri: 'https://evil.example/social/result' }, secureOrigin],
    ['a result that is code', { type: 'portico_social', resultUri: 'javascript:alert(1)' }, secureOrigin],
    ['a result that is no text', { type: 'portico_social', resultUri: { href: resultUri } }, secureOrigin],
    ['a text', 'portico_social', secureOrigin],
    ['nothing', null, secureOrigin],
  ])('S1: a message with %s changes nothing', async (_, data, origin) => {
    const { page, fake, login } = await atWindow()
    page.post(data, { origin })
    await settled()
    expect(fake.asked.filter(({ request }) => request === 'connectSocial').map(({ parameters }) => parameters)).toEqual([[uri]])
    expect(login()).toMatchObject({ status: 'social', step: 'waiting' })
    expect(page.opened[0]?.told).toEqual([])
  })

  test.each([
    'https://evil.example/social/start/x',
    'javascript:alert(1)',
    'data:text/html,x',
    `blob:${secureOrigin}/x`,
    'not a page',
    `${secureOrigin}/${'a'.repeat(2048)}`,
  ])('S19: it is never led to %s', async (page) => {
    const windows = stubWindows()
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    const over = startSocialLogin(portico, { provider: 'google' })
    fake.waiting('getSocialRedirectUri').resolve({ uri: page, match: '42' })
    await over
    expect(windows.opened[0]).toMatchObject({ urls: ['about:blank'], closed: true })
    expect(login()).toMatchObject({
      status: 'failed',
      method: 'google',
      error: { name: 'UntrustedLoginPageError', shown: 'Untrusted Origin' },
    })
  })

  test('only the six providers can be asked for', async () => {
    const windows = stubWindows()
    const fake = fakeEmbedded()
    const { portico } = setUp(fake)
    await expect(startSocialLogin(portico, { provider: 'myspace' as never })).rejects.toMatchObject({
      name: 'InvalidOptionError',
      option: 'provider',
    })
    expect(windows.opened).toEqual([])
  })

  test('turning away closes it, and a late answer signs out again', async () => {
    const { page, fake, over, portico, login, history } = await atWindow()
    goBack(portico)
    await over
    expect(page.opened[0]?.closed).toBe(true)
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual(['Connect'])
    expect(page.listening()).toBe(0)
    fake.waiting('connectSocial').resolve(mira)
    await settled()
    expect(fake.count('signOut')).toBe(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fake.count('connectSocial')).toBe(1)
  })

  test('what the provider says is said', async () => {
    const { page, fake, over, login } = await atWindow()
    page.post({ type: 'portico_social', resultUri })
    await settled()
    fake.waiting('connectSocial').reject(new Error('You cancelled the login.'))
    await over
    expect(login()).toMatchObject({ status: 'failed', method: 'google', error: { message: 'You cancelled the login.' } })
  })

  test('a frame that is not there is said, and the empty window closed', async () => {
    const page = stubWindows()
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    const over = startSocialLogin(portico, { provider: 'x' })
    fake.waiting('getSocialRedirectUri').reject(new Error('iframe_load_failed'))
    await over
    expect(login()).toMatchObject({ status: 'failed', method: 'x' })
    expect(page.opened[0]?.closed).toBe(true)
  })

  test('is given up after ten minutes', async () => {
    const { over, login } = await atWindow()
    await vi.advanceTimersByTimeAsync(socialLifetime)
    await over
    expect(login()).toMatchObject({ status: 'failed', method: 'google', error: { name: 'LoginExpiredError' } })
  })
})

describe('R23: a window that does not come, goes, or is cut off', () => {
  test.each([
    ['refuses', { blocks: true }],
    ['throws', { throws: true }],
  ])('a browser that %s: said at once, with a real link once it is known, and the login goes on by asking', async (_, options) => {
    const page = stubWindows(options)
    const fake = fakeEmbedded()
    const { portico, login, connections } = setUp(fake)
    const over = startSocialLogin(portico, { provider: 'github' })
    expect(login()).toEqual({ status: 'social', provider: 'github', step: 'blocked' })
    fake.waiting('getSocialRedirectUri').resolve({ uri, match: '42' })
    await settled()
    expect(login()).toEqual({ status: 'social', provider: 'github', match: '42', uri, step: 'blocked' })
    expect(page.opened).toEqual([])
    fake.waiting('connectSocial').resolve(mira)
    await over
    expect(connections('eip155')).toHaveLength(1)
  })

  test('closed before it got anywhere: said within 1 s', async () => {
    const page = stubWindows()
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    void startSocialLogin(portico, { provider: 'google' })
    const popup = page.opened[0]
    if (popup) popup.closed = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(login()).toMatchObject({ status: 'social', step: 'closed' })
    fake.waiting('getSocialRedirectUri').resolve({ uri, match: '42' })
    await settled()
    expect(login()).toMatchObject({ status: 'social', step: 'closed', match: '42' })
    expect(popup?.urls).toEqual(['about:blank'])
  })

  test.each(['closed by the visitor', 'cut off by same-origin', 'cut off by noopener-allow-popups'])(
    '%s: said within 1 s, and the login goes on by asking',
    async () => {
      const { page, fake, over, login, connections } = await atWindow()
      const popup = page.opened[0]
      if (popup) popup.closed = true // what a page sees of a window that is closed, or in another group of windows
      await vi.advanceTimersByTimeAsync(1000)
      expect(login()).toEqual({ status: 'social', provider: 'google', match: '42', step: 'closed' })
      fake.waiting('connectSocial').resolve(undefined) // not yet
      await vi.advanceTimersByTimeAsync(1000)
      fake.waiting('connectSocial').reject(Object.assign(new Error('No'), { reason: 'timeout' })) // nor for as long as the frame may take
      await vi.advanceTimersByTimeAsync(1000)
      expect(fake.asked.filter(({ request }) => request === 'connectSocial').map(({ parameters }) => parameters)).toEqual([
        [uri],
        [uri],
        [uri],
      ])
      fake.waiting('connectSocial').resolve(mira)
      await over
      expect(connections('eip155')).toHaveLength(1)
    },
  )

  test('can be opened again in a press, with a login of its own', async () => {
    const { page, fake, over, portico, login } = await atWindow()
    const popup = page.opened[0]
    if (popup) popup.closed = true
    await vi.advanceTimersByTimeAsync(1000)
    retryLogin(portico)
    expect(page.opened).toHaveLength(2)
    await over
    expect(login()).toEqual({ status: 'social', provider: 'google', step: 'opening' })
    expect(fake.count('getSocialRedirectUri')).toBe(2)
  })

  test('its report is heard even where it seems gone', async () => {
    const { page, fake, over, connections } = await atWindow()
    const popup = page.opened[0]
    if (popup) popup.closed = true
    await vi.advanceTimersByTimeAsync(1000)
    page.post({ type: 'portico_social', resultUri })
    await settled()
    fake.waiting('connectSocial').resolve(mira)
    await over
    expect(connections('eip155')).toHaveLength(1)
  })
})

describe("in the page's own place", () => {
  test('the login is kept, the page left, and the next page view goes on with it, once', async () => {
    const { page, portico, storage } = await atWindow({ blocks: true })
    expect(continueSocialInPage(portico)).toBe(true)
    expect(page.left).toEqual([`${uri}?returnTo=${encodeURIComponent('https://shop.example/shop?a=1')}`])
    vi.unstubAllGlobals()

    const next = stubWindows({ hash: `#portico_social=${encodeURIComponent(resultUri)}` })
    const fake = fakeEmbedded()
    const back = setUp(fake, { storage })
    const unmount = mount(back.portico)
    await vi.waitFor(() => expect(back.view()).toBe('ConnectingSocial'))
    expect(back.login()).toEqual({ status: 'social', provider: 'google', match: '42', step: 'waiting' })
    expect(next.replaced).toEqual(['/shop?a=1'])
    expect(fake.waiting('connectSocial').parameters).toEqual([resultUri])
    expect(storage.entries.has(loginKey)).toBe(false)
    fake.waiting('connectSocial').resolve(mira)
    await vi.waitFor(() => expect(back.connections('eip155')).toHaveLength(1))
    await settled()
    expect(back.history()).toEqual([])
    expect(accountStore(back.portico).getState().eip155?.socialProvider).toBe('google')
    unmount()
  })

  test('without a result in the address the secure site is asked, and the ways to go on are offered again', async () => {
    const { portico, storage } = await atWindow({ blocks: true })
    continueSocialInPage(portico)
    stubWindows()
    const fake = fakeEmbedded()
    const back = setUp(fake, { storage })
    const resumed = resumeLogin(back.portico)
    expect(fake.waiting('connectSocial').parameters).toEqual([uri])
    expect(back.login()).toEqual({ status: 'social', provider: 'google', match: '42', step: 'blocked', uri })
    expect(continueSocialInPage(back.portico)).toBe(true)
    fake.waiting('connectSocial').resolve(mira)
    await resumed
    expect(back.connections('eip155')).toHaveLength(1)
  })

  test('before the page is known, without a login, or where nothing can be kept, the page stays', async () => {
    const page = stubWindows({ blocks: true })
    const fake = fakeEmbedded()
    const full: PorticoStorage = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('full')
      },
    }
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { portico } = setUp(fake, { storage: full })
    expect(continueSocialInPage(portico)).toBe(false)
    void startSocialLogin(portico, { provider: 'google' })
    expect(continueSocialInPage(portico)).toBe(false)
    fake.waiting('getSocialRedirectUri').resolve({ uri, match: '42' })
    await settled()
    expect(continueSocialInPage(portico)).toBe(false)
    expect(page.left).toEqual([])
  })

  test.each([
    ['too old', { provider: 'google', uri, startedAt: -socialLifetime - 1 }],
    ['from tomorrow', { provider: 'google', uri, startedAt: 86_400_000 }],
    ['of another site', { provider: 'google', uri: 'https://evil.example/social/start/x', startedAt: 0 }],
    ['that is code', { provider: 'google', uri: 'javascript:alert(1)', startedAt: 0 }],
    ['of an unknown provider', { provider: 'myspace', uri, startedAt: 0 }],
    ['of another shape', ['google']],
  ])('S41: one that is %s is forgotten', async (_, pending) => {
    stubWindows()
    const startedAt = typeof pending === 'object' && 'startedAt' in pending ? Date.now() + pending.startedAt : 0
    const storage = memoryStorage({ [loginKey]: JSON.stringify({ version: 1, pending: { ...pending, startedAt } }) })
    const fake = fakeEmbedded()
    const { portico, login, history } = setUp(fake, { storage })
    await resumeLogin(portico)
    expect(login()).toEqual({ status: 'idle' })
    expect(history()).toEqual([])
    expect(fake.calls).toEqual([])
  })

  test.each(['', '{', 'null', '7', '[]', '{"version":2}', '{"version":1,"pending":null}', '{"version":1,"method":"myspace"}'])(
    'R14: a record that is %j is nothing',
    async (text) => {
      stubWindows()
      const fake = fakeEmbedded()
      const { portico, login } = setUp(fake, { storage: memoryStorage({ [loginKey]: text }) })
      await resumeLogin(portico)
      expect(login()).toEqual({ status: 'idle' })
    },
  )

  test('a result of another site in the address is not used', async () => {
    const { portico, storage } = await atWindow({ blocks: true })
    continueSocialInPage(portico)
    const next = stubWindows({ hash: '#portico_social=https://evil.example/social/result?flow=x' })
    const fake = fakeEmbedded()
    void resumeLogin(setUp(fake, { storage }).portico)
    expect(fake.waiting('connectSocial').parameters).toEqual([uri])
    expect(next.replaced).toEqual(['/shop?a=1'])
  })
})

describe('Farcaster', () => {
  const url = 'https://farcaster.example/~/siwf?channelToken=abc'

  test('shows the link, and connects once the visitor has agreed in the app', async () => {
    stubWindows()
    const fake = fakeEmbedded()
    const { portico, login, history, connections } = setUp(fake)
    openModal(portico, { view: 'Connect' })
    const over = startFarcasterLogin(portico)
    expect(login()).toEqual({ status: 'farcaster' })
    expect(history()).toEqual(['Connect', 'ConnectingFarcaster'])
    fake.waiting('getFarcasterUri').resolve({ url })
    await settled()
    expect(login()).toEqual({ status: 'farcaster', url, expiresAt: Date.now() + farcasterLifetime })
    fake.waiting('connectFarcaster').resolve(undefined)
    await vi.advanceTimersByTimeAsync(1000)
    fake.waiting('connectFarcaster').reject(Object.assign(new Error('No'), { reason: 'timeout' }))
    await vi.advanceTimersByTimeAsync(1000)
    fake.waiting('connectFarcaster').resolve({ userName: 'mira' })
    await over
    await settled()
    expect(connections('eip155')).toHaveLength(1)
    expect(accountStore(portico).getState().eip155).toMatchObject({ socialProvider: 'farcaster', farcasterUrl: url })
    expect(history()).toEqual([])
  })

  test.each(['javascript:alert(1)', 'data:,x', 'http://farcaster.example/', ''])('S19: a link that is %j is not shown', async (bad) => {
    stubWindows()
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    const over = startFarcasterLogin(portico)
    fake.waiting('getFarcasterUri').resolve({ url: bad })
    await over
    expect(login()).toMatchObject({ status: 'failed', method: 'farcaster', error: { name: 'UntrustedLoginPageError' } })
  })

  test('a link that is out of date can be had anew', async () => {
    stubWindows()
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    const over = startFarcasterLogin(portico)
    fake.waiting('getFarcasterUri').resolve({ url })
    await vi.advanceTimersByTimeAsync(farcasterLifetime)
    await over
    expect(login()).toMatchObject({ status: 'failed', method: 'farcaster', error: { name: 'LoginExpiredError' } })
    retryLogin(portico)
    expect(login()).toEqual({ status: 'farcaster' })
    expect(fake.count('getFarcasterUri')).toBe(2)
  })

  test.each(['getFarcasterUri', 'connectFarcaster'] as const)('a failure of %s is said', async (request) => {
    stubWindows()
    const fake = fakeEmbedded()
    const { portico, login } = setUp(fake)
    const over = startFarcasterLogin(portico)
    if (request === 'connectFarcaster') fake.waiting('getFarcasterUri').resolve({ url })
    await settled()
    fake.waiting(request).reject(new Error('The wallet service did not answer'))
    await over
    expect(login()).toMatchObject({ status: 'failed', method: 'farcaster', error: { message: 'The wallet service did not answer' } })
  })
})

test('R17: a reload in the middle of any login is a clean start', async () => {
  const { fake, portico, storage, over } = await atWindow({ evm: { connect: never } })
  expect(storage.entries.has(loginKey)).toBe(false)
  const reloaded = setUp(fakeEmbedded(), { storage })
  const unmount = mount(reloaded.portico)
  await settled()
  expect(reloaded.login()).toEqual({ status: 'idle' })
  expect(reloaded.history()).toEqual([])
  cancelLogin(portico)
  closeModal(portico)
  await over
  expect(fake.count('signOut')).toBe(0)
  unmount()
})
