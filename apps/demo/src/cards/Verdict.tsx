import { Mono } from '../ui/Facts.js'
import { Outcome } from '../ui/Outcome.js'
import type { TaskState } from '../ui/useTask.js'

/** Whether a signature belongs to an address. */
export function Verdict({ task, address }: { readonly task: TaskState<boolean>; readonly address: string }) {
  if (task.status === 'idle' || task.status === 'pending') return <Outcome kind="pending">Checking the signature</Outcome>
  if (task.status === 'error' || !task.data) {
    return (
      <Outcome kind="bad">
        Not valid for <Mono>{address}</Mono>
      </Outcome>
    )
  }
  return (
    <Outcome kind="ok">
      Valid for <Mono>{address}</Mono>
    </Outcome>
  )
}
