'use client'
import type { Portico } from '@portico/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'

interface Flags<Status> {
  readonly isPending: Status extends 'pending' ? true : false
  readonly isSuccess: Status extends 'success' ? true : false
  readonly isError: Status extends 'error' ? true : false
}

interface Stand<Status, Data, Failure, Parameters> extends Flags<Status> {
  readonly status: Status
  readonly data: Data
  readonly error: Failure
  readonly variables: Parameters
}

/** How an action stands: told apart by `status`, or by any of its flags. */
export type ActionState<Data, Failure, Parameters> =
  | Stand<'idle', undefined, undefined, undefined>
  | Stand<'pending', undefined, undefined, Parameters>
  | Stand<'success', Data, undefined, Parameters>
  | Stand<'error', undefined, Failure, Parameters>

export type Action<Data, Failure, Parameters> = ActionState<Data, Failure, Parameters> & {
  /** Starts the action. What becomes of it is in the state: this never throws. */
  readonly mutate: (parameters: Parameters) => void
  /** Starts the action, and settles with it. */
  readonly mutateAsync: (parameters: Parameters) => Promise<Data>
  /** Forgets the last outcome. What is under way goes on, and no longer shows here. */
  readonly reset: () => void
}

const off = { isPending: false, isSuccess: false, isError: false } as const
const idle = { ...off, status: 'idle', data: undefined, error: undefined, variables: undefined } as const

/**
 * An action of core as a hook: starts it, and follows how it stands. Of several calls, the last one shows.
 * Named like a mutation of TanStack Query, which a host may know from wagmi.
 */
export function useAction<Data, Failure, Parameters>(
  run: (portico: Portico, parameters: Parameters) => Promise<Data>,
): Action<Data, Failure, Parameters> {
  const portico = usePortico()
  const [state, setState] = useState<ActionState<Data, Failure, Parameters>>(idle)
  const latest = useRef(0)
  const action = useRef(run)
  useEffect(() => {
    action.current = run
  })

  const mutateAsync = useCallback(
    async (variables: Parameters) => {
      const call = (latest.current += 1)
      const show = (next: ActionState<Data, Failure, Parameters>) => call === latest.current && setState(next)
      show({ ...off, isPending: true, status: 'pending', data: undefined, error: undefined, variables })
      try {
        const data = await action.current(portico, variables)
        show({ ...off, isSuccess: true, status: 'success', data, error: undefined, variables })
        return data
      } catch (error) {
        show({ ...off, isError: true, status: 'error', data: undefined, error: error as Failure, variables })
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
  return { ...state, mutate, mutateAsync, reset }
}
