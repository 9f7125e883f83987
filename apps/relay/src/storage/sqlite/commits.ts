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

export interface CommitsOptions {
  /** Waits until the disk has what was committed. Without it, a commit that has returned is there. */
  sync?(): Promise<void>
  /** @throws StorageError when what was committed is lost all the same */
  check?(): void
}

const atOnce = 512
const laterMs = 100

/**
 * Group commit: what was added during one turn of the event loop shares one transaction, and what was committed while the disk was
 * waited for shares the next wait. Nobody else waits for it: clients are served meanwhile.
 */
export function createCommits(database: Database.Database, { sync, check = () => {} }: CommitsOptions = {}): Commits {
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const jobs: Job[] = []
  const later: Job[] = []
  /** Committed, and perhaps not on the disk. */
  const unsynced: Job[] = []
  let syncing: Promise<void> | undefined
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
      rollBack()
      begin.run()
      for (const { run } of batch) run()
      commit.run()
    } catch (error) {
      rollBack()
      return end(batch, error)
    }
    unsynced.push(...batch)
    if (sync) syncing ??= syncAll(sync)
    else end(unsynced.splice(0))
  }
  /** Tells what became of work that was committed, or was not. */
  const end = (batch: readonly Job[], ...errors: readonly unknown[]): void => {
    try {
      for (const error of errors) throw error
      check()
    } catch (error) {
      const failure = storageError(error)
      for (const { failed } of batch) failed(failure)
      return
    }
    for (const { done } of batch) done()
  }
  const syncAll = async (wait: NonNullable<typeof sync>): Promise<void> => {
    while (unsynced.length > 0) {
      const batch = unsynced.splice(0)
      const refusals = await wait().then(
        () => [],
        (error: unknown) => [error],
      )
      end(batch, ...refusals)
    }
    syncing = undefined
    if (jobs.length > 0) schedule()
  }
  /** A disk that refuses a commit may refuse this, too: the next transaction begins with it then. */
  const rollBack = (): void => {
    try {
      if (database.inTransaction) database.exec('ROLLBACK')
    } catch {
      // Told by the next.
    }
  }
  const schedule = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      if (!syncing) flush() // else once the disk has what was committed before
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
      await syncing
    },
  }
}

/** The driver's errors name tables and files; a caller learns only that the storage failed. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
  return new StorageError(`SQLite failed: ${code}.`)
}
