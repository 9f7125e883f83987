import * as z from 'zod/mini'
import { sessionUser, type SessionStarted, type SessionUser } from '../../server/api.js'
import { randomId } from './encoding.js'
import type { Peers } from './peers.js'
import type { PageStore } from './store.js'

const login = z.object({
  /** For the server; worth nothing without this browser's device key. */
  token: z.string(),
  /** What the site is told: another one with each login, without any authority. */
  handle: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  user: sessionUser,
})
/** Somebody is logged in here. */
export type Login = z.infer<typeof login>

const storedAs = 'login'

export interface Session {
  readonly current: () => Login | undefined
  /** A new login, in the place of any other. */
  readonly begin: (started: SessionStarted) => Promise<Login>
  readonly rename: (change: Partial<Pick<SessionUser, 'email' | 'userName'>>) => Promise<void>
  /** Forgets the login. Does not tell the server. */
  readonly end: () => Promise<void>
  /** Calls back after each login and each end of one, also where another tab of the same site did it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The login of this browser on this site, over reloads and in all its tabs. */
export async function openSession({
  store,
  peers,
  now = Date.now,
}: {
  readonly store: PageStore
  readonly peers: Peers
  readonly now?: () => number
}): Promise<Session> {
  const listeners = new Set<() => void>()
  let current = await read()
  /** Counts what happened to the login, here and elsewhere: what was read before the last of it is not true any more. */
  let turns = 0

  async function read(): Promise<Login | undefined> {
    const kept = login.safeParse(await store.get(storedAs)).data
    return kept && kept.expiresAt > now() ? kept : undefined
  }
  async function become(next: Login | undefined): Promise<void> {
    current = next
    turns += 1
    // In this order: a tab that hears of it finds it.
    await (next ? store.set(storedAs, next) : store.remove(storedAs))
    peers.tell(next ? 'changed' : 'ended')
    for (const listener of listeners) listener()
  }

  peers.listen(async (said) => {
    const turn = (turns += 1)
    const next = said === 'ended' ? undefined : await read()
    // A tab without storage cannot learn of a login elsewhere, and keeps its own.
    if ((said === 'changed' && !next) || turn !== turns) return
    const before = current
    current = next
    if (next?.handle !== before?.handle) for (const listener of listeners) listener()
  })

  return {
    current: () => (current && current.expiresAt > now() ? current : undefined),
    async begin({ token, expiresIn, user }) {
      const next: Login = { token, handle: randomId(), expiresAt: now() + expiresIn * 1000, user }
      await become(next)
      return next
    },
    async rename(change) {
      if (current) await become({ ...current, user: { ...current.user, ...change } })
    },
    end: () => become(undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
