import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a service keeps what it forgets at a reset: in a file, as an operator's is, because in memory it answers in another order. */
export interface Scratch {
  /** A file that is not there yet. */
  readonly fresh: () => Promise<string>
  /** Removes all that was made. The service is closed before. */
  readonly drop: () => Promise<void>
}

/** @param part of the sandbox: in the folders' names */
export function createScratch(part: string): Scratch {
  const folders: string[] = []
  return {
    fresh: async () => {
      const folder = await mkdtemp(join(tmpdir(), `portico-${part}-`))
      folders.push(folder)
      return join(folder, `${part}.db`)
    },
    drop: async () => {
      await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}
