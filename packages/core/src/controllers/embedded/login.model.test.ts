import fc from 'fast-check'
import { memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import type { Grant } from '../../adapter.js'
import type { Portico } from '../../portico/createPortico.js'
import { settled } from '../../portico/page.test.helper.js'
import { closeModal, goBack, resetView } from '../../router/router.js'
import { openModal } from '../../router/store.js'
import type { ViewName } from '../../router/views.js'
import { connect } from '../connection/connect.js'
import { UserRejectedError } from '../connection/errors.js'
import { disconnect } from '../connection/disconnect.js'
import { connectionStore } from '../connection/store.js'
import { currentAttempt } from '../connection/currentAttempt.js'
import { evmAddress, fakeEmbedded, mira, secureOrigin, setUp, turnedAway, type Asked, type Request } from './embedded.test.helper.js'
import { resendCode, startEmailLogin, submitOtp } from './emailLogin.js'
import { startFarcasterLogin } from './farcasterLogin.js'
import { cancelLogin, retryLogin } from './finishLogin.js'
import { currentAttemptOf } from './flow.js'
import { mailCooldown, mailLifetime, resendSeconds } from './mailed.js'
import { startKnownLogin } from './knownLogin.js'
import { startSocialLogin } from './socialLogin.js'
import { embeddedStore, type LoginState } from './store.js'
import { stubWindows } from './window.test.helper.js'

const uri = `${secureOrigin}/social/start/AAAAAAAAAAAAAAAAAAAAAA`
const resultUri = `${secureOrigin}/social/result?flow=AAAAAAAAAAAAAAAAAAAAAA&result=BBBBBBBBBBBBBBBBBBBBBB`

const refusal = (reason: string) => Object.assign(new Error('No'), { reason })

/** What the frame, or the site's wallet side, can say. Of some requests several are the same. */
const answers = [
  'good',
  'device',
  'connect',
  'notYet',
  'wrong',
  'expired',
  'tooMany',
  'timeout',
  'cooldown',
  'dead',
  'evil',
  'garbage',
] as const
type Say = (typeof answers)[number]

type Step =
  | {
      readonly do:
        | 'email'
        | 'otp'
        | 'resend'
        | 'farcaster'
        | 'known'
        | 'cancel'
        | 'retry'
        | 'back'
        | 'close'
        | 'closeWindow'
        | 'report'
        | 'wallet'
        | 'disconnect'
        | 'logOut'
        | 'surface'
        | 'reload'
    }
  | { readonly do: 'social'; readonly blocks: boolean }
  | { readonly do: 'answer'; readonly which: number; readonly say: Say }
  | { readonly do: 'cross'; readonly turn: 'cancel' | 'back' | 'close' | 'email' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'clock'; readonly by: number }

const only = <D extends Step['do']>(...names: readonly D[]) => fc.constantFrom(...names).map((name) => ({ do: name }) as Step)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: only('email') },
  { weight: 3, arbitrary: only('otp', 'otp', 'resend') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('social' as const), blocks: fc.boolean() }) },
  { weight: 1, arbitrary: only('farcaster') },
  { weight: 1, arbitrary: only('known') },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.constantFrom(0, 0, 0, 0, 1, 2),
      say: fc.oneof({ weight: 5, arbitrary: fc.constant<Say>('good') }, { weight: 5, arbitrary: fc.constantFrom(...answers) }),
    }),
  },
  { weight: 3, arbitrary: only('cancel', 'back', 'close', 'retry', 'retry') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cross' as const),
      turn: fc.constantFrom('cancel' as const, 'back' as const, 'close' as const, 'email' as const),
    }),
  },
  { weight: 2, arbitrary: only('closeWindow', 'report', 'wallet', 'disconnect', 'logOut', 'surface', 'reload') },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1000, mailCooldown, mailLifetime) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('clock' as const), by: fc.constantFrom(-86_400_000, -3_600_000, 3_600_000, 86_400_000) }),
  },
)

/** Which view each state has in the history. */
const viewOf: Readonly<Partial<Record<LoginState['status'], ViewName>>> = {
  code: 'EmailVerifyOtp',
  known: 'EmailVerifyOtp',
  device: 'EmailVerifyDevice',
  social: 'ConnectingSocial',
  farcaster: 'ConnectingFarcaster',
}
const loginViews = Object.values(viewOf)
/** Which request each state waits for, so that it cannot last for ever. */
const waitsFor: Readonly<Partial<Record<LoginState['status'], readonly Request[]>>> = {
  sending: ['connectEmail'],
  code: ['enterCode'],
  known: ['connectKnown'],
  device: ['connectDevice', 'connectEmail'],
  social: ['getSocialRedirectUri', 'connectSocial'],
  farcaster: ['getFarcasterUri', 'connectFarcaster'],
}

async function flush() {
  for (let turn = 0; turn < 24; turn += 1) await Promise.resolve()
}

const fail = (what: string, details: unknown): never => {
  throw new Error(`${what}: ${JSON.stringify(details, (_, value: unknown) => (value instanceof Error ? value.message : value))}`)
}

const figures = { traces: 0, steps: 0, pending: 0 }

/** What may follow on what: anything else is an illegal step. Every state may end in `idle`. */
const after: Readonly<Record<LoginState['status'], readonly LoginState['status'][]>> = {
  idle: ['sending', 'known', 'social', 'farcaster'],
  known: ['known', 'connecting', 'failed', 'sending', 'social', 'farcaster'],
  sending: ['sending', 'code', 'otp', 'device', 'connecting', 'failed', 'social', 'farcaster', 'known'],
  code: ['code', 'device', 'connecting', 'failed', 'sending', 'social', 'farcaster', 'known'],
  otp: ['otp', 'device', 'connecting', 'failed', 'sending', 'social', 'farcaster', 'known'],
  device: ['device', 'code', 'otp', 'connecting', 'failed', 'sending', 'social', 'farcaster', 'known'],
  social: ['social', 'connecting', 'failed', 'sending', 'farcaster', 'known'],
  farcaster: ['farcaster', 'connecting', 'failed', 'sending', 'social', 'known'],
  connecting: ['connecting', 'failed', 'sending', 'social', 'farcaster', 'known'],
  failed: ['failed', 'sending', 'social', 'farcaster', 'connecting', 'known'],
}

async function trace({ asksItself = false, steps }: { readonly asksItself?: boolean; readonly steps: readonly Step[] }) {
  figures.traces += 1
  const page = stubWindows()
  const storage = memoryStorage()
  const connects: { resolve: (grant: Grant) => void; reject: (error: Error) => void; settled: boolean }[] = []
  const open = () => {
    const fake = fakeEmbedded()
    const set = setUp(fake, {
      storage,
      asksItself,
      evm: {
        connect: ({ connector }) =>
          connector.id === 'embedded'
            ? new Promise<Grant>((resolve, reject) => connects.push({ resolve, reject, settled: false }))
            : Promise.resolve({ addresses: ['0xharbor'], networkId: 'eip155:1' }),
      },
    })
    let last: LoginState = set.login()
    // Each single change is looked at, not only where a step ends up.
    const unwatch = embeddedStore(set.portico).subscribe(() => {
      const next = set.login()
      if (next !== last && next.status !== 'idle' && !after[last.status].includes(next.status))
        fail('an illegal step', { from: last, to: next })
      last = next
    })
    openModal(set.portico, { view: 'Connect' })
    return { fake, unwatch, ...set }
  }
  let now = open()
  let waiting: { name: string; done: boolean }[] = []
  const note = (name: string, promise: Promise<unknown>) => {
    const one = { name, done: false }
    waiting.push(one)
    promise.then(
      () => (one.done = true),
      (error: unknown) => fail(`${name} rejected`, error),
    )
  }
  /** Where a login begins. */
  const atConnect = ({ portico }: { readonly portico: Portico }) => {
    if (now.history().length === 0) openModal(portico, { view: 'Connect' })
    else if (!loginViews.some((view) => view === now.view())) resetView(portico, { view: 'Connect' })
  }
  const unanswered = (): (Asked | (typeof connects)[number])[] =>
    [...now.fake.asked.filter(({ settled: isSettled }) => !isSettled), ...connects.filter(({ settled: isSettled }) => !isSettled)].reverse()

  const say = (asked: Asked, what: Say) => {
    const failures: Readonly<Partial<Record<Say, Error>>> = {
      wrong: refusal('wrong_code'),
      expired: refusal('expired_code'),
      tooMany: refusal('too_many_tries'),
      timeout: refusal('timeout'),
      cooldown: Object.assign(refusal('cooldown'), { retryAfter: 7 }),
      dead: new Error('iframe_load_failed'),
    }
    const failure = failures[what]
    if (failure) return asked.reject(failure)
    if (what === 'garbage') return asked.reject('no')
    switch (asked.request) {
      case 'connectEmail':
        return asked.resolve({ action: what === 'device' ? 'VERIFY_DEVICE' : what === 'connect' ? 'CONNECT' : 'VERIFY_OTP', match: '42' })
      case 'enterCode':
        return what === 'notYet' ? asked.reject(turnedAway()) : asked.resolve(what === 'device' ? { match: '42' } : {})
      case 'connectKnown':
        return what === 'notYet' ? asked.reject(turnedAway()) : asked.resolve()
      case 'getSocialRedirectUri':
        return asked.resolve({ uri: what === 'evil' ? 'https://evil.example' : uri, match: '42' })
      case 'getFarcasterUri':
        return asked.resolve({ url: what === 'evil' ? 'javascript:alert(1)' : 'https://farcaster.example/x' })
      case 'connectSocial':
        return asked.resolve(what === 'notYet' ? undefined : mira)
      case 'connectFarcaster':
        return asked.resolve(what === 'notYet' ? undefined : { userName: 'mira' })
      default:
        return asked.resolve()
    }
  }

  const take: { readonly [S in Step['do']]: (one: Extract<Step, { do: S }>) => void | Promise<void> } = {
    email() {
      atConnect(now)
      note('email', startEmailLogin(now.portico, { email: 'mira@harbourmail.example' }))
    },
    otp: () => note('otp', submitOtp(now.portico, { otp: '482917' })),
    resend: () => note('resend', resendCode(now.portico)),
    social({ blocks }) {
      atConnect(now)
      page.browser.blocks = blocks
      note('social', startSocialLogin(now.portico, { provider: 'google' }))
    },
    known() {
      if (asksItself) return // its place is in the modal
      atConnect(now)
      note('known', startKnownLogin(now.portico))
    },
    farcaster() {
      atConnect(now)
      note('farcaster', startFarcasterLogin(now.portico))
    },
    cancel: () => cancelLogin(now.portico),
    retry: () => retryLogin(now.portico),
    back: () => goBack(now.portico),
    close: () => closeModal(now.portico),
    answer({ which, say: what }) {
      const all = unanswered()
      const asked = all[which % Math.max(all.length, 1)]
      if (!asked) return
      if ('request' in asked) return say(asked, what)
      asked.settled = true
      if (what === 'good' || what === 'connect' || what === 'device') asked.resolve({ addresses: [evmAddress], networkId: 'eip155:1' })
      else asked.reject(new UserRejectedError())
    },
    async cross({ turn }) {
      await take.answer({ do: 'answer', which: 0, say: 'good' })
      await Promise.resolve()
      await take[turn]({ do: turn } as never)
    },
    closeWindow() {
      for (const one of page.opened) one.closed = true
    },
    report: () => page.post({ type: 'portico_social', resultUri }),
    async wallet() {
      await connect(now.portico, { connectorId: 'com.harbor' }).catch(() => undefined)
    },
    async disconnect() {
      if (now.connections('eip155').length > 0) await disconnect(now.portico, { namespace: 'eip155', connectorId: 'embedded' })
    },
    logOut: () => now.fake.logOut(),
    surface() {
      const { surface, ...rest } = now.fake.state()
      now.fake.set(surface ? rest : { ...rest, surface: 'approve' })
    },
    async wait({ ms }) {
      vi.advanceTimersByTime(ms)
      await flush()
    },
    clock({ by }) {
      vi.setSystemTime(Date.now() + by)
    },
    reload() {
      now.unwatch?.()
      cancelLogin(now.portico) // the old page is gone, with all that it waited for
      vi.clearAllTimers()
      for (const one of page.opened) one.closed = true
      waiting = []
      connects.length = 0
      now = open() // a session that is picked up is the subject of follow.test.ts
    },
  }

  const check = () => {
    const { fake, login, history, portico } = now
    const state = login()
    const views = history().filter((view) => loginViews.includes(view))
    const wanted = viewOf[state.status]
    const isUnderWay = currentAttemptOf(portico, 'login') !== undefined
    const isOver = state.status === 'idle' || state.status === 'failed'
    if (isUnderWay === isOver) fail('under way and over at once', { state, isUnderWay })
    if (wanted && !views.includes(wanted)) fail('a state without its view', { state, history: history() })
    if (views.length > 1) fail('more than one view of a login', history())
    if (state.status === 'idle' && views.length > 0) fail('a view of a login that is over', history())
    if ((state.status === 'otp' || state.status === 'device') && (resendSeconds(state) < 0 || resendSeconds(state) > 30)) fail('R16', state)
    const windows = page.opened.filter(({ closed }) => !closed).length
    if (windows > (state.status === 'social' || state.status === 'known' ? 1 : 0))
      fail('a window that nobody waits for', { state, windows })
    if (isOver && page.listening() > 0) fail('listens although nothing is waited for', state)
    if (isOver && waiting.some(({ done }) => !done)) fail('a promise that dangles', { state, waiting })
    const needs = waitsFor[state.status]
    const isIdleStep = state.status === 'device' && state.step === 'expired'
    if (needs && !isIdleStep && !needs.some((request) => fake.isWaiting(request)) && vi.getTimerCount() === 0)
      fail('waits for nothing', state)
    const attempts = ['eip155', 'solana'].filter(
      (namespace) =>
        currentAttempt(connectionStore(portico).getState(), namespace as 'eip155')?.connector.id === 'embedded' &&
        currentAttempt(connectionStore(portico).getState(), namespace as 'eip155')?.status === 'waiting',
    )
    if (attempts.length > (state.status === 'connecting' ? 1 : 0)) fail('asks to connect although nobody logs in', { state, attempts })
    const isConnected = now.connections('eip155').length > 0
    if (isConnected !== now.connections('solana').length > 0) fail('one chain family without the other', state)
    if (isConnected && !fake.session.isOpen) fail('connected without a login', state)
    if (state.status === 'idle' && !isConnected && fake.session.isOpen) fail('a login that nobody wants', state)
  }

  try {
    for (const one of steps) {
      figures.steps += 1
      await take[one.do](one as never)
      await flush()
      check()
    }
    cancelLogin(now.portico)
    await flush()
    for (const asked of now.fake.asked) if (!asked.settled) say(asked, 'good') // whatever comes now is too late
    for (const asked of connects) if (!asked.settled) asked.resolve({ addresses: [evmAddress], networkId: 'eip155:1' })
    await flush()
    check()
    figures.pending += waiting.filter(({ done }) => !done).length
    if (vi.getTimerCount() > 0) fail('timers that nobody waits for', vi.getTimerCount())
  } finally {
    vi.clearAllTimers()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', undefined)
  Object.assign(Error, { stackTraceLimit: 0 })
})
afterEach(() => {
  Object.assign(Error, { stackTraceLimit: 10 })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R2, R16, R17, R23: over 10,000 traces of logins no state is illegal, no window or view is left, nobody stays logged in who did not want to, and nothing dangles', async () => {
  await trace({ steps: [{ do: 'email' }, { do: 'answer', which: 0, say: 'connect' }, { do: 'answer', which: 0, say: 'good' }] }).catch(
    () => undefined,
  ) // loads what is loaded later
  await settled()
  await fc.assert(
    fc.asyncProperty(fc.record({ asksItself: fc.boolean(), steps: fc.array(step, { minLength: 3, maxLength: 12, size: 'max' }) }), trace),
    { numRuns: 10_000 },
  )
  for (const id of ['R2', 'R17', 'R23']) {
    recordPromise({
      id,
      name: 'logins with the embedded wallet: random traces',
      runs: figures.traces - 1,
      accepted: 0,
      pending: figures.pending,
    })
  }
}, 60_000)
