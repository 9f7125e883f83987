import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { languageStore } from '@portico/core/kit'
import fc from 'fast-check'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { embedded } from '../index.js'
import { openRecords } from './stored.js'
import { answerSamples } from '../test/samples.js'
import { puppet, type PuppetFrame } from '../test/frames.js'
import {
  endSites,
  evmAddress,
  loggedInStorage,
  memoryStorage,
  site as makeSite,
  stored,
  type Site,
  type SiteOptions,
} from '../test/site.js'
import { quiet, until } from '../test/until.js'

const sites: Site[] = []
function site(options?: SiteOptions): Site {
  const made = makeSite(options)
  sites.push(made)
  return made
}
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 1_800_000_000_000 }))
afterEach(() => {
  endSites(sites)
  vi.useRealTimers()
})

const failing = (payload: { readonly message: string; readonly code?: number; readonly retryAfter?: number }) => () =>
  Promise.reject(payload)

/** A site whose frame does only what a test tells it. */
function puppetSite(options: SiteOptions = {}) {
  const frames: PuppetFrame[] = []
  const made = site({ ...options, load: (iframe) => frames.push(puppet(iframe)) })
  made.channels.push({
    post: () => undefined,
    counts: () => ({ accepted: 0, dropped: 0, answered: 0 }),
    close: () => frames.forEach(({ port }) => port.close()),
  })
  return { ...made, frame: () => frames.at(-1), frames }
}

describe('options', () => {
  test.each<[string, object, RegExp]>([
    ['url', {}, /expected an http or https URL, got undefined/],
    ['url', { url: 'ftp://secure.example' }, /an http or https URL/],
    ['url', { url: 'secure.example' }, /an http or https URL, got secure.example/],
    ['url', { url: 7 }, /an http or https URL/],
    ['email', { email: 'yes' }, /expected true or false, got yes/],
    ['farcaster', { farcaster: 1 }, /true or false/],
    ['device', { device: null }, /true or false/],
    ['socials', { socials: 'google' }, /expected a list of google, x/],
    ['socials', { socials: ['myspace'] }, /a list of google, x, .*got myspace/],
    ['socials', { socials: ['google', 'google'] }, /each once/],
    ['eip155', { defaultAccountTypes: { eip155: 'payment' } }, /expected 'eoa', or 'smartAccount' for eip155, got payment/],
    ['solana', { defaultAccountTypes: { solana: 'smartAccount' } }, /'eoa'/],
    ['solana', { defaultAccountTypes: { solana: 'multisig' } }, /'eoa'/],
    ['defaultAccountTypes.evm', { defaultAccountTypes: { evm: 'eoa' } }, /expected one of eip155, solana/],
    ['defaultAccountTypes.url', { defaultAccountTypes: { url: 'eoa' } }, /expected one of eip155, solana/],
    ['defaultAccountTypes', { defaultAccountTypes: 'eoa' }, /expected an object/],
    ['defaultAccountTypes', { defaultAccountTypes: null }, /expected an object/],
  ])('%s is refused in %j', (option, options, message) => {
    const given = { ...(option === 'url' ? {} : { url: 'https://secure.example' }), ...options } as never
    expect(() => embedded(given)).toThrow(
      expect.objectContaining({ name: 'InvalidOptionError', option, message: expect.stringMatching(message) }) as Error,
    )
  })

  test('nothing at all is refused, too', () => {
    expect(() => embedded(undefined as never)).toThrow(/url/)
  })

  test('decide which ways of logging in are offered', () => {
    const all = site().connector
    expect(all).toMatchObject({
      id: 'embedded',
      kind: 'embedded',
      name: 'E-mail or social',
      installed: false,
      namespaces: ['eip155', 'solana'],
    })
    expect(all.embedded.methods).toEqual({
      email: true,
      socials: ['google', 'x', 'discord', 'apple', 'github', 'facebook'],
      farcaster: true,
      device: false,
    })
    expect(all.embedded.origin).toBe('https://secure.example')
    const some = site({
      options: {
        url: 'http://secure.localhost:9301/base/',
        email: false,
        socials: ['github', 'x'],
        farcaster: false,
        device: true,
        defaultAccountTypes: { eip155: 'eoa' },
      },
      namespaces: ['bip122', 'solana'],
    }).connector
    expect(some.embedded.methods).toEqual({ email: false, socials: ['github', 'x'], farcaster: false, device: true })
    expect([some.embedded.origin, some.namespaces]).toEqual(['http://secure.localhost:9301', ['solana']])
  })
})

describe('before it is used', () => {
  test('there is no frame, no listener and nothing in storage', () => {
    const { page, connector, storage } = site()
    const { embedded: wallet } = connector
    expect([wallet.isOpen(), wallet.state(), wallet.approved(), wallet.approvedNetworkIds('eip155')]).toEqual([
      false,
      { frame: 'idle' },
      [],
      [],
    ])
    wallet.place({ top: 0, left: 0, width: 1, height: 1 })
    wallet.abort()
    expect([page.made(), page.listeners(), storage.getItem(stored)]).toEqual([0, 0, null])
  })

  test('offline its code is not asked for, and a press with the network has it', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('navigator', { onLine: false })
    const { page, connector } = site()
    await expect(connector.getProvider('eip155')).rejects.toThrow(TypeError)
    expect([fetch.mock.calls, page.made()]).toEqual([[['', { method: 'HEAD', cache: 'no-store' }]], 0])
    vi.stubGlobal('navigator', { onLine: true })
    expect(await connector.getProvider('eip155')).toBeTypeOf('object')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('the frame is asked for with what it has to know', async () => {
    const { page, connector } = site({ options: { device: true } })
    connector.embedded.prepare()
    await until(() => connector.embedded.state().frame === 'ready')
    const { origin, pathname, searchParams } = new URL(page.iframes[0]?.src ?? '')
    expect([origin, pathname]).toEqual(['https://secure.example', '/frame'])
    expect(Object.fromEntries(searchParams)).toEqual({
      projectId: 'p1',
      origin: 'https://shop.example',
      chainId: 'eip155:1',
      version: '4',
      enableLogger: 'false',
      device: 'true',
      locale: 'en',
    })
    expect(page.iframes[0]?.id).toBe('portico-frame-portico')
  })

  test('whoever develops a site without a project id is told why no frame will come, and nobody else is', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    onTestFinished(() => {
      vi.unstubAllEnvs()
      warn.mockRestore()
    })
    await site().connector.embedded.isConnected()
    vi.stubEnv('NODE_ENV', 'production')
    await site({ projectId: '' }).connector.embedded.isConnected()
    expect(warn).not.toHaveBeenCalled()
    vi.unstubAllEnvs()
    await site({ projectId: '' }).connector.embedded.isConnected()
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('createPortico has no projectId'))
  })

  test('its state is told to who listens, until they stop', async () => {
    const {
      connector: { embedded: wallet },
    } = site()
    const seen: string[] = []
    const stop = wallet.subscribe(() => seen.push(wallet.state().frame))
    await wallet.isConnected()
    stop()
    await wallet.getUser()
    expect(seen).toEqual(['loading', 'ready'])
  })
})

describe('login by e-mail', () => {
  test('mails a code, and keeps who logged in once the code was right', async () => {
    const {
      connector: { embedded: wallet },
      record,
      asked,
    } = site()
    expect(await wallet.connectEmail('ada@example.org')).toEqual({ action: 'VERIFY_OTP', resendAfter: 30, expiresIn: 600 })
    expect(record()).toEqual({ version: 1, lastEmailLoginTime: Date.now() })
    expect([wallet.isOpen(), wallet.approved()]).toEqual([false, []])
    await wallet.connectOtp('123456')
    expect(record()).toEqual({ version: 1, emailLoginUsed: true, email: 'ada@example.org' })
    expect([wallet.isOpen(), wallet.approved()]).toEqual([true, ['eip155', 'solana']])
    expect(await wallet.getUser('eip155:10')).toEqual({
      email: 'ada@example.org',
      address: evmAddress,
      chainId: 'eip155:10',
      accounts: [{ address: evmAddress, type: 'eoa' }],
    })
    expect(wallet.state()).toEqual({
      frame: 'ready',
      user: { email: 'ada@example.org', address: evmAddress, chainId: 'eip155:10', accounts: [{ address: evmAddress, type: 'eoa' }] },
    })
    expect(record()).toMatchObject({ lastUsedChain: 'eip155:10' })
    expect(asked).toEqual([
      ['CONNECT_EMAIL', { email: 'ada@example.org' }],
      ['CONNECT_OTP', { otp: '123456' }],
      ['GET_USER', { chainId: 'eip155:10' }],
    ])
  })

  test('is there at once where this browser is logged in already', async () => {
    const {
      connector: { embedded: wallet },
      record,
    } = site({ handlers: { CONNECT_EMAIL: () => ({ action: 'CONNECT', resendAfter: 0, expiresIn: 0 }) } })
    await wallet.connectEmail('ada@example.org')
    expect([wallet.approved(), record()]).toEqual([['eip155', 'solana'], { version: 1, emailLoginUsed: true, email: 'ada@example.org' }])
  })

  test('a wrong code is the frame’s own sentence, and no login', async () => {
    const {
      connector: { embedded: wallet },
    } = site({ handlers: { CONNECT_OTP: failing({ message: 'That code is wrong' }) } })
    await wallet.connectEmail('ada@example.org')
    await expect(wallet.connectOtp('000000')).rejects.toMatchObject({ name: 'FrameRequestError', message: 'That code is wrong' })
    expect(wallet.approved()).toEqual([])
  })

  test('the mailed link is waited for, and can be waited for again', async () => {
    let confirmed = false
    const {
      connector: { embedded: wallet },
      page,
    } = site({ handlers: { CONNECT_DEVICE: () => (confirmed ? undefined : new Promise<undefined>(() => undefined)) } })
    await wallet.isConnected()
    const waiting = wallet.connectDevice().catch((error: unknown) => error)
    await quiet()
    await vi.advanceTimersByTimeAsync(28_000)
    expect(await waiting).toMatchObject({ name: 'FrameTimeoutError', message: 'iframe_request_timeout' })
    expect(page.made()).toBe(1)
    confirmed = true
    await wallet.connectDevice()
  })
})

describe('the cool-down', () => {
  test('a second mail within 30 s is refused here already, with the seconds left', async () => {
    const {
      connector: { embedded: wallet },
      asked,
    } = site()
    await wallet.connectEmail('ada@example.org')
    const refused = async (after: number) => {
      vi.setSystemTime(1_800_000_000_000 + after)
      return wallet.connectEmail('ada@example.org').catch((error: unknown) => error)
    }
    for (const [after, seconds] of [
      [0, 30],
      [1, 30],
      [1_000, 29],
      [1_001, 29],
      [28_999, 2],
      [29_000, 1],
      [29_999, 1],
    ] as const) {
      expect(await refused(after)).toMatchObject({
        name: 'EmailCooldownError',
        message: `Please try again after ${seconds} seconds`,
        shown: `Please try again after ${seconds} seconds`,
        retryAfter: seconds,
      })
    }
    expect(asked).toHaveLength(1)
    expect(await refused(30_000)).toMatchObject({ action: 'VERIFY_OTP' })
  })

  test('S27: the server’s own time counts, also where it is longer ago here', async () => {
    let answer: () => unknown = failing({ message: 'Please try again after 12 seconds', retryAfter: 12 })
    const {
      connector: { embedded: wallet },
    } = site({ handlers: { CONNECT_EMAIL: (() => answer()) as never } })
    await expect(wallet.connectEmail('ada@example.org')).rejects.toMatchObject({ name: 'EmailCooldownError', retryAfter: 12 })
    vi.setSystemTime(Date.now() + 11_500)
    await expect(wallet.connectEmail('ada@example.org')).rejects.toMatchObject({ name: 'EmailCooldownError', retryAfter: 1 })
    vi.setSystemTime(Date.now() + 500)
    answer = failing({ message: 'Too many mails for today', retryAfter: 3_600 })
    await expect(wallet.connectEmail('ada@example.org')).rejects.toMatchObject({
      name: 'FrameRequestError',
      message: 'Too many mails for today',
      retryAfter: 3_600,
    })
    answer = () => ({ action: 'VERIFY_OTP', resendAfter: 10, expiresIn: 600 })
    await wallet.connectEmail('ada@example.org')
    vi.setSystemTime(Date.now() + 9_000)
    await expect(wallet.connectEmail('ada@example.org')).rejects.toMatchObject({ retryAfter: 1 })
  })

  test('a mail that was not sent does not count', async () => {
    let isBroken = true
    const {
      connector: { embedded: wallet },
      record,
    } = site({
      handlers: {
        CONNECT_EMAIL: () =>
          isBroken ? Promise.reject(new Error('Not a mail address')) : { action: 'VERIFY_OTP', resendAfter: 30, expiresIn: 600 },
      },
    })
    await expect(wallet.connectEmail('ada@example')).rejects.toMatchObject({ message: 'Not a mail address' })
    expect(record()).toEqual({ version: 1 })
    isBroken = false
    await wallet.connectEmail('ada@example.org')
  })

  test('R16, S27: the seconds are 1 to 30 whatever the clock does, in 10,000 leaps of up to a day', async () => {
    const { EmailCooldownError } = await import('../errors.js')
    const { cooldownLeft, mailedAt } = await import('./cooldown.js')
    const day = 86_400_000
    let wrong = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: -day, max: day }),
        fc.double({ min: -1e6, max: 1e6 }),
        (last, leap, seconds) => {
          const left = cooldownLeft(last, last + leap)
          const { retryAfter, message } = new EmailCooldownError({ seconds: left > 0 ? left / 1_000 : seconds })
          if (
            left < 0 ||
            left > 30_000 ||
            (leap < 0 && left > 0) ||
            (leap >= 30_000 && left > 0) ||
            (leap >= 0 && leap < 30_000 && left !== 30_000 - leap)
          )
            wrong += 1
          if (
            !Number.isInteger(retryAfter) ||
            retryAfter < 1 ||
            retryAfter > 30 ||
            message !== `Please try again after ${retryAfter} seconds`
          )
            wrong += 1
          const mailed = mailedAt(last, seconds)
          if (mailed > last || mailed < last - 30_000) wrong += 1
          return wrong === 0
        },
      ),
      { numRuns: 10_000 },
    )
    recordPromise({ id: 'R16', name: 'clocks that leap, host’s cool-down', runs: 10_000, accepted: wrong })
    expect([cooldownLeft(undefined, 5), cooldownLeft(0, 0), cooldownLeft(0, 29_999), cooldownLeft(0, 30_000)]).toEqual([0, 30_000, 1, 0])
    expect([
      new EmailCooldownError({ seconds: Number.NaN }).retryAfter,
      new EmailCooldownError({ seconds: 0.2 }).retryAfter,
      new EmailCooldownError({ seconds: 90 }).retryAfter,
    ]).toEqual([1, 1, 30])
  })
})

describe('other logins', () => {
  test('a social one begins with a page, is asked for until it is done, and brings the user', async () => {
    let isDone = false
    const {
      connector: { embedded: wallet },
      record,
      asked,
    } = site({
      handlers: { CONNECT_SOCIAL: () => (isDone ? { ...answerSamples.GET_USER, networks: ['eip155:1'] } : { pending: true }) },
    })
    expect(await wallet.getSocialRedirectUri('google')).toEqual(answerSamples.GET_SOCIAL_REDIRECT_URI)
    expect(await wallet.connectSocial('https://secure.example/social/start/1')).toBeUndefined()
    expect(wallet.approved()).toEqual([])
    isDone = true
    expect(await wallet.connectSocial('https://secure.example/social/start/1')).toMatchObject({ userName: 'ada', address: evmAddress })
    expect(asked.at(-1)).toEqual(['CONNECT_SOCIAL', { uri: 'https://secure.example/social/start/1', chainId: 'eip155:1' }])
    expect(record()).toEqual({
      version: 1,
      emailLoginUsed: true,
      socialUsername: 'ada',
      email: 'ada@example.org',
      lastUsedChain: 'eip155:1',
    })
    expect(wallet.state().user).not.toHaveProperty('networks')
    expect([wallet.approvedNetworkIds('eip155'), wallet.approvedNetworkIds('solana')]).toEqual([['eip155:1'], []])
  })

  test('Farcaster likewise', async () => {
    let isDone = false
    const {
      connector: { embedded: wallet },
      record,
    } = site({ handlers: { CONNECT_FARCASTER: () => (isDone ? { userName: 'ada.eth' } : { pending: true }) } })
    expect(await wallet.getFarcasterUri()).toEqual(answerSamples.GET_FARCASTER_URI)
    expect(await wallet.connectFarcaster()).toBeUndefined()
    isDone = true
    expect(await wallet.connectFarcaster()).toEqual({ userName: 'ada.eth' })
    expect([wallet.approved().length, record()]).toEqual([2, { version: 1, emailLoginUsed: true, socialUsername: 'ada.eth' }])
  })
})

describe('a login', () => {
  test('of an earlier page view is confirmed by the frame, or cleared with all that was kept of it', async () => {
    const good = site({ storage: loggedInStorage() })
    expect([good.connector.embedded.isOpen(), await good.connector.embedded.isConnected()]).toEqual([true, true])
    expect(good.asked).toEqual([['IS_CONNECTED', { token: 'handle' }]])
    const bad = site({
      storage: loggedInStorage({ socialUsername: 'ada', lastUsedChain: 'eip155:10', lastEmailLoginTime: 5 }),
      handlers: { IS_CONNECTED: () => ({ isConnected: false }) },
    })
    const { embedded: wallet } = bad.connector
    expect(await wallet.isConnected()).toBe(false)
    expect([wallet.isOpen(), wallet.approved(), bad.record()]).toEqual([false, [], { version: 1, lastEmailLoginTime: 5 }])
  })

  test('that the frame knows of is taken up, also where nothing was kept', async () => {
    const {
      connector: { embedded: wallet },
    } = site()
    expect([await wallet.isConnected(), wallet.approved(), wallet.isOpen()]).toEqual([true, ['eip155', 'solana'], true])
  })

  test('stays where the frame cannot be asked', async () => {
    const {
      connector: { embedded: wallet },
    } = site({ storage: loggedInStorage(), load: () => undefined })
    const asking = wallet.isConnected().catch((error: unknown) => error)
    await until(() => wallet.state().frame === 'loading')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await asking).toMatchObject({ name: 'FrameLoadError' })
    expect([wallet.isOpen(), wallet.state()]).toEqual([true, { frame: 'failed' }])
  })

  test('ends with a sign-out, and nothing of it is kept', async () => {
    const {
      connector: { embedded: wallet },
      record,
      asked,
    } = site({ storage: loggedInStorage({ lastUsedChain: 'eip155:10' }) })
    await wallet.getUser()
    await wallet.signOut()
    expect(asked.map(([name]) => name)).toEqual(['GET_USER', 'SIGN_OUT'])
    expect([wallet.approved(), wallet.isOpen(), wallet.state(), record()]).toEqual([[], false, { frame: 'ready' }, { version: 1 }])
  })

  test('S32: a sign-out takes 3,000 ms at the most, whatever the frame does, and a mute frame is taken away', async () => {
    const {
      connector: { embedded: wallet },
      page,
      frame,
    } = puppetSite({ storage: loggedInStorage() })
    wallet.prepare()
    await until(() => wallet.state().frame === 'ready')
    let isOver = false
    const leaving = wallet.signOut().then(() => (isOver = true))
    await until(() => frame()?.heard.length === 1)
    await vi.advanceTimersByTimeAsync(2_999)
    expect([isOver, wallet.isOpen()]).toEqual([false, true])
    await vi.advanceTimersByTimeAsync(1)
    await leaving
    expect([wallet.isOpen(), page.iframes.length]).toEqual([false, 0])
  })

  test('S32: a frame that loads later than that is still told', async () => {
    let late: PuppetFrame | undefined
    const slow = site({ storage: loggedInStorage(), load: (iframe) => setTimeout(() => (late = puppet(iframe)), 5_000) })
    const leaving = slow.connector.embedded.signOut()
    await until(() => slow.page.made() === 1)
    await quiet()
    await vi.advanceTimersByTimeAsync(3_000)
    await leaving
    expect(slow.connector.embedded.isOpen()).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    await until(() => late?.heard.length === 1)
    expect(late?.heard[0]?.type).toBe('APP_SIGN_OUT')
    late?.port.close()
  })

  test('there is none to end where nobody is logged in: no frame is made for it', async () => {
    const {
      connector: { embedded: wallet },
      page,
    } = site()
    await wallet.signOut()
    expect(page.made()).toBe(0)
  })

  test('that ended elsewhere ends here', async () => {
    const {
      connector: { embedded: wallet },
      channels,
      record,
    } = site({ storage: loggedInStorage() })
    await wallet.getUser()
    const changed = vi.fn()
    wallet.subscribe(changed)
    channels[0]?.post({ type: 'FRAME_SESSION_UPDATE', payload: {} })
    await until(() => wallet.approved().length === 0)
    expect([wallet.state(), record(), changed.mock.calls.length]).toEqual([{ frame: 'ready' }, { version: 1 }, 1])
  })

  test('of somebody else, made elsewhere, is asked for anew', async () => {
    let address = evmAddress
    const {
      connector: { embedded: wallet },
      channels,
      record,
      asked,
    } = site({ storage: loggedInStorage(), handlers: { GET_USER: ({ chainId = 'eip155:1' }) => ({ address, chainId }) } })
    await wallet.getUser()
    address = '0x000000000000000000000000000000000000dEaD'
    channels[0]?.post({ type: 'FRAME_SESSION_UPDATE', payload: { token: 'another' } })
    await until(() => wallet.state().user?.address === address)
    expect([record()['sessionToken'], asked.length]).toEqual(['another', 2])
    channels[0]?.post({ type: 'FRAME_SESSION_UPDATE', payload: { token: 'another' } })
    await quiet()
    expect(asked).toHaveLength(2) // no news
  })
})

describe('requests', () => {
  test('the network is switched through the frame', async () => {
    const {
      connector: { embedded: wallet },
      record,
    } = site({ storage: loggedInStorage() })
    await wallet.getUser('eip155:1')
    await wallet.switchNetwork('eip155:10')
    expect([wallet.state().user?.chainId, record()['lastUsedChain']]).toEqual(['eip155:10', 'eip155:10'])
  })

  test('the e-mail address is changed by a code to the old one, then to the new one', async () => {
    const {
      connector: { embedded: wallet },
      asked,
      record,
    } = site({ storage: loggedInStorage() })
    await wallet.getUser()
    expect(await wallet.updateEmail('ada@example.com')).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    await wallet.updateEmailPrimaryOtp('123456')
    expect(await wallet.updateEmailSecondaryOtp('654321')).toEqual({ newEmail: 'ada@example.com' })
    expect(asked.slice(1).map(([name]) => name)).toEqual(['UPDATE_EMAIL', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'])
    expect([wallet.state().user?.email, record()['email']]).toEqual(['ada@example.com', 'ada@example.com'])
  })

  test('a change of address that is too early says how long to wait', async () => {
    const {
      connector: { embedded: wallet },
    } = site({ handlers: { UPDATE_EMAIL: failing({ message: 'x', retryAfter: 4 }) } })
    await expect(wallet.updateEmail('ada@example.com')).rejects.toMatchObject({ name: 'EmailCooldownError', retryAfter: 4 })
  })

  test('the theme is checked before it is sent', async () => {
    const {
      connector: { embedded: wallet },
      asked,
    } = site()
    await wallet.syncTheme({ themeMode: 'dark', themeVariables: { accent: '#3366ff', z: 5 } })
    await wallet.syncTheme({})
    expect(asked).toEqual([
      ['SYNC_THEME', { themeMode: 'dark', themeVariables: { accent: '#3366ff', z: 5 } }],
      ['SYNC_THEME', {}],
    ])
    await expect(wallet.syncTheme({ themeVariables: { accent: 'red;}' } })).rejects.toMatchObject({ name: 'InvalidOptionError' })
    expect(asked).toHaveLength(2)
  })

  test('the site is told as it calls itself', async () => {
    const {
      connector: { embedded: wallet },
      asked,
    } = site()
    await wallet.syncDappData({ name: 'Shop' })
    await wallet.syncDappData({
      name: 'Shop',
      description: 'Things',
      url: 'https://shop.example',
      icons: ['/i.png'],
      redirect: 'more than a site says of itself',
    } as never)
    expect(asked).toEqual([
      ['SYNC_DAPP_DATA', { metadata: { name: 'Shop' }, projectId: 'p1', sdkType: 'portico', sdkVersion: '4' }],
      [
        'SYNC_DAPP_DATA',
        {
          metadata: { name: 'Shop', description: 'Things', url: 'https://shop.example', icons: ['/i.png'] },
          projectId: 'p1',
          sdkType: 'portico',
          sdkVersion: '4',
        },
      ],
    ])
  })

  test('a surface is shown where the view puts it, and its question ends when the visitor turns away', async () => {
    const {
      connector: { embedded: wallet },
      channels,
      page,
    } = site({
      handlers: { OPEN_SECURITY: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))) },
    })
    const safety = wallet.openSecurity()
    await until(() => channels.length === 1)
    channels[0]?.post({ type: 'FRAME_SURFACE', payload: { purpose: 'security' } })
    await until(() => wallet.state().surface === 'security')
    wallet.place({ top: 1, left: 1, width: 360, height: 600 })
    await quiet()
    expect(page.iframes[0]?.isShown()).toBe(true)
    page.iframes[0]?.escape()
    await safety // leaving is how it ends
    expect(wallet.state()).toEqual({ frame: 'ready' })
    channels[0]?.post({ type: 'FRAME_SURFACE', payload: { purpose: 'approve' } })
    await until(() => wallet.state().surface === 'approve')
    channels[0]?.post({ type: 'FRAME_SURFACE', payload: {} })
    await until(() => wallet.state().surface === undefined)
    wallet.place(undefined)
    expect(page.iframes[0]?.isShown()).toBe(false)
  })

  test('S3: the place is as high as the frame says, whole pixels within the bounds, ten times a second at the most', async () => {
    const {
      connector: { embedded: wallet },
      frame,
    } = puppetSite()
    const heights: (number | undefined)[] = []
    wallet.subscribe(() => void (heights.at(-1) !== wallet.state().height && heights.push(wallet.state().height)))
    const say = (type: string, payload: unknown) => frame()?.say({ type, id: crypto.randomUUID(), payload })
    wallet.prepare()
    await until(() => wallet.state().frame === 'ready')
    say('FRAME_HEIGHT', { height: 300 }) // without a place there is nothing to fit
    say('FRAME_SURFACE', { purpose: 'approve' })
    await until(() => wallet.state().surface === 'approve')
    expect(wallet.state().height).toBeUndefined()
    const hostile = [159, 601, -1, 1e9, 480.5, Number.NaN, Number.POSITIVE_INFINITY, '480', '480px', null, {}, [480], undefined]
    for (const height of hostile) say('FRAME_HEIGHT', { height })
    say('FRAME_HEIGHT', { height: 480, width: 4 })
    await quiet()
    await vi.advanceTimersByTimeAsync(500)
    expect(wallet.state()).toEqual({ frame: 'ready', surface: 'approve' })
    for (let height = 200; height < 600; height += 1) say('FRAME_HEIGHT', { height })
    await until(() => wallet.state().height === 200)
    await quiet()
    expect(heights).toEqual([200])
    await vi.advanceTimersByTimeAsync(99)
    expect(heights).toEqual([200])
    await vi.advanceTimersByTimeAsync(1)
    expect(heights).toEqual([200, 599])
    say('FRAME_SURFACE', {})
    await until(() => wallet.state().surface === undefined)
    expect(wallet.state()).toEqual({ frame: 'ready' })
  })

  test('the way back goes back inside of the frame, and a frame that does not answer holds nobody', async () => {
    let handled = true
    const {
      connector: { embedded: wallet },
    } = site({ handlers: { BACK: () => ({ handled }) } })
    expect(await wallet.back()).toBe(true)
    handled = false
    expect(await wallet.back()).toBe(false)
    const silent = site({ handlers: { BACK: () => new Promise(() => undefined) } }).connector.embedded
    await silent.isConnected()
    const leaving = silent.back()
    await vi.advanceTimersByTimeAsync(500)
    expect(await leaving).toBe(false)
    const old = site({ handlers: { BACK: failing({ message: 'Unknown request' }) } }).connector.embedded
    expect(await old.back()).toBe(false)
  })

  test('the frame speaks the language of the modal: from its address, and whenever it changes', async () => {
    const { connector, portico, page, asked } = site()
    languageStore(portico).setState({ locale: 'ar' })
    await connector.embedded.isConnected()
    expect(new URL(page.iframes[0]?.src ?? '').searchParams.get('locale')).toBe('ar')
    await connector.embedded.syncLocale('de-AT')
    expect(asked.at(-1)).toEqual(['SYNC_LOCALE', { locale: 'de-AT' }])
  })

  test('a failure of the safety page is told', async () => {
    const {
      connector: { embedded: wallet },
    } = site({ handlers: { OPEN_SECURITY: failing({ message: 'Log in first' }) } })
    await expect(wallet.openSecurity()).rejects.toMatchObject({ message: 'Log in first' })
  })

  test('R5: after a time-out the state says so, the surface is gone, and the next request works', async () => {
    const {
      connector: { embedded: wallet },
      frame,
      frames,
    } = puppetSite()
    const first = wallet.connectOtp('1').catch((error: unknown) => error)
    await until(() => frame()?.heard.length === 1)
    frame()?.say({ type: 'FRAME_SURFACE', id: crypto.randomUUID(), payload: { purpose: 'approve' } })
    await until(() => wallet.state().surface === 'approve')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await first).toMatchObject({ name: 'FrameTimeoutError' })
    expect(wallet.state()).toEqual({ frame: 'failed' })
    const second = wallet.connectOtp('1')
    await until(() => frames.length === 2 && frame()?.heard.length === 1)
    frame()?.succeed(frame()?.heard[0]?.id ?? '', 'CONNECT_OTP')
    await second
    expect(wallet.state()).toEqual({ frame: 'ready' })
  })
})

describe('what is stored', () => {
  test('S41: is one record of hints under one listed key', async () => {
    const {
      connector: { embedded: wallet },
      storage,
    } = site({ storage: memoryStorage() })
    await wallet.connectEmail('ada@example.org')
    await wallet.connectOtp('123456')
    await wallet.getUser()
    await wallet.connectFarcaster()
    expect([...(storage as ReturnType<typeof memoryStorage>).entries.keys()]).toEqual([stored])
  })

  test('S41: a tampered record changes what is believed of the past, and gives nothing', async () => {
    const { connector } = site({
      storage: loggedInStorage({ email: 'eve@evil.example', sessionToken: 'stolen' }),
      handlers: { IS_CONNECTED: () => ({ isConnected: false }) },
    })
    expect(connector.embedded.isOpen()).toBe(true)
    const provider = (await connector.getProvider('eip155')) as { request: (request: object) => Promise<unknown> }
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ name: 'NotLoggedInError' })
  })

  test('R14: none of 10,000 corrupt records breaks anything or is believed', () => {
    const { portico } = site()
    const good = {
      version: 1,
      emailLoginUsed: true,
      email: 'ada@example.org',
      lastUsedChain: 'eip155:1',
      lastEmailLoginTime: 5,
      sessionToken: 't',
      preferredAccountType: 'eoa',
      smartAccountEnabled: false,
      smartAccountEnabledNetworks: [1],
      socialUsername: 'ada',
    }
    const corrupt = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => text.slice(0, -1)),
      fc
        .tuple(fc.constantFrom(...Object.keys(good)), fc.constantFrom<unknown>(null, {}, [null], -0.5, 'x'.repeat(600), { toString: 1 }))
        .map(([name, value]) => JSON.stringify({ ...good, [name]: value })),
      fc.constantFrom(2, '1', null, 0).map((version) => JSON.stringify({ ...good, version })),
      fc.constant(JSON.stringify({ ...good, more: 1 })),
      fc.constant('{"version":1,"__proto__":{"emailLoginUsed":true}}'),
    )
    let believed = 0
    fc.assert(
      fc.property(corrupt, (text) => {
        portico.options.storage?.setItem(stored, text)
        const isBelieved = Object.keys(openRecords(portico).read()).length > 0
        if (isBelieved) believed += 1
        return !isBelieved
      }),
      { numRuns: 10_000 },
    )
    recordPromise({ id: 'R14', name: 'corrupt records of a login', runs: 10_000, accepted: believed })
    portico.options.storage?.setItem(stored, JSON.stringify(good))
    const { version: _, ...rest } = good
    expect(openRecords(portico).read()).toEqual(rest)
  })

  test.each<[string, Partial<Record<'getItem' | 'setItem', () => never>>]>([
    [
      'denied',
      {
        getItem: () => {
          throw new Error('denied')
        },
        setItem: () => {
          throw new Error('denied')
        },
      },
    ],
    [
      'full',
      {
        setItem: () => {
          throw new Error('QuotaExceededError')
        },
      },
    ],
  ])('R14: where storage is %s, a login lasts as long as the page', async (_, broken) => {
    const {
      connector: { embedded: wallet },
      asked,
    } = site({ storage: { ...memoryStorage(), ...broken } })
    await wallet.connectEmail('ada@example.org')
    await expect(wallet.connectEmail('ada@example.org')).rejects.toMatchObject({ name: 'EmailCooldownError' })
    await wallet.connectOtp('123456')
    expect([await wallet.isConnected(), wallet.approved().length, wallet.isOpen()]).toEqual([true, 2, false])
    await wallet.signOut()
    expect([wallet.approved(), asked.length]).toEqual([[], 4])
  })

  test('a login of another tab is seen', async () => {
    const {
      connector: { embedded: wallet },
      storage,
      record,
    } = site()
    await wallet.connectEmail('ada@example.org')
    storage.setItem(stored, JSON.stringify({ version: 1, emailLoginUsed: true, socialUsername: 'ada' }))
    expect(wallet.isOpen()).toBe(true)
    await wallet.isConnected()
    expect(record()).toEqual({ version: 1, emailLoginUsed: true, socialUsername: 'ada' })
  })
})

test('providers of the two chain families are the same ones each time; others are not found', async () => {
  const { connector } = site()
  expect(await connector.getProvider('eip155')).toBe(await connector.getProvider('eip155'))
  expect(await connector.getProvider('solana')).toBe(await connector.getProvider('solana'))
  await expect(connector.getProvider('bip122')).rejects.toMatchObject({ name: 'ProviderNotFoundError' })
})
