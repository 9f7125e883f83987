import type { AccountTarget } from '../../../adapter.js'
import { namespaceOf } from '../../../kit/caip/ids.js'
import { InvalidOptionError } from '../../../kit/errors.js'
import type { Portico } from '../../../portico/createPortico.js'
import { closeModal } from '../../../router/router.js'
import { openModal } from '../../../router/store.js'
import type { AskedCapabilities, Call, Instruction, SentCalls } from '../capability.js'
import { AtomicityNotSupportedError, DuplicateIdError, UnsupportedNonOptionalCapabilityError } from '../errors.js'
import { isInstruction, type SendCallsParameters } from '../parameters.js'
import { askForCall } from './ask.js'
import { runCalls, stopCalls } from './run.js'
import { canShowCalls, isShown } from './shown.js'
import { drivenOf, findBatch, forgetBatch, keepBatch } from './store.js'

/**
 * Sends calls one by one, each after the one before it is confirmed, and resolves with the id as soon as the first is sent. How far
 * it is stands in storage, and in the modal where there is more than one.
 * @throws AtomicityNotSupportedError, UnsupportedNonOptionalCapabilityError, DuplicateIdError, and what sending the first one throws
 */
export async function sendOneByOne(portico: Portico, account: AccountTarget, parameters: SendCallsParameters): Promise<SentCalls> {
  const { atomicRequired, id = newId(), showProgress = true } = parameters
  const calls = parameters.calls.map(asCall)
  if (atomicRequired && calls.length > 1) throw new AtomicityNotSupportedError()
  checkCapabilities(parameters.capabilities, calls)
  if (findBatch(portico, id)) throw new DuplicateIdError()
  const { address, networkId } = account
  keepBatch(portico, {
    id,
    namespace: namespaceOf(networkId),
    networkId,
    address,
    calls,
    steps: calls.map(() => ({ status: 'waiting' })),
    state: 'running',
    startedAt: Date.now(),
  })
  drivenOf(portico).add(id)
  if (showProgress && calls.length > 1 && canShowCalls(portico)) show(portico, id)
  try {
    await askForCall(portico, id, 0)
  } catch (error) {
    // Nothing has happened, so there is nothing to remember.
    if (isShown(portico, id)) closeModal(portico)
    forgetBatch(portico, id)
    throw error
  }
  void runCalls(portico, id)
  return { id }
}

/** Shows how far it is. Closed while the visitor is to decide, it ends. */
export function show(portico: Portico, id: string): void {
  openModal(portico, { view: 'Calls', params: { id } })
  const stop = portico.events.on('modal.closed', () => {
    stop()
    if (findBatch(portico, id)?.state === 'paused') stopCalls(portico, id)
  })
}

function asCall(call: Call | Instruction, at: number): Call {
  if (!isInstruction(call)) return call
  throw new InvalidOptionError({ option: `calls[${at}]`, problem: 'an instruction is for Solana: expected { to, value, data }' })
}

/** ERC-7867: one by one, a batch can halt after a failed call or go on. Of the rest nothing is there. */
function checkCapabilities(asked: AskedCapabilities = {}, calls: readonly Call[]): void {
  for (const [at, { capabilities = {} }] of [{ capabilities: asked }, ...calls].entries()) {
    for (const [name, wanted] of Object.entries(capabilities)) {
      if (wanted['optional'] === true) continue
      if (name !== 'flowControl') throw new UnsupportedNonOptionalCapabilityError({ capability: name })
      const { atomicity, 'on-failure': onFailure } = wanted
      const isPossible = at === 0 ? atomicity === 'none' || calls.length === 1 : onFailure === 'halt' || onFailure === 'continue'
      if (!isPossible) throw new AtomicityNotSupportedError()
    }
  }
}

function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
