/** Waiting for the disk beside the thread that answers, and once for all that was committed meanwhile. */
import { close, fdatasync, open } from 'node:fs'
import { open as openHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/** What of a file's handle is used. */
export interface SyncedFile {
  readonly datasync: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface Disk {
  /**
   * Resolves once everything that was in the file at the call is on the disk. After a failure it rejects for good: nobody knows what
   * such a disk has kept, and a service that is started anew reads what there is.
   */
  readonly synced: () => Promise<void>
  readonly close: () => Promise<void>
}

/** @param file is opened at the first call of `synced`, and has to be there by then */
export function createDisk(file: string, openFile: (file: string) => Promise<SyncedFile> = openForSync): Disk {
  let opened: Promise<SyncedFile> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = async (): Promise<void> => {
    opened ??= openFile(file)
    await (await opened).datasync()
    running = undefined
  }
  return {
    synced: () => {
      if (running === undefined) {
        running = run()
        return running
      }
      // The one under way may have begun before what was written last: all that come meanwhile share the one after it.
      next ??= running.then(() => {
        next = undefined
        running = run()
        return running
      })
      return next
    },
    close: async () => {
      await next?.catch(() => {})
      await running?.catch(() => {})
      await (await opened?.catch(() => undefined))?.close()
    },
  }
}

/** The file's name is on the disk, too. By its number, for a database that a test never closes. */
async function openForSync(file: string): Promise<SyncedFile> {
  const folder = await openHandle(dirname(file), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  const opened = await promisify(open)(file, 'r+')
  return { datasync: () => promisify(fdatasync)(opened), close: () => promisify(close)(opened) }
}
