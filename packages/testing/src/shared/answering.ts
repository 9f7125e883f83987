import type { Behaviour } from '../wallet/behaviours.js'
import { rpcError } from '../wallet/errors.js'

export interface Answering {
  /** Does what was asked. `consent` is what a script says of the person; without it the policy decides. */
  perform(consent?: 'approve' | 'manual'): Promise<unknown>
  /** Says again what the site should know by now. */
  repeat(): void
  /** Agrees, but is on another chain afterwards. */
  goWrong(chainId: unknown): Promise<unknown>
}

/** Does to one request what its behaviour says; without one, what was asked. */
export async function behave(behaviour: Behaviour | undefined, request: Answering): Promise<unknown> {
  switch (behaviour?.type) {
    case undefined:
      return request.perform()
    case 'approve':
    case 'manual':
      return request.perform(behaviour.type)
    case 'always':
      return behave(behaviour.then, request)
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, behaviour.ms))
      return behave(behaviour.then, request)
    case 'twice':
      try {
        return await behave(behaviour.then, request)
      } finally {
        request.repeat()
      }
    case 'never':
      return new Promise(() => {})
    case 'reject':
      throw rpcError(behaviour.code, behaviour.message, behaviour.data)
    case 'throws':
      throw behaviour.value
    case 'garbage':
      return behaviour.value
    case 'wrongChain':
      return request.goWrong(behaviour.chainId)
  }
}

/** Whether the outcome is settled without anything being asked, so that it neither waits for others nor makes them wait. */
export function isFinal(behaviour: Behaviour | undefined): boolean {
  switch (behaviour?.type) {
    case 'never':
    case 'reject':
    case 'throws':
    case 'garbage':
      return true
    default:
      return false
  }
}

/** A promise whose `then` runs its callbacks a second time. `await` hears it once. */
export function sayTwice(promise: Promise<unknown>): Promise<unknown> {
  // A promise of its own, because the `then` of the first one is about to change.
  const plain = promise.then((value) => value)
  plain.catch(() => {})
  const then: typeof promise.then = (onAnswer, onError) => {
    const first = plain.then(onAnswer, onError)
    plain.then(onAnswer, onError).catch(() => {})
    return first
  }
  return Object.defineProperty(promise, 'then', { value: then })
}
