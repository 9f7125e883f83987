import type Database from 'libsql'
import { StorageError } from '../../errors.js'

interface Job {
  run(): void
  done(): void
  failed(error: StorageError): void
}

export interface Commits {
  /** Runs `work` in the next transaction. Resolves when it is committed; `committed` is called just before, in order. */
  add<Value>(work: () => Value, committed?: (value: Value) => void): Promise<Value>
  /** Commits what waits. Later work is refused. */
  close(): Promise<void>
}

const atOnce = 512

/** Group commit: what was added during one turn of the event loop shares one transaction, hence one wait for the disk. */
export function createCommits(database: Database.Database): Commits {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  let jobs: Job[] = []
  let scheduled = false
  let closed = false

  const flush = (): void => {
    scheduled = false
    const batch = jobs.slice(0, atOnce)
    jobs = jobs.slice(atOnce)
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
    setImmediate(flush)
  }

  return {
    add: (work, committed) => {
      if (closed) return Promise.reject(new StorageError('The database is closed.'))
      return new Promise((resolve, reject) => {
        let value: ReturnType<typeof work>
        const run = (): void => {
          value = work()
        }
        const done = (): void => {
          committed?.(value)
          resolve(value)
        }
        jobs.push({ run, done, failed: reject })
        schedule()
      })
    },
    close: async () => {
      closed = true
      while (jobs.length > 0) flush()
    },
  }
}
