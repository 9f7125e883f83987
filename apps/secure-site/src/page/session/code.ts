import type { CodeOutcome, CodePurpose, SurfacePurpose } from '@portico/core/embedded'
import type { Stage } from '../screens/stage.js'
import { AbortedError } from './errors.js'
import type { Login } from './login.js'
import type { RequestQueue } from './queue.js'

export interface CodeEntryOptions {
  readonly queue: RequestQueue
  readonly stage: Stage
  readonly hostOrigin: string
  readonly login: Pick<Login, 'mailedCode' | 'submitCode' | 'resendCode'>
  readonly surface: (purpose: SurfacePurpose | undefined) => void
}

/**
 * Asks the visitor for the code that this page had mailed, on a screen of this origin: the site has no part in it, and hears what came of
 * it. Wrong codes and other mails are settled here. A newer question takes the place of the one before.
 */
export function createCodeEntry({ queue, stage, hostOrigin, login, surface }: CodeEntryOptions) {
  let current: AbortController | undefined

  /** @throws NoFlowError where no code was mailed, AbortedError when the visitor or the site turned away */
  return async function enterCode(id: string, purpose: CodePurpose, signal: AbortSignal): Promise<CodeOutcome> {
    let mailed = login.mailedCode(purpose)
    current?.abort()
    const own = (current = new AbortController())
    return queue.run(
      id,
      (turn) =>
        new Promise<CodeOutcome>((resolve, reject) => {
          turn.signal.addEventListener('abort', () => reject(turn.signal.reason))
          const show = () =>
            stage.show({
              kind: 'code',
              entry: {
                origin: hostOrigin,
                mailed,
                async submit(otp) {
                  const { next, newEmail } = await login.submitCode(mailed, otp, turn.signal)
                  if (!next) return resolve(newEmail === undefined ? {} : { newEmail })
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
  }
}
