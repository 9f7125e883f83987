import { pause } from '../../kit/time.js'
import { socialProviders, type SocialProvider } from './wallet.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { requireEmbedded } from './connector.js'
import { LoginExpiredError, UntrustedLoginPageError } from './errors.js'
import { beginLogin, completeLogin, failLogin, noteStray, type LoginAttempt } from './finishLogin.js'
import { after, currentAttemptOf } from './flow.js'
import { isRequestTimeout } from './mailed.js'
import { isOwnPage, openPopup, whenGone, whenReported, type Popup } from './popup.js'
import { rememberedLogin, rememberLogin } from './remembered.js'
import { embeddedStore, type LoginState } from './store.js'

type SocialState = Extract<LoginState, { status: 'social' }>

/** How long a social login may take, in milliseconds. */
export const socialLifetime = 10 * 60_000
/** How long after an answer the secure site is asked again, in milliseconds. */
const askAgain = 1000

/** The page of the login that is under way, once it is known. */
const startedOf = defineSlot<{ uri: string | undefined; attempt: AbortSignal | undefined }>('social login', () => ({
  uri: undefined,
  attempt: undefined,
}))

/**
 * Logs in with a social account, in a window of its own. Call it in the press itself: the window is opened before anything is
 * awaited, for a browser lets no page open one later. The store has how it goes on; resolves once it is over.
 * @example await startSocialLogin(portico, { provider: 'google' })
 * @throws {@link InvalidOptionError} {@link EmbeddedNotConfiguredError}, before anything has happened
 */
export async function startSocialLogin(portico: Portico, { provider }: { readonly provider: SocialProvider }): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  checkProvider(provider)
  const popup = openPopup()
  const attempt = beginLogin(portico, () => void startSocialLogin(portico, { provider }))
  attempt.enter({ status: 'social', provider, step: popup ? 'opening' : 'blocked' })
  if (popup) {
    attempt.signal.addEventListener('abort', popup.close)
    whenGone(popup, attempt.signal, () => {
      const { login } = embeddedStore(portico).getState()
      if (login.status === 'social') attempt.update({ ...login, step: 'closed' })
    })
  }
  attempt.show({ view: 'ConnectingSocial', params: { provider } })

  const started = (await attempt.ask(() => embedded.getSocialRedirectUri(provider))).take()
  if (started.status === 'over') return
  if (started.status === 'failed') return failLogin(portico, attempt, provider, started.error)
  const { uri, match } = started.value
  if (!isOwnPage(uri, embedded)) return failLogin(portico, attempt, provider, new UntrustedLoginPageError())
  const facts = { provider, uri, ...(/^\d\d$/.test(match) && { match }) }
  // A window that was opened and is gone by now was closed by the visitor; one that never was, the browser refused.
  const step = !popup ? 'blocked' : popup.go(uri) ? 'waiting' : 'closed'
  await waitForResult(portico, attempt, facts, { step, popup })
}

interface Waiting {
  readonly step: 'waiting' | 'blocked' | 'closed'
  readonly popup?: Popup | undefined
  /** What the page's own address says of the result, after a redirect. */
  readonly resultUri?: string | undefined
}

/** Waits for the window's report, and asks the secure site as well: some pages cut their window off from this one (R23). */
async function waitForResult(
  portico: Portico,
  attempt: LoginAttempt,
  { uri, ...facts }: Pick<SocialState, 'provider' | 'match'> & { readonly uri: string },
  { step, popup, resultUri }: Waiting,
): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const { provider } = facts
  Object.assign(startedOf(portico), { uri, attempt: attempt.signal })
  const phase = attempt.enter({ status: 'social', ...facts, step, ...(step === 'blocked' && { uri }) })
  if (popup) phase.addEventListener('abort', popup.close) // it has done its part
  after(socialLifetime, phase, () => failLogin(portico, attempt, provider, new LoginExpiredError()))
  // What is reported is the login's result; what is asked for meanwhile says nothing any more.
  const polling = new AbortController()
  phase.addEventListener('abort', () => polling.abort())
  let reported = resultUri
  whenReported(embedded, polling.signal, (result) => {
    reported = result
    polling.abort()
  })
  const late = (user: unknown) => user !== undefined && noteStray(portico)

  while (reported === undefined && !polling.signal.aborted) {
    const answer = (await attempt.ask(() => embedded.connectSocial(uri), { signal: polling.signal, late })).take()
    if (answer.status === 'over') break
    if (answer.status === 'failed' && !isRequestTimeout(answer.error)) return failLogin(portico, attempt, provider, answer.error)
    if (answer.status === 'done' && answer.value) return completeLogin(portico, attempt, provider)
    await pause(askAgain, polling.signal)
  }
  if (reported === undefined || phase.aborted) return
  const result = reported
  const { login } = embeddedStore(portico).getState()
  if (login.status === 'social') attempt.update({ status: 'social', ...facts, step: 'waiting' })
  popup?.close()
  const answer = (await attempt.ask(() => embedded.connectSocial(result), { late })).take()
  if (answer.status === 'failed') return failLogin(portico, attempt, provider, answer.error)
  if (answer.status === 'over') return
  if (answer.value) return completeLogin(portico, attempt, provider)
  failLogin(portico, attempt, provider, new LoginExpiredError()) // it is over on the secure site
}

/**
 * Goes on with a social login in this page's own place, where no window can be opened. What is needed to pick it up is kept,
 * and {@link resumeLogin} does so once the visitor is back. Before the page is known, and where nothing can be kept, nothing happens.
 * @example if (!continueSocialInPage(portico)) show('Begin the login again.')
 * @returns whether this page is about to be left
 */
export function continueSocialInPage(portico: Portico): boolean {
  const { login } = embeddedStore(portico).getState()
  const { uri, attempt } = startedOf(portico)
  if (login.status !== 'social' || uri === undefined || !attempt || attempt.aborted || typeof location === 'undefined') return false
  const { provider, match } = login
  if (!rememberLogin(portico, { pending: { provider, uri, startedAt: Date.now(), ...(match !== undefined && { match }) } })) return false
  const page = new URL(uri)
  page.searchParams.set('returnTo', location.href.replace(/#.*$/, ''))
  location.assign(page.href)
  return true
}

/** The last part of an address to which the secure site sends the visitor back: `#portico_social=<resultUri>`. */
const resultPattern = /^#portico_social=(.+)$/

/** Picks up a social login that went on in the page's place, once: a reload after that starts clean (R17). Resolves once it is over. */
export async function resumeLogin(portico: Portico): Promise<void> {
  const { pending } = rememberedLogin(portico)
  const resultUri = takeResult(portico)
  if (!pending) return
  rememberLogin(portico, { pending: undefined })
  const age = Date.now() - pending.startedAt
  const { embedded } = requireEmbedded(portico)
  const { provider, uri, match } = pending
  if (!isOwnPage(uri, embedded) || age < 0 || age > socialLifetime || currentAttemptOf(portico, 'login')) return
  const attempt = beginLogin(portico, () => void startSocialLogin(portico, { provider }))
  // Who came back without a result went back on the way, to a page that has no window: there is none to wait for.
  const step = resultUri === undefined ? 'blocked' : 'waiting'
  const waiting = waitForResult(portico, attempt, { provider, uri, ...(match !== undefined && { match }) }, { step, resultUri })
  attempt.show({ view: 'ConnectingSocial', params: { provider } })
  await waiting
}

/** Takes the result out of the page's address: it works once, and is nobody else's business. */
function takeResult(portico: Portico): string | undefined {
  const found = typeof location === 'undefined' ? undefined : resultPattern.exec(location.hash)?.[1]
  if (found === undefined) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  const resultUri = decoded(found)
  return isOwnPage(resultUri, requireEmbedded(portico).embedded) ? resultUri : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function checkProvider(provider: SocialProvider) {
  if (!socialProviders.includes(provider))
    throw new InvalidOptionError({ option: 'provider', problem: `expected one of ${socialProviders.join(', ')}` })
}
