import type Database from 'libsql'
import { StorageError } from '../../errors.js'

interface Job {
  run(): void
  done(): void
  failed(error: StorageError): void
}

export interface Commits {
  /** Runs `work` in the next transaction, and resolves when the disk has it. */
  add<Value>(work: () => Value): Promise<Value>
  /** The same for work that nobody waits for: it shares the transaction of other work, or gets its own after `laterMs`. */
  addLater(work: () => void): Promise<void>
  /** Commits now what `addLater` was given, so that a query sees it. */
  settle(): void
  /** Commits what waits. Later work is refused. */
  close(): Promise<void>
}

const atOnce = 512
const laterMs = 100

/** Group commit: what was added during one turn of the event loop shares one transaction, hence one wait for the disk. */
export function createCommits(database: Database.Database): Commits {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const jobs: Job[] = []
  const later: Job[] = []
  let scheduled = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const flush = (): void => {
    const batch = [...later.splice(0), ...jobs.splice(0, atOnce)]
    clearTimeout(timer)
    timer = undefined
    if (jobs.length > 0) schedule()
    if (batch.length === 0) return
    try {
      begin.run()
      for (const { run } of batch) run()
      commit.run()
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      for (const { failed } of batch) failed(new StorageError(`SQLite failed: ${code}.`))
      return
    }
    for (const { done } of batch) done()
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      flush()
    })
  }

  const put = <Value>(queue: Job[], work: () => Value): Promise<Value> => {
    if (closed) return Promise.reject(new StorageError('The database is closed.'))
    return new Promise((resolve, reject) => {
      let value: ReturnType<typeof work>
      const run = (): void => {
        value = work()
      }
      queue.push({ run, done: () => resolve(value), failed: reject })
    })
  }

  return {
    add: (work) => {
      const committed = put(jobs, work)
      schedule()
      return committed
    },
    addLater: (work) => {
      const committed = put(later, work)
      if (later.length >= atOnce) schedule()
      else timer ??= setTimeout(flush, laterMs)
      return committed
    },
    settle: () => {
      if (later.length > 0) flush()
    },
    close: async () => {
      closed = true
      while (jobs.length > 0 || later.length > 0) flush()
      clearTimeout(timer)
    },
  }
}
