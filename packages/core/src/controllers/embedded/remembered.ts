import { socialProviders, type SocialProvider } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { removeItem } from '../../storage/removeItem.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'
import type { LoginMethod } from './store.js'

/** A social login that went on in this very page's place. */
export interface PendingLogin {
  readonly provider: SocialProvider
  /** The page of the secure site that was opened. It says which login it is, and is good for this browser alone. */
  readonly uri: string
  readonly match?: string
  /** In milliseconds since 1970. */
  readonly startedAt: number
}

/** What a reload should know. A hint for what is shown; the secure site alone decides who is logged in (S41). */
export interface RememberedLogin {
  /** How the visitor logged in. */
  readonly method?: LoginMethod
  readonly pending?: PendingLogin
}

/** Reads what an earlier page view left. Anything malformed is left out (R14). */
export function rememberedLogin(portico: Portico): RememberedLogin {
  const text = readItem(portico, 'login')
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    const { version, method: saidMethod, pending: saidPending }: { version?: unknown; method?: unknown; pending?: unknown } = value
    if (version !== 1) return {}
    const method = (['email', 'farcaster', ...socialProviders] as const).find((known) => known === saidMethod)
    const pending = parsePending(saidPending)
    return { ...(method && { method }), ...(pending && { pending }) }
  } catch {
    return {}
  }
}

/** Changes what is remembered; `undefined` forgets. @returns whether it was written */
export function rememberLogin(
  portico: Portico,
  change: { readonly [K in keyof RememberedLogin]: RememberedLogin[K] | undefined },
): boolean {
  const { method, pending } = { ...rememberedLogin(portico), ...change }
  if (method || pending) return writeItem(portico, 'login', JSON.stringify({ version: 1, method, pending }))
  if (readItem(portico, 'login') !== null) removeItem(portico, 'login')
  return true
}

/** Forgets everything of a login. */
export const forgetLogin = (portico: Portico): void => void rememberLogin(portico, { method: undefined, pending: undefined })

function parsePending(value: unknown): PendingLogin | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { provider: saidProvider, uri, match, startedAt }: Partial<Record<keyof PendingLogin, unknown>> = value
  const provider = socialProviders.find((known) => known === saidProvider)
  if (!provider || typeof uri !== 'string' || uri.length > 2048 || typeof startedAt !== 'number') return undefined
  return { provider, uri, startedAt, ...(typeof match === 'string' && /^\d\d$/.test(match) && { match }) }
}
