import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that keeps a state as text. */
export interface StateFile {
  /** The text, or undefined when there is no file. */
  read(): Promise<string | undefined>
  /** Says that the state has changed: it is written within ten seconds. */
  touch(): void
  /** Writes now, if anything has changed since the last time. */
  flush(): Promise<void>
  remove(): Promise<void>
}

export function createStateFile(path: string, save: () => string): StateFile {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const write = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true })
    // A crash in the middle leaves the old file.
    await writeFile(`${path}.new`, save())
    await rename(`${path}.new`, path)
  }
  const flush = (): Promise<void> => {
    if (timer === undefined) return writing
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }
  return {
    read: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    touch: () => {
      timer ??= setTimeout(() => void flush().catch(() => {}), 10_000).unref()
    },
    flush,
    remove: async () => {
      clearTimeout(timer)
      timer = undefined
      await writing
      await rm(path, { force: true })
    },
  }
}
