import type { Namespace, NetworkId } from '../../../kit/caip/ids.js'
import type { Call, Checkpoint } from '../capability.js'

/** Why a call was not sent. `unknown`: the page was gone while the wallet asked, and the chain does not tell. */
export const failures = ['declined', 'cancelled', 'unsent', 'unknown', 'failed'] as const
export type CallFailure = (typeof failures)[number]

/** How far one call of a batch is, that is sent one by one. */
export type CallStep =
  | { readonly status: 'waiting' }
  /** The wallet shows it. */
  | { readonly status: 'asking'; readonly since?: Checkpoint | undefined }
  /** Waits for a block. */
  | { readonly status: 'sent'; readonly hash: string }
  | { readonly status: 'confirmed'; readonly hash: string }
  | { readonly status: 'reverted'; readonly hash: string }
  /** Nothing of it reached the chain. `unknown` keeps from when to look. */
  | { readonly status: 'failed'; readonly reason: CallFailure; readonly since?: Checkpoint | undefined }

/** Calls that are sent one by one, because their wallet knows no batches. */
export interface CallBatch {
  readonly id: string
  readonly namespace: Namespace
  readonly networkId: NetworkId
  readonly address: string
  readonly calls: readonly Call[]
  /** One for each call. */
  readonly steps: readonly CallStep[]
  /** `paused`: the visitor says whether it goes on. `ended`: what is not sent will not be. */
  readonly state: 'running' | 'paused' | 'ended'
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** Whether a batch goes on after a call of it has failed on the chain (ERC-7867). */
export const goesOnAfter = ({ capabilities }: Call): boolean => capabilities?.['flowControl']?.['on-failure'] === 'continue'

/**
 * Place of the call whose turn it is; -1 where there is none left.
 * @example const call = batch.calls[nextCall(batch)]
 */
export const nextCall = ({ calls, steps }: CallBatch): number =>
  steps.findIndex(({ status }, at) => {
    const call = calls[at]
    return status !== 'confirmed' && !(status === 'reverted' && call && goesOnAfter(call))
  })

/**
 * EIP-5792: 100 while anything can still happen, 200 all of it did, 400 nothing, 500 it reverted, 600 a part of it happened.
 * @example const status = statusOf(batch) // 100, 200, 400, 500 or 600
 */
export function statusOf({ steps, state }: CallBatch): 100 | 200 | 400 | 500 | 600 {
  const has = (...wanted: readonly CallStep['status'][]) => steps.some(({ status }) => wanted.includes(status))
  if (!has('waiting', 'asking', 'sent', 'failed', 'reverted')) return 200
  if (state !== 'ended' || has('asking', 'sent')) return 100
  const isUnknown = steps.some((step) => step.status === 'failed' && step.reason === 'unknown')
  if (has('confirmed') || isUnknown) return 600 // of which a part may have happened
  return has('reverted') ? 500 : 400
}
