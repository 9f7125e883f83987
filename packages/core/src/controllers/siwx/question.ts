import { parseSignInMessage, signInChain, type SignInMessage } from '@portico/siwx'
import type { PorticoError } from '../../kit/errors.js'
import { asError } from '../../kit/asError.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { canShow } from '../../router/knownViews.js'
import { openModal, routerStore } from '../../router/store.js'
import { showToast } from '../../toast/toast.js'
import { reviewGates, type Visitor } from '../connection/gates.js'
import {
  SignatureDeclinedError,
  SignInClockError,
  SignInRefusedError,
  SignInStartError,
  SignInUnavailableError,
  SmartAccountSignInError,
} from './errors.js'
import { forgetLeft } from './leftAccounts.js'
import { endLeftSessions } from './leftSessions.js'
import type { AccountSession, SignedText, Signer } from './service.js'
import { addSessions, mergeSessions, putSessions } from './sessions.js'
import { signerOf } from './signer.js'
import { pressedSlot, serviceOf, tellTabs, turnSlot, type Turn } from './slots.js'
import { isSameAddress, keyOf, sessionFor, siwxStore, type ShownText, type SignInQuestion } from './store.js'

declare module '../../portico/events.js' {
  interface PorticoEvents {
    /** A visitor did not sign, or the server did not take it. `message`: why, for developers. */
    SIWX_AUTH_ERROR: { network: NetworkId; isSmartAccount: boolean; message: string }
  }
}

const view = 'SIWXSignMessage'
/** How long a server may look for a session before the view says that it does, in milliseconds. */
const patience = 800
/** What a server says of a text that is not good yet, or not any more. */
const times: readonly (string | undefined)[] = ['issuedAt', 'expirationTime', 'notBefore']

/**
 * Asks a visitor to sign in: finds their session, or shows the text. Opens the gate by the session that comes of it.
 * @returns 'refused' where signing in is required and the visitor does not; otherwise nothing, for the gate opens by itself
 */
export function askToSignIn(portico: Portico, visitor: Visitor, signal: AbortSignal): Promise<'refused' | undefined> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined)
    const turn: Turn = { signer: signerOf(portico, visitor), signal, refuse: () => resolve('refused'), madeAt: undefined }
    turnSlot.put(portico, turn)
    signal.addEventListener('abort', () => {
      if (turnSlot(portico) !== turn) return
      turnSlot.clear(portico)
      siwxStore(portico).setState({ question: undefined })
      resolve(undefined)
    })
    begin(portico, turn).catch(reject)
  })
}

/** Looks for a session, and shows the text where there is none. Again, where the server was away. */
export async function begin(portico: Portico, turn: Turn): Promise<void> {
  const { signer, signal } = turn
  const service = serviceOf(portico)
  put(portico, turn, { status: 'loading' })
  const timer = setTimeout(() => canShow(portico, view) && showQuestion(portico, turn), patience)
  try {
    const pressed = takePressed(portico, signer)
    if (pressed.length > 0) return await takeAtOnce(portico, turn, pressed)
    await endLeftSessions(portico)
    const found = await service.getSessions(portico, signer, signal)
    if (isOver(portico, turn)) return
    const sessions = mergeSessions(portico, found, signer)
    const isIn = sessionFor({ sessions }, signer, { perNetwork: service.perNetwork }) !== undefined
    putSessions(portico, sessions)
    if (isIn || isOver(portico, turn)) return
    const shown = await makeText(portico, turn)
    if (isOver(portico, turn)) return
    put(portico, turn, { status: 'ready', shown })
    showQuestion(portico, turn)
  } catch (thrown) {
    if (isOver(portico, turn)) return
    if (thrown instanceof SignInUnavailableError) return putAway(portico, turn, thrown)
    const error = new SignInStartError({ cause: thrown })
    console.warn('Portico: signing in could not begin', error, thrown)
    showToast(portico, { variant: 'error', message: error.shown ?? error.message, error })
    turn.refuse()
  } finally {
    clearTimeout(timer)
  }
}

/** A text of the site's for this account, and what it says. */
export async function makeText(portico: Portico, turn: Turn): Promise<ShownText> {
  const made = await serviceOf(portico).createMessage(portico, turn.signer, turn.signal)
  if (typeof made.text !== 'string' || made.text === '') throw new SignInStartError({ cause: 'the site made no text' })
  turn.madeAt = Date.now()
  const message = read(made.text)
  return { ...made, message, chain: message && signInChain(message) }
}

/** @returns undefined for a text of a form of the site's own: it is shown as it is */
function read(text: string): SignInMessage | undefined {
  try {
    return parseSignInMessage(text)
  } catch {
    return undefined
  }
}

/** Hands to the server what was signed. @throws whatever the service throws; SignInRefusedError where it signs in somebody else */
export async function verifyTexts(portico: Portico, turn: Turn, signed: readonly SignedText[]): Promise<readonly AccountSession[]> {
  const service = serviceOf(portico)
  await endLeftSessions(portico) // or it would end what begins here
  turn.madeAt = undefined
  const begun = await service.verify(portico, signed, turn.signal)
  if (isOver(portico, turn)) return begun
  const isIn = sessionFor({ sessions: begun }, turn.signer, { perNetwork: service.perNetwork }) !== undefined
  if (!isIn) throw new SignatureDeclinedError({ cause: 'the server has signed in another account' })
  forgetLeft(
    portico,
    begun.map(({ accountId }) => accountId),
  )
  putSessions(portico, addSessions(portico, begun))
  tellTabs(portico)()
  return begun
}

/** What the wallet signed with the very question that connected it. Without a session of it the wallet is let go of. */
async function takeAtOnce(portico: Portico, turn: Turn, signed: readonly SignedText[]) {
  const closeToast = showToast(portico, { variant: 'loading', message: 'Authenticating…' })
  try {
    await verifyTexts(portico, turn, signed)
  } catch (thrown) {
    if (isOver(portico, turn)) return
    if (thrown instanceof SignInUnavailableError) return putAway(portico, turn, thrown)
    reportDeclined(portico, turn, asError(thrown))
    turn.refuse()
  } finally {
    closeToast()
  }
}

function takePressed(portico: Portico, { namespace, connectorId, address }: Signer): readonly SignedText[] {
  const key = `${namespace} ${connectorId}`
  const signed = pressedSlot(portico).get(key) ?? []
  pressedSlot(portico).delete(key)
  if (!signed.some((one) => isSameAddress(namespace, one.address, address))) return []
  return signed.map(({ message, ...rest }) => ({ text: message, ...rest }))
}

/** The server does not answer: said so, with a way to try again. The visitor stays connected. */
export function putAway(portico: Portico, turn: Turn, error: Error): void {
  put(portico, turn, { status: 'unavailable', error })
  showQuestion(portico, turn)
}

/** Says that it was not signed, or not taken. @returns what is said */
export function reportDeclined(portico: Portico, { signer: { networkId, isSmartAccount } }: Turn, cause: Error): PorticoError {
  const isOfTime = cause instanceof SignInRefusedError && times.includes(cause.reason)
  // A chain that the server does not list, a body that its framework refused: the visitor can do nothing about it, and reads no reason.
  if (cause instanceof SignInRefusedError) console.warn('Portico: the server refused the sign-in', cause.reason)
  const declined = isSmartAccount ? SmartAccountSignInError : SignatureDeclinedError
  const error = isOfTime ? new SignInClockError({ cause }) : new declined({ cause })
  showToast(portico, { variant: 'error', message: error.shown ?? error.message, error })
  portico.events.emit('SIWX_AUTH_ERROR', { network: networkId, isSmartAccount, message: cause.message })
  return error
}

/** Whether the question is not this one any more. */
export const isOver = (portico: Portico, turn: Turn) => turn.signal.aborted || turnSlot(portico) !== turn

type Without<Q> = Q extends unknown ? Omit<Q, 'signer' | 'required'> : never

export function put(portico: Portico, turn: Turn, state: Without<SignInQuestion>): void {
  if (isOver(portico, turn)) return
  const required = serviceOf(portico).isRequired()
  siwxStore(portico).setState({ question: { signer: turn.signer, required, ...state } })
}

/** Brings the question to the screen. Who may go on without, and leaves it, does. */
export function showQuestion(portico: Portico, turn: Turn): void {
  if (isOver(portico, turn)) return
  const router = routerStore(portico)
  const isShown = () => router.getState().history.some((entry) => entry.view === view)
  const isNew = !isShown()
  const isRequired = serviceOf(portico).isRequired()
  openModal(portico, { view, closable: !isRequired })
  if (!isNew || isRequired) return
  const stop = router.subscribe(() => {
    if (isShown()) return
    stop()
    if (!isOver(portico, turn)) goWithout(portico)
  })
  turn.signal.addEventListener('abort', stop)
}

/** Lets the account in use go on without signing in, until it is connected anew. */
export function goWithout(portico: Portico): void {
  const turn = turnSlot(portico)
  if (!turn) return
  siwxStore(portico).setState(({ passedOver }) => ({ passedOver: [...passedOver, keyOf(turn.signer)] }))
  reviewGates(portico)
}
