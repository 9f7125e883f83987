import { closeSync, fdatasync, openSync, readSync, statSync, statfsSync } from 'node:fs'
import { promisify } from 'node:util'
import { StorageError } from '../../errors.js'

/** Whether a database is still the file that was opened. SQLite itself goes on in one that was deleted, and keeps nothing there. */
export interface Guard {
  /** @throws StorageError */
  check(): void
  /** @throws StorageError when its disk is as good as full */
  checkRoom(): void
  /** Waits, in a thread of its own, until the disk has all that was committed before. Rejects with what the system says. */
  sync(): Promise<void>
  /** After the database: closing a file gives up this process's locks on it (POSIX). */
  close(): void
}

/** What a database file begins with (https://sqlite.org/fileformat.html#the_database_header). */
const magic = Buffer.from('SQLite format 3\0')

/** Bytes that have to be left on the disk: a message, in the database and in its log. */
const roomBytes = 1024 * 1024

const syncData = promisify(fdatasync)

/** @param file is there, and so is its write-ahead log */
export function createGuard(file: string): Guard {
  const opened = openSync(file, 'r')
  const log = openSync(`${file}-wal`, 'r+')
  const names = [file, `${file}-wal`].map((name) => ({ name, known: identify(name) }))
  const head = Buffer.alloc(magic.length)
  return {
    check: () => {
      for (const { name, known } of names)
        if (identify(name) !== known) throw new StorageError('The database file was deleted or replaced.')
      if (readSync(opened, head, 0, head.length, 0) < head.length || !head.equals(magic))
        throw new StorageError('The database file was overwritten.')
    },
    checkRoom: () => {
      const { bavail, bsize } = statfsSync(file)
      if (bavail * bsize < roomBytes) throw new StorageError('The disk of the database is full.')
    },
    sync: () => syncData(log),
    close: () => {
      closeSync(log)
      closeSync(opened)
    },
  }
}

function identify(name: string): string | undefined {
  const stats = statSync(name, { throwIfNoEntry: false })
  return stats && `${stats.dev}:${stats.ino}`
}
