import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import { PorticoError } from '../../kit/errors.js'
import { asError } from '../../kit/asError.js'
import { defineSlot } from '../../kit/slot.js'
import { defineStore } from '../../kit/store.js'
import type { Portico } from '../../portico/createPortico.js'
import { closeModal, resetView } from '../../router/router.js'
import { canShow } from '../../router/knownViews.js'
import { currentEntry, pushView, routerStore } from '../../router/store.js'
import { showToast } from '../../toast/toast.js'
import { disconnect } from './disconnect.js'
import { activeConnection, connectionStore } from './store.js'

/**
 * What comes after a connection. A visitor whose wallet lets the site in stands before these gates, in this order, and goes on
 * once each is open: the network is one of the site's, the account is of the kind that is wanted, the visitor has signed in, and
 * what the site asks for itself. Gates of one place are passed in the order in which they were added.
 *
 * They are looked at anew after each change of the account in use. The first one that is not open asks; the others wait.
 *
 * - **passed**: the next one is looked at; after the last, the modal goes where {@link goOn} said.
 * - **refused**: the wallet is let go of, and a modal that is open begins anew with Connect. A wallet that does not let go is a
 *   failure of the gate.
 * - **failed**: a toast says why, and the visitor stays where they are: connected, and not let through. The gate asks again
 *   after {@link reviewGates}, and of another account.
 * - **over**: another account is in use, or none. The gate's signal aborts, and its answer counts no more.
 */
export const gateOrder = ['network', 'account', 'signIn', 'site'] as const
export type GatePlace = (typeof gateOrder)[number]

/** Who stands before the gates: the account in use, confirmed by its wallet. */
export interface Visitor {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address: string
  /** Where the wallet is, which need not be one of the site's networks. */
  readonly networkId: NetworkId
}

/** Something that a visitor must have before going on. */
export interface Gate {
  readonly at: GatePlace
  /** Whether it is open for this visitor. Looked at often, so it asks nobody. One that throws is reported, and is not open. */
  readonly isOpen: (portico: Portico, visitor: Visitor) => boolean
  /**
   * Asks for what is missing. A gate that opens by another way, such as a change in the wallet, answers nothing. `passed` holds for
   * this account on this network, until it is not in use any more; what is to hold longer, `isOpen` knows.
   */
  readonly ask: (portico: Portico, visitor: Visitor, signal: AbortSignal) => Promise<'passed' | 'refused' | undefined> | undefined
  /** Takes back what `ask` shows, once the question is over. Not called where it is asked again in the same chain family. */
  readonly leave?: (portico: Portico, visitor: Visitor) => void
}

export type GateState =
  /** Nobody stands before a gate. */
  | { readonly status: 'open' }
  | { readonly status: 'asking'; readonly at: GatePlace; readonly visitor: Visitor }
  | { readonly status: 'failed'; readonly at: GatePlace; readonly visitor: Visitor; readonly error: Error }

export const gateStore = defineStore<GateState>('gates', () => ({ status: 'open' }))

/** Where a visitor goes who has connected. */
export interface Onward {
  /** The `key` of the view that they connected from. Who has left it meanwhile stays where they are. */
  readonly from: number | undefined
  /** The network that was asked for: where the wallet is on another one, it is asked to change. */
  readonly namespace?: Namespace
  readonly networkId?: NetworkId
}

interface Question {
  readonly gate: Gate
  readonly visitor: Visitor
  readonly abort: AbortController
  isRefused: boolean
}

interface Standing {
  visitor: Visitor | undefined
  question: Question | undefined
  /** Gates that said so to this visitor. */
  readonly passed: Set<Gate>
  onward: Onward | undefined
  /** What is looked at may change while it is looked at. */
  isReviewed: boolean
  isStale: boolean
}

const standingOf = defineSlot<Standing>('standing', () => ({
  visitor: undefined,
  question: undefined,
  passed: new Set(),
  onward: undefined,
  isReviewed: false,
  isStale: false,
}))

const gatesOf = defineSlot<Set<Gate>>('gates', () => new Set())

/**
 * Adds a gate.
 * @example addGate(portico, { at: 'site', isOpen: (_, { address }) => members.has(address), ask: askToJoin })
 * @returns a function that takes it away
 */
export function addGate(portico: Portico, gate: Gate): () => void {
  gatesOf(portico).add(gate)
  review(portico)
  return () => {
    gatesOf(portico).delete(gate)
    review(portico)
  }
}

/**
 * Has the gates looked at anew, where one opens by something else than the account; one that failed asks again.
 * @example
 * members.add(address)
 * reviewGates(portico) // the gate of addGate is open by now
 */
export function reviewGates(portico: Portico): void {
  const standing = standingOf(portico)
  if (gateStore(portico).getState().status === 'failed') standing.question = undefined
  review(portico)
}

/**
 * Lets a visitor who has connected go on, once every gate is open: to the network that was asked for, else out of the modal.
 * @example
 * const from = currentEntry(routerStore(portico).getState())?.key // before the wallet is asked
 * await connect(portico, { connectorId, namespace: 'eip155' })
 * goOn(portico, { from, namespace: 'eip155', networkId: 'eip155:10' })
 */
export function goOn(portico: Portico, onward: Onward): void {
  standingOf(portico).onward = onward
  review(portico)
}

/** Whether a visitor is on the way to somewhere, once every gate is open. */
export const isGoingOn = (portico: Portico): boolean => standingOf(portico).onward !== undefined

/** Looks after the gates while the portico is live, until the returned function is called. */
export function followGates(portico: Portico): () => void {
  const stop = connectionStore(portico).subscribe(() => review(portico))
  review(portico)
  return () => {
    stop()
    const standing = standingOf(portico)
    standing.question?.abort.abort()
    Object.assign(standing, { visitor: undefined, question: undefined, onward: undefined })
    standing.passed.clear()
  }
}

function review(portico: Portico) {
  const standing = standingOf(portico)
  standing.isStale = true
  if (standing.isReviewed) return
  standing.isReviewed = true
  try {
    while (standing.isStale) {
      standing.isStale = false
      look(portico, standing)
    }
  } finally {
    standing.isReviewed = false
  }
}

function look(portico: Portico, standing: Standing) {
  const visitor = visitorOf(portico)
  if (!isSame(visitor, standing.visitor)) {
    standing.visitor = visitor
    standing.passed.clear()
  }
  const gate = visitor && closedGate(portico, visitor)
  const { question } = standing
  if (question && (question.gate !== gate || !isSame(question.visitor, visitor))) {
    standing.question = undefined
    question.abort.abort()
    const goesOn = question.gate === gate && question.visitor.namespace === visitor?.namespace
    if (question.isRefused) beginAnew(portico)
    else if (!goesOn) question.gate.leave?.(portico, question.visitor)
    if (!visitor) standing.onward = undefined
    standing.isStale = true
    return
  }
  if (visitor && gate) return question ? undefined : ask(portico, gate, visitor)
  if (gateStore(portico).getState().status !== 'open') gateStore(portico).setState({ status: 'open' }, true)
  const { onward } = standing
  standing.onward = undefined
  if (onward) leaveFor(portico, onward)
}

function visitorOf(portico: Portico): Visitor | undefined {
  const state = connectionStore(portico).getState()
  const connection = activeConnection(state)
  if (!connection || connection.restored) return undefined
  const { connector, addresses, networkId } = connection
  return { namespace: state.activeNamespace, connectorId: connector.id, address: addresses[0], networkId }
}

const isSame = (one: Visitor | undefined, other: Visitor | undefined) =>
  one?.namespace === other?.namespace &&
  one?.connectorId === other?.connectorId &&
  one?.address === other?.address &&
  one?.networkId === other?.networkId

function closedGate(portico: Portico, visitor: Visitor): Gate | undefined {
  const { passed } = standingOf(portico)
  const isOpen = (gate: Gate) => {
    try {
      return gate.isOpen(portico, visitor)
    } catch (error) {
      console.error(`Portico: the gate '${gate.at}' threw`, error)
      return false
    }
  }
  const gates = gateOrder.flatMap((place) => [...gatesOf(portico)].filter(({ at }) => at === place))
  return gates.find((gate) => !passed.has(gate) && !isOpen(gate))
}

function ask(portico: Portico, gate: Gate, visitor: Visitor) {
  const standing = standingOf(portico)
  const question: Question = { gate, visitor, abort: new AbortController(), isRefused: false }
  standing.question = question
  gateStore(portico).setState({ status: 'asking', at: gate.at, visitor }, true)
  const asked = async () => gate.ask(portico, visitor, question.abort.signal)
  const isOver = () => standing.question !== question
  asked().then(
    (answer) => {
      if (isOver() || answer === undefined) return
      if (answer === 'refused') return void refuse(portico, question)
      standing.passed.add(gate)
      review(portico)
    },
    (thrown: unknown) => isOver() || fail(portico, question, asError(thrown)),
  )
}

async function refuse(portico: Portico, question: Question): Promise<void> {
  const { namespace, connectorId } = question.visitor
  question.isRefused = true
  try {
    await disconnect(portico, { namespace, connectorId })
    if (standingOf(portico).question !== question) return
    standingOf(portico).question = undefined // the wallet was chosen again meanwhile: so is the question
    review(portico)
  } catch (thrown) {
    if (standingOf(portico).question !== question) return
    question.isRefused = false
    fail(portico, question, asError(thrown))
  }
}

function fail(portico: Portico, { gate, visitor }: Question, error: Error) {
  gateStore(portico).setState({ status: 'failed', at: gate.at, visitor, error }, true)
  const message = (error instanceof PorticoError ? error.shown : undefined) ?? error.message
  if (currentEntry(routerStore(portico).getState())) showToast(portico, { variant: 'error', message, error })
}

function beginAnew(portico: Portico) {
  if (currentEntry(routerStore(portico).getState()) && canShow(portico, 'Connect')) resetView(portico, { view: 'Connect' })
}

function leaveFor(portico: Portico, { from, namespace, networkId }: Onward) {
  const router = routerStore(portico)
  const { history } = router.getState()
  const at = history.findIndex(({ key }) => key === from)
  if (at < 0) return
  if (at < history.length - 1) return router.setState({ history: history.slice(at + 1) }) // something else is shown since
  const isThere = activeConnection(connectionStore(portico).getState(), namespace)?.networkId === networkId
  if (networkId === undefined || isThere || !canShow(portico, 'SwitchNetwork')) return closeModal(portico)
  if (canShow(portico, 'Account')) resetView(portico, { view: 'Account' })
  pushView(portico, { view: 'SwitchNetwork', params: { networkId } })
}
