import { asError } from '../../kit/asError.js'
import type { Portico } from '../../portico/createPortico.js'
import { closeToast, toastStore } from '../../toast/toast.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { SignInCancelledError, SignInUnavailableError } from './errors.js'
import { begin, goWithout, isOver, makeText, put, putAway, reportDeclined, showQuestion, verifyTexts } from './question.js'
import { serviceOf, signingSlot, turnSlot, type Turn } from './slots.js'
import { keyOf, siwxStore } from './store.js'

/** How old a text may be when the wallet is asked, in milliseconds: a server takes it for five minutes. */
const freshness = 180_000

/**
 * The visitor's yes to the question on screen: the wallet is asked to sign the text, and the server to verify it. Where the server
 * was away, everything is tried again. Says what comes of it in `siwxStore`; never rejects. Without a question it does nothing, and neither
 * while the text is made (`loading`), which nobody can have read yet, nor while it is signed: show these as busy.
 * @example await confirmSignIn(portico)
 */
export async function confirmSignIn(portico: Portico): Promise<void> {
  const turn = turnSlot(portico)
  const { question } = siwxStore(portico).getState()
  if (!turn || !question) return
  if (question.status === 'unavailable') return begin(portico, turn)
  if (question.status !== 'ready' && question.status !== 'declined') return
  // What is tried again is not declined any more.
  if (question.status === 'declined' && toastStore(portico).getState().toast?.error === question.error) closeToast(portico)
  let { shown } = question
  const { signer } = turn
  try {
    put(portico, turn, { status: 'signing', shown })
    await signingSlot(portico).get(keyOf(signer)) // what was asked before another network came into use
    if (turn.madeAt === undefined || Date.now() - turn.madeAt > freshness) shown = await makeText(portico, turn)
    if (isOver(portico, turn)) return
    put(portico, turn, { status: 'signing', shown })
    const signature = await askWallet(portico, turn, shown.text)
    if (isOver(portico, turn)) return // of an account that has been left, nothing is sent
    put(portico, turn, { status: 'verifying', shown })
    const { networkId, address } = signer
    await verifyTexts(portico, turn, [{ text: shown.text, data: shown.data, signature, networkId, address }])
  } catch (thrown) {
    if (isOver(portico, turn)) return
    const cause = asError(thrown)
    if (cause instanceof SignInUnavailableError) return putAway(portico, turn, cause)
    const error = reportDeclined(portico, turn, cause)
    put(portico, turn, { status: 'declined', shown, error })
    showQuestion(portico, turn)
  }
}

/**
 * The visitor's no: where signing in is required the wallet is let go of, otherwise they go on without.
 * @example cancelSignIn(portico)
 */
export function cancelSignIn(portico: Portico): void {
  const turn = turnSlot(portico)
  if (!turn) return
  if (serviceOf(portico).isRequired()) turn.refuse()
  else goWithout(portico)
}

function askWallet(portico: Portico, turn: Turn, text: string): Promise<string> {
  const key = keyOf(turn.signer)
  const open = signingSlot(portico)
  const asked = sign(portico, turn, text)
  open.set(key, asked)
  const close = () => {
    if (open.get(key) === asked) open.delete(key)
  }
  asked.then(close, close)
  return asked
}

async function sign(portico: Portico, turn: Turn, text: string): Promise<string> {
  const { sign: own } = serviceOf(portico)
  if (own) return own(portico, turn.signer, text)
  const { namespace, connectorId, address, networkId } = turn.signer
  const adapter = await loadAdapter(portico, namespace)
  if (isOver(portico, turn)) throw new SignInCancelledError() // nothing is signed on a network that has been left (R3)
  const signed = await adapter.signMessage({ connectorId, address, networkId, message: text })
  return typeof signed === 'string' ? signed : signed.signature
}
