import type { PorticoStorage } from '@portico/core'
import type { Log } from '../relay/log.js'
import type { PageEvents } from '../relay/types.js'
import { isRecord, readJson, readSeconds, seconds } from './parse.js'

/** Version of what is stored. Anything else that is found is as good as nothing (R14). */
const version = 1
/** Most records that are read. */
const recordLimit = 2_000
/** Longest text that is read, in characters. */
const textLimit = 4_000_000

/** One thing that is remembered: a session, a pairing. Without a value, it was deleted, and a stale copy cannot bring it back. */
interface Entry {
  /** Grows with every change, in whichever tab. The higher one wins. */
  readonly revision: number
  /** When it may be forgotten, in seconds since 1970. */
  readonly expiry: number
  readonly value?: unknown
}

/** How tabs of one site tell each other of changes: a BroadcastChannel, or what does the same. */
export interface Channel {
  readonly post: (message: unknown) => void
  /** Listens until the returned function is called. */
  readonly follow: (listener: (message: unknown) => void) => () => void
}

/**
 * A small database of JSON values by key, the same in every tab of a site, in one item of storage. Every tab holds all of it and
 * the newer of two entries wins, so no order of writes loses one (R15). Storage that fails is logged, and the records are then
 * those of this page alone (R14).
 */
export interface Records {
  readonly get: (key: string) => unknown
  readonly keys: (prefix: string) => readonly string[]
  /** @param expiry seconds since 1970, after which it is gone */
  readonly set: (key: string, value: unknown, expiry: number) => void
  readonly delete: (key: string) => void
  /** Calls back with the keys that another tab changed, until the returned function is called. */
  readonly follow: (listener: (keys: readonly string[]) => void) => () => void
  readonly close: () => void
}

export interface RecordsOptions {
  /** Name of the item of storage. */
  readonly name: string
  readonly storage?: PorticoStorage
  readonly channel?: Channel
  /** Default: the window, where there is one. */
  readonly page?: PageEvents
  readonly log?: Log
}

export function createRecords({ name, storage, channel, page = globalThis.window, log = () => {} }: RecordsOptions): Records {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(keys: readonly string[]) => void>()
  let latest = 0
  /** The item as it was read or written last: as long as it is that, it holds nothing new. */
  let known: string | null = null

  const attempt = <T>(access: () => T, otherwise: T): T => {
    try {
      return access()
    } catch {
      log('Portico: storage failed, going on without it')
      return otherwise
    }
  }
  const isNewer = (one: Entry, other: Entry | undefined) =>
    !other ||
    one.revision > other.revision ||
    (one.revision === other.revision && JSON.stringify(one.value ?? null) > JSON.stringify(other.value ?? null))

  /** Takes over what is newer. @returns the keys that changed */
  function merge(others: ReadonlyMap<string, Entry>): readonly string[] {
    const now = seconds()
    const changed: string[] = []
    for (const [key, entry] of others) {
      latest = Math.max(latest, entry.revision)
      if (entry.expiry <= now || !isNewer(entry, entries.get(key))) continue
      entries.set(key, entry)
      changed.push(key)
    }
    return changed
  }

  /** Whether this tab knows something newer. */
  function isAhead(others: ReadonlyMap<string, Entry>): boolean {
    const now = seconds()
    return [...entries].some(([key, entry]) => entry.expiry > now && (!others.has(key) || isNewer(entry, others.get(key))))
  }

  function mergeStored(): readonly string[] {
    const text = storage ? attempt(() => storage.getItem(name), null) : null
    if (text === known) return []
    known = text
    return merge(readRecords(text))
  }

  function write() {
    if (!storage) return
    const now = seconds()
    for (const [key, { expiry }] of entries) if (expiry <= now) entries.delete(key)
    const records = Object.fromEntries(
      [...entries].map(([key, { revision, expiry, value }]) => [key, value === undefined ? [revision, expiry] : [revision, expiry, value]]),
    )
    const text = JSON.stringify({ version, records })
    attempt(() => {
      storage.setItem(name, text)
      known = text
    }, undefined)
  }

  function tell(keys: readonly string[]) {
    if (keys.length > 0) for (const listener of [...listeners]) listener(keys)
  }

  /** What another tab wrote, by storage or by the channel. */
  function takeOver(others: ReadonlyMap<string, Entry>, isWhole: boolean) {
    const changed = merge(others)
    if (isWhole && isAhead(others)) write() // its copy was older than mine, and it has just overwritten mine
    tell(changed)
  }

  function put(key: string, entry: Omit<Entry, 'revision'>) {
    const others = mergeStored().filter((one) => one !== key)
    latest += 1
    const whole = { revision: latest, ...entry }
    entries.set(key, whole)
    write()
    channel?.post({ records: { [key]: [whole.revision, whole.expiry, ...(entry.value === undefined ? [] : [entry.value])] } })
    queueMicrotask(() => tell(others)) // the other tab's own word of it will be no news any more
  }

  mergeStored()
  const unfollow = channel?.follow((message) => {
    if (isRecord(message) && isRecord(message['records'])) takeOver(parseEntries(message['records']), false)
  })
  const onStorage = (event: Event) => {
    if ('key' in event && event.key === name && 'newValue' in event) takeOver(readRecords(event.newValue), true)
  }
  page?.addEventListener('storage', onStorage)

  const alive = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.expiry > seconds() ? entry.value : undefined
  }
  return {
    get: alive,
    keys: (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix) && alive(key) !== undefined),
    set: (key, value, expiry) => put(key, { value, expiry }),
    delete(key) {
      const known = entries.get(key)
      if (known?.value !== undefined) put(key, { expiry: Math.max(known.expiry, seconds() + 60) })
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      unfollow?.()
      page?.removeEventListener('storage', onStorage)
      listeners.clear()
    },
  }
}

function readRecords(text: unknown): ReadonlyMap<string, Entry> {
  const said = typeof text === 'string' && text.length <= textLimit ? readJson(text) : undefined
  return isRecord(said) && said['version'] === version && isRecord(said['records']) ? parseEntries(said['records']) : new Map()
}

function parseEntries(records: Readonly<Record<string, unknown>>): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const [key, entry] of Object.entries(records).slice(0, recordLimit)) {
    if (!Array.isArray(entry)) continue
    const [revision, expiry, value] = [readSeconds(entry[0]), readSeconds(entry[1]), entry[2] as unknown]
    if (revision && expiry && key.length <= 200) entries.set(key, { revision, expiry, ...(value !== undefined && { value }) })
  }
  return entries
}

/** Records of one kind, read back through a check. */
export interface Collection<T> {
  readonly get: (id: string) => T | undefined
  readonly all: () => readonly T[]
  readonly set: (id: string, value: T, expiry: number) => void
  readonly delete: (id: string) => void
}

/**
 * The records under a prefix. What the check does not take is not there.
 * @param read the value when it is sound, undefined when it is not
 */
export function collection<T>(records: Records, prefix: string, read: (value: unknown) => T | undefined): Collection<T> {
  const key = (id: string) => `${prefix}:${id}`
  const checked = new WeakMap<object, { readonly value: T | undefined }>()
  /** Each value is checked once: a change is another value. */
  const check = (value: unknown): T | undefined => {
    if (!isRecord(value)) return undefined
    const found = checked.get(value) ?? { value: read(value) }
    checked.set(value, found)
    return found.value
  }
  return {
    get: (id) => check(records.get(key(id))),
    all: () => records.keys(`${prefix}:`).flatMap((name) => check(records.get(name)) ?? []),
    set: (id, value, expiry) => records.set(key(id), value, expiry),
    delete: (id) => records.delete(key(id)),
  }
}
