import type { Portico } from '../../portico/createPortico.js'
import type { ViewName } from '../../router/views.js'
import { requireEmbedded } from './connector.js'
import type { Answer, Attempt } from './flow.js'
import type { CodeOutcome, CodePurpose } from './wallet.js'

const views = { login: 'EmailVerifyOtp', emailUpdate: 'UpdateEmailCode' } as const satisfies Readonly<Record<CodePurpose, ViewName>>

/**
 * Whether the frame asks for a mailed code. A page that has the modal has a place for that, and never holds the code itself; one without
 * takes it and sends it, where the secure site's operator has named the page for that.
 */
export const frameAsks = (portico: Portico, purpose: CodePurpose): boolean => portico.views.has(views[purpose])

/**
 * Shows the place in which the frame asks for a mailed code, and resolves with what came of it. Leaving it takes the question back; `late` hears
 * of codes that were right in that very moment.
 */
export async function askInFrame<S>(
  portico: Portico,
  attempt: Attempt<S>,
  purpose: CodePurpose,
  late?: (outcome: CodeOutcome) => void,
): Promise<Answer<CodeOutcome>> {
  const { embedded } = requireEmbedded(portico)
  let waits = true
  attempt.show({ view: views[purpose] })
  attempt.signal.addEventListener('abort', () => waits && embedded.abort())
  const answer = await attempt.ask(() => embedded.enterCode(purpose).finally(() => (waits = false)), { ...(late && { late }) })
  return answer.take()
}
