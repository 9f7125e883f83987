import { pause } from '@portico/core/kit'
import type { CodePurpose, EmailAction, SocialProvider } from '@portico/core/embedded'
import * as z from 'zod/mini'
import {
  changeDone,
  changePrimaryDone,
  changeStarted,
  done,
  emailDevice,
  emailStarted,
  randomId,
  sessionChecked,
  sessionResumed,
  sessionStarted,
  type SessionStarted,
} from '../../server/api.js'
import { farcasterStarted, type SocialFinishBody, socialFinished, socialStarted, socialTicket } from '../../server/social/api.js'
import { resumePath, type Api } from './api.js'
import { NoFlowError, ServerRefusedError, ServerUnreachableError, StillWaitingError } from './errors.js'
import type { Session } from './session.js'
import type { MailedCode } from '../screens/stage.js'
import type { PageStore } from './store.js'

/** A login that waits for its next step. Kept over a reload, and good with this browser's device key alone. */
const flow = z.object({
  kind: z.enum(['email', 'change', 'farcaster']),
  flowId: randomId,
  /** Milliseconds since 1970. */
  until: z.number(),
  email: z.optional(z.string()),
})
type Flow = z.infer<typeof flow>

const storedAs = 'flow'
/** The address that was typed here to log in. */
const typedAs = 'typed'
const typedAddress = z.object({ userId: z.string(), email: z.string() })
/** Milliseconds of a long poll: the server answers within 25 s. */
const longPoll = 28_000
/** Milliseconds that the site waits for a confirmed link, less the way back. */
const deviceWait = 26_000
/** Milliseconds that signing out may take. */
const signOutWait = 3_000
/** Seconds that a change of the address may take: the server decides in the end. */
const changeSeconds = 30 * 60

export interface LoginOptions {
  readonly api: Api
  readonly session: Session
  readonly store: PageStore
  readonly origin: string
  /** BCP 47, as it is now. */
  readonly locale: () => string
  /** Browsers that are not known yet confirm a mailed link first. */
  readonly device: boolean
  /** The account has the address now that the visitor typed here. */
  readonly onChanged?: (email: string) => Promise<void>
  readonly now?: () => number
}

/** Every way of logging in, and out. Each function is a step that the site asks for. */
export function createLogin({ api, session, store, origin, locale, device, onChanged = async () => {}, now = Date.now }: LoginOptions) {
  async function keep(kind: Flow['kind'], flowId: string, seconds: number, email?: string): Promise<void> {
    await store.set(storedAs, { kind, flowId, until: now() + seconds * 1000, ...(email === undefined ? {} : { email }) })
  }
  /** @throws NoFlowError */
  async function kept(kind: Flow['kind'], step: string): Promise<Flow> {
    const found = flow.safeParse(await store.get(storedAs)).data
    if (!found || found.kind !== kind || found.until < now()) throw new NoFlowError({ step })
    return found
  }
  async function begin(started: SessionStarted): Promise<void> {
    await session.begin(started)
    await store.remove(storedAs)
    // Where the browser keeps nothing, a cookie that works once brings a reloaded page its session back.
    if (!store.lasting) await api.call('/v1/session/remember', {}, done).catch(() => {})
  }
  let asking: AbortController | undefined
  /** True once somebody is logged in. */
  async function finish(path: string, body: SocialFinishBody, signal: AbortSignal): Promise<boolean> {
    const answer = await api.call(path, body, socialFinished, { signal, patience: longPoll }).catch((error: unknown) => {
      // A long poll that broke off decides nothing: a phone cuts it while the app is in front that the visitor signs in with.
      if (body.result === undefined && error instanceof ServerUnreachableError) return { status: 'pending' } as const
      throw error
    })
    if (answer.status === 'done') await begin(answer)
    return answer.status !== 'pending'
  }
  let reviving: Promise<boolean> | undefined
  async function resume(): Promise<boolean> {
    if (store.lasting) return false
    const started = (await api.call(resumePath, {}, sessionResumed).catch(() => undefined))?.session
    if (started) await session.begin(started)
    return Boolean(started)
  }
  /** The code that this page had mailed last. In memory alone: a code counts for the attempt that this very page began. */
  let code: MailedCode | undefined
  const noteCode = (step: MailedCode['step'], answer: { flowId: string; resendAfter: number }, email: string, sentTo = email) =>
    (code = { step, flowId: answer.flowId, email, sentTo, resendAt: performance.now() + answer.resendAfter * 1000 })
  async function checkLogin(flowId: string, otp: string, email: string | undefined, signal: AbortSignal): Promise<SessionStarted> {
    const started = await api.call('/v1/email/otp', { flowId, otp: otp.trim() }, sessionStarted, { signal })
    if (email !== undefined) await store.set(typedAs, { userId: started.user.id, email })
    return started
  }
  async function checkNewAddress(flowId: string, otp: string, email: string | undefined, signal: AbortSignal): Promise<string> {
    const { newEmail } = await api.call('/v1/email/change/secondary', { flowId, otp: otp.trim() }, changeDone, { signal })
    await store.remove(storedAs)
    await session.rename({ email: newEmail })
    if (email !== undefined) await onChanged(email)
    return newEmail
  }
  const endAtServer = (token: string) =>
    api.call('/v1/session/end', {}, done, { token, keepalive: true, patience: signOutWait }).catch(() => {})
  const mailed = ({ resendAfter, expiresIn }: { resendAfter: number; expiresIn: number }) => ({
    resendAfter: Math.max(0, Math.ceil(resendAfter)),
    expiresIn: Math.max(0, Math.ceil(expiresIn)),
  })

  return {
    /** Gives a page that was loaded anew its session back, where the browser stores nothing. Never rejects. */
    async resume(): Promise<void> {
      if (!session.current()) await resume()
    },

    /**
     * The server does not know the session any more. Where nothing is stored, another tab may have taken it over with the one
     * cookie that they share, and this one takes it back; else nobody is logged in. True where somebody is.
     */
    async revive(token: string | undefined): Promise<boolean> {
      const current = session.current()
      if (!current) return false
      // Another call has done it meanwhile.
      if (current.token !== token) return true
      reviving ??= resume().finally(() => (reviving = undefined))
      if (await reviving) return true
      if (session.current()?.token === token) await session.end()
      return false
    },

    async email(
      email: string,
      signal: AbortSignal,
    ): Promise<{ action: EmailAction; match?: string; resendAfter: number; expiresIn: number }> {
      const answer = await api.call('/v1/email/start', { email, locale: locale(), ...(device ? { device } : {}) }, emailStarted, { signal })
      if (answer.action === 'CONNECT') return { action: 'CONNECT', resendAfter: 0, expiresIn: 0 }
      await keep('email', answer.flowId, answer.expiresIn, email)
      if (answer.action === 'VERIFY_OTP') noteCode('login', answer, email)
      const match = answer.action === 'VERIFY_DEVICE' ? { match: answer.match } : {}
      return { action: answer.action, ...match, ...mailed(answer) }
    },

    /**
     * Resolves once the mailed link was confirmed.
     * @throws StillWaitingError when the site should ask again
     */
    async device(signal: AbortSignal): Promise<void> {
      const { flowId, email } = await kept('email', 'the mailed link')
      const until = now() + deviceWait
      while (now() < until) {
        const answer = await api
          .call('/v1/email/device', { flowId }, emailDevice, { signal, patience: Math.max(1_000, until - now()) })
          .catch((error: unknown) => {
            // A long poll that broke off is taken up again; a refusal is final.
            if (signal.aborted || error instanceof ServerRefusedError) throw error
          })
        if (answer?.status === 'confirmed') {
          await keep('email', answer.flowId, answer.expiresIn, email)
          if (email !== undefined) noteCode('login', answer, email)
          return
        }
        if (!answer) await pause(500)
      }
      throw new StillWaitingError()
    },

    /** A code that the site sent itself. */
    async otp(otp: string, signal: AbortSignal): Promise<void> {
      const { flowId, email } = await kept('email', 'the code')
      await begin(await checkLogin(flowId, otp, email, signal))
    },

    /** The code that this page had mailed. @throws NoFlowError where there is none */
    mailedCode(purpose: CodePurpose): MailedCode {
      if (!code || (code.step === 'login') !== (purpose === 'login')) throw new NoFlowError({ step: 'the code' })
      return code
    },

    /**
     * What the visitor typed on this page. `next`: of a change the first code was right, and the second one was mailed; without it all is
     * done. Whoever turned away in that moment stays logged out.
     */
    async submitCode(asked: MailedCode, otp: string, signal: AbortSignal): Promise<{ next?: MailedCode; newEmail?: string }> {
      const { step, flowId, email } = asked
      if (step === 'primary') {
        const answer = await api.call('/v1/email/change/primary', { flowId, otp }, changePrimaryDone, { signal })
        return { next: noteCode('secondary', answer, email) }
      }
      if (step === 'secondary') {
        const newEmail = await checkNewAddress(flowId, otp, email, signal)
        code = undefined
        return { newEmail }
      }
      const started = await checkLogin(flowId, otp, email, signal)
      if (!signal.aborted) await begin(started)
      code = undefined
      if (signal.aborted) {
        if (session.current()?.token === started.token) await session.end()
        await endAtServer(started.token)
        signal.throwIfAborted()
      }
      return {}
    },

    /** Has another code mailed for the same step. With `match` it was a link instead. */
    async resendCode(asked: MailedCode, signal: AbortSignal): Promise<MailedCode | { match: string }> {
      const { step, flowId, email, sentTo } = asked
      if (step !== 'login') {
        const answer = await api.call('/v1/email/change/resend', { flowId }, changePrimaryDone, { signal })
        return noteCode(step, answer, email, sentTo)
      }
      const answer = await api.call('/v1/email/start', { email, locale: locale(), ...(device ? { device } : {}) }, emailStarted, { signal })
      // Another window logged in with the same address meanwhile: this attempt is over.
      if (answer.action === 'CONNECT') throw new NoFlowError({ step: 'the code' })
      await keep('email', answer.flowId, answer.expiresIn, email)
      if (answer.action === 'VERIFY_OTP') return noteCode('login', answer, email)
      code = undefined
      return { match: answer.match }
    },

    async socialUri(provider: SocialProvider, signal: AbortSignal): Promise<{ uri: string; match: string }> {
      const { uri, match } = await api.call('/v1/social/start', { provider, mode: 'popup' }, socialStarted, { signal })
      return { uri, match }
    },

    /** False while the visitor is not done. */
    async social(uri: string, signal: AbortSignal): Promise<boolean> {
      const ticket = socialTicket(uri, origin)
      if (!ticket) throw new NoFlowError({ step: 'the social login' })
      // The result is in the newest question: the one before it, which waits for the visitor, is asked no more.
      asking?.abort()
      asking = new AbortController()
      return finish('/v1/social/finish', ticket, AbortSignal.any([signal, asking.signal]))
    },

    async farcasterUri(signal: AbortSignal): Promise<{ url: string }> {
      const { flowId, url, expiresIn } = await api.call('/v1/farcaster/start', {}, farcasterStarted, { signal })
      await keep('farcaster', flowId, expiresIn)
      return { url }
    },

    /** False while the visitor has not answered. */
    async farcaster(signal: AbortSignal): Promise<boolean> {
      const { flowId } = await kept('farcaster', 'Farcaster')
      return finish('/v1/farcaster/finish', { flowId }, signal)
    },

    /**
     * Whom the vault is to write to, said when the wallet is made: what the visitor typed here to log in, which the server has not
     * said. Who came by a social account has typed nothing, and the account's own address counts: it is the server's word, at that
     * moment alone, and without it the wallet would be lost with this browser.
     */
    async typed(): Promise<string | undefined> {
      const user = session.current()?.user
      const found = typedAddress.safeParse(await store.get(typedAs)).data
      return found && found.userId === user?.id ? found.email : (user?.email ?? undefined)
    },

    /** A login that the window has granted, which knows this browser. */
    async accept(grant: string, signal: AbortSignal): Promise<void> {
      const started = await api.call('/v1/session/accept', { grant }, sessionStarted, { signal })
      // Whoever turned away in that moment stays logged out.
      if (signal.aborted) await endAtServer(started.token)
      signal.throwIfAborted()
      await begin(started)
      code = undefined
    },

    async updateEmail(email: string, signal: AbortSignal) {
      const answer = await api.call('/v1/email/change/start', { email, locale: locale() }, changeStarted, { signal })
      await keep('change', answer.flowId, changeSeconds, email)
      if (answer.action === 'VERIFY_SECONDARY_OTP') noteCode('secondary', answer, email)
      else noteCode('primary', answer, email, session.current()?.user.email ?? '')
      return { action: answer.action }
    },
    async updateEmailPrimaryOtp(otp: string, signal: AbortSignal): Promise<void> {
      const { flowId } = await kept('change', 'the code')
      await api.call('/v1/email/change/primary', { flowId, otp: otp.trim() }, changePrimaryDone, { signal })
    },
    async updateEmailSecondaryOtp(otp: string, signal: AbortSignal): Promise<{ newEmail: string }> {
      const { flowId, email } = await kept('change', 'the code')
      return { newEmail: await checkNewAddress(flowId, otp, email, signal) }
    },

    /** Whether the login is good, as the server says; without an answer of the server, as this browser remembers. */
    async isConnected(): Promise<boolean> {
      if (!session.current()) return false
      const checked = await api.call('/v1/session', {}, sessionChecked, { patience: 5_000 }).catch((error: unknown) => error)
      if (checked instanceof ServerRefusedError && checked.reason === 'no_session') {
        await session.end()
        return false
      }
      return session.current() !== undefined
    },

    /** Ends the login here and at the server, also if the page is gone before the answer (S32). Takes 3 s at the most. */
    async signOut(): Promise<void> {
      const token = session.current()?.token
      // Asked first, and forgotten here without waiting: neither needs the other to succeed.
      const ended = token === undefined ? undefined : endAtServer(token)
      code = undefined
      await session.end()
      await store.remove(storedAs)
      await Promise.race([ended, pause(signOutWait - 200)])
    },
  }
}

/** The ways of logging in, of one page. */
export type Login = ReturnType<typeof createLogin>
