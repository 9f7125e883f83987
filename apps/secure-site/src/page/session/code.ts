import type { CodeOutcome, CodePurpose, SurfacePurpose } from '@portico/core/embedded'
import type { KnownWindow } from '../screens/KnownBrowser.js'
import type { Stage } from '../screens/stage.js'
import { AbortedError } from './errors.js'
import type { LoginSignature } from './signIn.js'
import type { Login } from './login.js'
import type { RequestQueue } from './queue.js'
import type { Session } from './session.js'

export interface CodeEntryOptions {
  readonly queue: RequestQueue
  readonly stage: Stage
  readonly hostOrigin: string
  readonly login: Pick<Login, 'mailedCode' | 'submitCode' | 'resendCode'>
  readonly session: Pick<Session, 'current' | 'subscribe'>
  readonly surface: (purpose: SurfacePurpose | undefined) => void
  /** A window that may know this browser. */
  readonly known: () => KnownWindow
  /** What the site wants its visitors signed in with, ready to be signed; undefined for what is not signed with a login (S25). */
  readonly openOffer: (offer: unknown) => Promise<LoginSignature | undefined>
}

/**
 * Asks the visitor for the code that this page had mailed, on a screen of this origin: the site has no part in it, and hears what came of
 * it. Wrong codes and other mails are settled here. A newer question takes the place of the one before.
 */
export function createCodeEntry({ queue, stage, hostOrigin, login, session, surface, known, openOffer }: CodeEntryOptions) {
  let current: AbortController | undefined

  /** @throws NoFlowError where no code was mailed, AbortedError when the visitor or the site turned away */
  return async function enterCode(id: string, purpose: CodePurpose, signal: AbortSignal, offer?: unknown): Promise<CodeOutcome> {
    let mailed = login.mailedCode(purpose)
    current?.abort()
    const own = (current = new AbortController())
    const window = purpose === 'login' ? known() : undefined
    const signIn = purpose === 'login' && offer !== undefined ? await openOffer(offer).catch(() => undefined) : undefined
    let stop = () => {}
    const entered = queue.run<CodeOutcome>(
      id,
      (turn) =>
        new Promise((resolve, reject) => {
          turn.signal.addEventListener('abort', () => reject(turn.signal.reason))
          let isChecking = false
          /** Another tab has logged in whom this code is for, and it counts no more: the visitor is there. */
          const whereOther = () => {
            const isSame = session.current()?.user.email?.toLowerCase() === mailed.email.toLowerCase()
            if (purpose === 'login' && !isChecking && isSame) resolve({})
          }
          stop = session.subscribe(whereOther)
          const show = () =>
            stage.show({
              kind: 'code',
              entry: {
                origin: hostOrigin,
                mailed,
                known: window,
                onKnown: () => resolve({}),
                ...(signIn && { signIn: { statement: signIn.statement } }),
                async submit(otp) {
                  isChecking = true
                  const { next, newEmail } = await login.submitCode(mailed, otp, turn.signal).catch((error: unknown) => {
                    isChecking = false
                    throw error
                  })
                  const signedIn = next ? undefined : await signIn?.sign(turn.signal)
                  if (!next) return resolve({ ...(newEmail !== undefined && { newEmail }), ...(signedIn && { signedIn }) })
                  isChecking = false
                  mailed = next
                  show()
                },
                async resend() {
                  const again = await login.resendCode(mailed, turn.signal)
                  if ('match' in again) return resolve({ match: again.match })
                  mailed = again
                  show()
                },
                onCancel: () => reject(new AbortedError()),
              },
            })
          show()
          surface('code')
        }),
      // What the visitor goes to is the mailbox, so a page that is hidden meanwhile is no refusal.
      { signal: AbortSignal.any([signal, own.signal]), own: true },
    )
    return entered.finally(() => stop())
  }
}
