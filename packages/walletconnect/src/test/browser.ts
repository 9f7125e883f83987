import type { PorticoStorage } from '@portico/core'
import type { Locks } from '../peer/options.js'
import type { Channel } from '../peer/records.js'

/** Runs what is due, in an order of the test's own. */
export interface Turns {
  readonly later: (task: () => void) => void
  /** Runs one task, the one at this place of those that wait. @returns whether there was one */
  readonly run: (at: number) => boolean
  readonly runAll: () => void
}

export function createTurns(): Turns {
  const tasks: (() => void)[] = []
  const run = (at: number) => {
    const [task] = tasks.length > 0 ? tasks.splice(at % tasks.length, 1) : []
    task?.()
    return task !== undefined
  }
  return {
    later: (task) => void tasks.push(task),
    run,
    runAll: () => {
      while (run(0)) {
        // Until there is nothing left.
      }
    },
  }
}

export interface Tab {
  readonly storage: PorticoStorage
  readonly page: EventTarget
  readonly channel: Channel
  readonly locks: Locks
  /** The page goes: its locks are free, and it hears nothing any more. */
  readonly kill: () => void
}

/**
 * A browser with tabs of one site: storage that each tab sees through a cache of its own, which catches up late, as between
 * processes; channels that deliver in order, each to its tab whenever it is that tab's turn; and locks.
 */
export function createBrowser({ later }: Pick<Turns, 'later'>) {
  const disk = new Map<string, string>()
  const tabs: {
    readonly id: number
    readonly cache: Map<string, string>
    readonly page: EventTarget
    readonly hear: Set<(message: unknown) => void>
    alive: boolean
  }[] = []
  const queues = new Map<string, { readonly start: () => void; readonly tab: number }[]>()
  const held = new Map<string, { readonly tab: number; readonly free: () => void }>()

  function next(name: string) {
    if (held.has(name)) return
    const waiting = queues.get(name) ?? []
    const first = waiting.shift()
    if (first) first.start()
  }

  function open(): Tab {
    const me = { id: tabs.length, cache: new Map(disk), page: new EventTarget(), hear: new Set<(message: unknown) => void>(), alive: true }
    tabs.push(me)
    /** What is on its way to each other tab, in order. */
    const lines = new Map<number, string[]>()
    const others = () => tabs.filter((tab) => tab !== me && tab.alive)
    return {
      page: me.page,
      storage: {
        getItem: (key) => me.cache.get(key) ?? null,
        setItem(key, value) {
          me.cache.set(key, value)
          disk.set(key, value)
          for (const tab of others())
            later(() => {
              tab.cache.set(key, disk.get(key) ?? value)
              if (tab.alive) tab.page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: disk.get(key) ?? value }))
            })
        },
        removeItem: (key) => void me.cache.delete(key),
      },
      channel: {
        post(message) {
          const text = JSON.stringify(message)
          for (const tab of others()) {
            const line = lines.get(tab.id) ?? []
            lines.set(tab.id, line)
            line.push(text)
            later(() => {
              const first = line.shift()
              if (tab.alive && first !== undefined) for (const hear of tab.hear) hear(JSON.parse(first))
            })
          }
        },
        follow(listener) {
          me.hear.add(listener)
          return () => void me.hear.delete(listener)
        },
      },
      locks: {
        request: (name, { signal }, hold) =>
          new Promise((resolve, reject) => {
            const free = () => {
              held.delete(name)
              resolve(undefined)
              later(() => next(name))
            }
            const entry = {
              tab: me.id,
              start() {
                held.set(name, { tab: me.id, free })
                hold().then(free, free)
              },
            }
            signal?.addEventListener('abort', () => {
              const waiting = queues.get(name) ?? []
              const at = waiting.indexOf(entry)
              if (at < 0) return
              waiting.splice(at, 1)
              reject(new Error('Aborted.'))
            })
            queues.set(name, [...(queues.get(name) ?? []), entry])
            later(() => next(name))
          }),
      },
      kill() {
        me.alive = false
        me.hear.clear()
        for (const [name, waiting] of queues)
          queues.set(
            name,
            waiting.filter(({ tab }) => tab !== me.id),
          )
        for (const [, { tab, free }] of held) if (tab === me.id) free()
      },
    }
  }

  return { open, disk }
}
