/**
 * Keys that wrap halves, in generations: a new one takes over on schedule, what is stored moves to it, and the one before is
 * destroyed. A backup of the database that is older than a generation lives is noise from then on, also to whoever has the
 * operator's keys. The generations stand in a file beside the database and never in it.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { DatabaseError, OptionsError } from '../errors.js'
import { type Secrets, createSecrets } from './secrets.js'
import { type KeyWrapper, operatorKeyWrapper } from './wrapping.js'

const generation = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.int(),
  /** Since when another one wraps. */
  closedAt: z.nullable(z.int()),
  /** Under the operator's newest key. */
  key: z.string(),
})
type Generation = z.infer<typeof generation>
const stored = z.object({ generations: z.array(generation) })

/** How long a closed generation stays, in milliseconds: a process may be about to write what it has wrapped. */
const closedMs = 3_600_000
/** A lock that is older than that was left by a process that died, in milliseconds. */
const lockMs = 60_000

export interface Generations {
  /** Wraps by the newest generation, and unwraps by any that is left, and by the operator's keys what stands directly under them. */
  readonly wrapper: KeyWrapper
  /** Names of those that are left. */
  readonly names: () => readonly string[]
  /**
   * Does what is due: makes a generation, moves what is stored to it, and destroys those that nothing is under.
   * @param stored what moves, and what counts rows under a name
   */
  readonly turn: (stored: { rewrap: () => Promise<unknown>; count: (name: string) => Promise<number> }) => Promise<void>
  /** Puts the file under the operator's newest key. Gives how many generations were changed. */
  readonly reseal: () => Promise<number>
  /** Milliseconds since 1970: a backup that was made before then opens nothing. Undefined while there is no generation. */
  readonly since: () => number | undefined
}

export interface GenerationsParameters {
  /** Path. */
  file: string
  secrets: Secrets
  clock: () => number
  /** How long a generation wraps. */
  seconds: number
}

export function createGenerations({ file, secrets, clock, seconds }: GenerationsParameters): Generations {
  const read = (): readonly Generation[] => {
    const text = readText(file)
    if (text === undefined) return []
    try {
      return stored.parse(JSON.parse(text)).generations
    } catch {
      throw new DatabaseError(`The file of generations ${file} is damaged.`, { option: 'generations' })
    }
  }
  const write = (generations: readonly Generation[]): void => {
    const before = openOrNone(file)
    const text = JSON.stringify({ generations })
    const made = openSync(`${file}.new`, 'w', 0o600)
    writeSync(made, text)
    fsyncSync(made)
    closeSync(made)
    renameSync(`${file}.new`, file)
    if (before === undefined) return
    // What stood there is overwritten where it stood, as far as the file system lets it.
    writeSync(before, Buffer.alloc(statSync(file).size + text.length), 0, undefined, 0)
    fsyncSync(before)
    closeSync(before)
  }
  const change = (make: (generations: readonly Generation[]) => readonly Generation[]): Promise<void> =>
    locked(`${file}.lock`, () => write(make(read())))
  const open = ({ id, key }: Generation): Secrets =>
    createSecrets({ keys: [{ id, bytes: Buffer.from(secrets.open('generation', key, id), 'base64url') }] })
  const direct = operatorKeyWrapper(secrets)

  return {
    wrapper: {
      wrap: async (key, context) => {
        const newest = read().at(-1)
        if (!newest) throw new DatabaseError(`There is no generation in ${file}.`)
        return await operatorKeyWrapper(open(newest)).wrap(key, context)
      },
      unwrap: async (wrapped, context) => {
        const found = read().find(({ id }) => wrapped.startsWith(`${id}.`))
        return await (found ? operatorKeyWrapper(open(found)) : direct).unwrap(wrapped, context)
      },
    },
    names: () => read().map(({ id }) => id),
    turn: async ({ rewrap, count }) => {
      const now = clock()
      const isDue = (all: readonly Generation[]): boolean => (all.at(-1)?.createdAt ?? -Infinity) <= now - seconds * 1000
      if (isDue(read())) {
        await change((all) => {
          // Another process may have been first.
          if (!isDue(all)) return all
          const id = `generation-${randomBytes(6).toString('hex')}`
          const key = secrets.seal('generation', randomBytes(32).toString('base64url'), id)
          return [...all.map((each) => ({ ...each, closedAt: each.closedAt ?? now })), { id, createdAt: now, closedAt: null, key }]
        })
        // Also what stood under the operator's keys themselves.
        await rewrap()
      }
      const over: string[] = []
      for (const { id, closedAt } of read()) {
        if (closedAt === null) continue
        if ((await count(id)) > 0) await rewrap()
        if (closedAt <= now - closedMs && (await count(id)) === 0) over.push(id)
      }
      if (over.length > 0) await change((all) => all.filter(({ id }) => !over.includes(id)))
    },
    reseal: async () => {
      let changed = 0
      if (read().every(({ key }) => key.startsWith(`${secrets.newest}.`))) return 0
      await change((all) =>
        all.map((each) => {
          if (each.key.startsWith(`${secrets.newest}.`)) return each
          changed += 1
          return { ...each, key: secrets.seal('generation', secrets.open('generation', each.key, each.id), each.id) }
        }),
      )
      return changed
    },
    since: () => read()[0]?.createdAt,
  }
}

/** For the person at the terminal. */
export function sayBackups(since: number | undefined): string {
  if (since === undefined) return 'There are no generations: a backup opens as much as its keys do, however old it is. See GENERATIONS.'
  return `Backups of the database from before ${new Date(since).toISOString()} open no wallet.`
}

async function locked(lock: string, run: () => void): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      closeSync(openSync(lock, 'wx', 0o600))
      break
    } catch (error) {
      // What is not another process stays as it is: a folder that is not there, or that may not be written to.
      if (!hasCode(error, 'EEXIST')) throw new OptionsError(`generations: ${error instanceof Error ? error.message : String(error)}`)
      const age = Date.now() - (modified(lock) ?? Date.now())
      if (age > lockMs) rmSync(lock, { force: true })
      else if (tries > 200) throw new DatabaseError(`Another process holds ${lock}.`, { option: 'generations' })
      await pause(50)
    }
  }
  try {
    run()
  } finally {
    rmSync(lock, { force: true })
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw new DatabaseError(`The file of generations ${file} can't be read.`, { option: 'generations' })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function openOrNone(file: string): number | undefined {
  try {
    return openSync(file, 'r+')
  } catch {
    return undefined
  }
}

function modified(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs
  } catch {
    return undefined
  }
}
