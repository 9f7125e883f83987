'use client'
import type { Portico } from '@portico/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'

/** How an action stands: told apart by `status`. */
export type ActionState<Data, Failure, Parameters> =
  | { readonly status: 'idle'; readonly data: undefined; readonly error: undefined; readonly variables: undefined }
  | { readonly status: 'pending'; readonly data: undefined; readonly error: undefined; readonly variables: Parameters }
  | { readonly status: 'success'; readonly data: Data; readonly error: undefined; readonly variables: Parameters }
  | { readonly status: 'error'; readonly data: undefined; readonly error: Failure; readonly variables: Parameters }

export type Action<Data, Failure, Parameters> = ActionState<Data, Failure, Parameters> & {
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isError: boolean
  /** Starts the action. What becomes of it is in the state: this never throws. */
  readonly mutate: (parameters: Parameters) => void
  /** Starts the action, and settles with it. */
  readonly mutateAsync: (parameters: Parameters) => Promise<Data>
  /** Forgets the last outcome. What is under way goes on, and no longer shows here. */
  readonly reset: () => void
}

const idle = { status: 'idle', data: undefined, error: undefined, variables: undefined } as const

/**
 * An action of core as a hook: starts it, and follows how it stands. Of several calls, the last one shows.
 * Named like a mutation of TanStack Query, which a host may know from wagmi.
 */
export function useAction<Data, Failure, Parameters>(run: (portico: Portico, parameters: Parameters) => Promise<Data>): Action<Data, Failure, Parameters> {
  const portico = usePortico()
  const [state, setState] = useState<ActionState<Data, Failure, Parameters>>(idle)
  const latest = useRef(0)
  const action = useRef(run)
  useEffect(() => {
    action.current = run
  })
  useEffect(() => {
    const counter = latest
    return () => {
      counter.current += 1 // after unmounting nothing is left to show
    }
  }, [])

  const mutateAsync = useCallback(
    async (variables: Parameters) => {
      const call = (latest.current += 1)
      const show = (next: ActionState<Data, Failure, Parameters>) => call === latest.current && setState(next)
      show({ status: 'pending', data: undefined, error: undefined, variables })
      try {
        const data = await action.current(portico, variables)
        show({ status: 'success', data, error: undefined, variables })
        return data
      } catch (error) {
        show({ status: 'error', data: undefined, error: error as Failure, variables })
        throw error
      }
    },
    [portico],
  )
  const mutate = useCallback((parameters: Parameters) => void mutateAsync(parameters).catch(() => undefined), [mutateAsync])
  const reset = useCallback(() => {
    latest.current += 1
    setState(idle)
  }, [])
  return { ...state, isPending: state.status === 'pending', isSuccess: state.status === 'success', isError: state.status === 'error', mutate, mutateAsync, reset }
}
