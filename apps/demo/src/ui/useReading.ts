import { useEffect, useState } from 'react'
import { useTask, type Task } from './useTask.js'

export interface Reading<Data> {
  readonly task: Task<Data, void>
  /** The last that was read: stays while it is read again. */
  readonly data: Data | undefined
}

/** Something that is read at once, and again whenever `key` changes or `task.run` is called. */
export function useReading<Data>(read: () => Promise<Data>, key: string): Reading<Data> {
  const task = useTask(read)
  const { run } = task
  useEffect(() => void run(), [run, key])
  const [data, setData] = useState<Data>()
  if (task.status === 'success' && task.data !== data) setData(task.data)
  return { task, data }
}
