import { useCallback, useEffect, useRef, useState } from 'react'

export type TaskState<Data> =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'success'; readonly data: Data }
  | { readonly status: 'error'; readonly error: unknown }

export type Task<Data, Parameters> = TaskState<Data> & {
  /** Starts it. What becomes of it is in the state: this never rejects. Of several calls, the last one shows. */
  readonly run: (parameters: Parameters) => Promise<void>
  readonly reset: () => void
}

/** Something of the demo's own that takes time, such as reading a chain. */
export function useTask<Data, Parameters = void>(work: (parameters: Parameters) => Promise<Data>): Task<Data, Parameters> {
  const [state, setState] = useState<TaskState<Data>>({ status: 'idle' })
  const latest = useRef(0)
  const current = useRef(work)
  useEffect(() => {
    current.current = work
  })
  const run = useCallback(async (parameters: Parameters) => {
    const call = (latest.current += 1)
    const show = (next: TaskState<Data>) => call === latest.current && setState(next)
    show({ status: 'pending' })
    try {
      show({ status: 'success', data: await current.current(parameters) })
    } catch (error) {
      show({ status: 'error', error })
    }
  }, [])
  const reset = useCallback(() => {
    latest.current += 1
    setState({ status: 'idle' })
  }, [])
  return { ...state, run, reset }
}
