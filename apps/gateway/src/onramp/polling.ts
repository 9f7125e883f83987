import { type Log, failureOf } from '@portico/service'
import { ProviderError } from '../providers/errors.js'
import { type Span, lasts } from '../span.js'
import type { OnrampSession, Sessions } from './sessions.js'
import type { OnrampProgress, OnrampProvider } from './types.js'

/** Asks providers about sessions whose webhooks may have been lost. */
export interface Polling {
  /** One that was claimed. Never fails. */
  readonly ask: (session: OnrampSession) => Promise<void>
  readonly start: () => void
  readonly close: () => Promise<void>
}

export interface PollingParameters {
  sessions: Sessions
  providers: readonly OnrampProvider[]
  /** Milliseconds between two looks. */
  pollMs: number
  clock: () => number
  log: Log
}

/** Sessions that are asked about in one look. */
const most = 20
const answerMs = 8000
/** After which a page that nobody has paid on is over, in milliseconds. */
const unpaidMs = 86_400_000

export function createPolling({ sessions, providers, pollMs, clock, log }: PollingParameters): Polling {
  /** Providers that asked for patience, and until when. */
  const resting = new Map<string, Span>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> = Promise.resolve()
  let closed = false

  const progressOf = async (session: OnrampSession): Promise<OnrampProgress | undefined> => {
    const provider = providers.find(({ kind }) => kind === session.provider)
    const { id, reference, kind, address } = session
    const told = await provider?.read({ session: id, reference, kind, address }, AbortSignal.timeout(answerMs))
    if (told && (told.status !== 'created' || session.status !== 'created')) return told
    const isOver = session.status === 'created' && clock() - session.createdAt > unpaidMs
    return isOver ? { status: 'expired' } : told
  }
  const ask: Polling['ask'] = async (session) => {
    const now = clock()
    const rest = resting.get(session.provider)
    try {
      if (rest && lasts(rest, now)) return await sessions.release(session, rest.until - now)
      const progress = await progressOf(session)
      if (progress && isAbout(session, progress)) await sessions.apply(session, progress)
      await sessions.release(session)
    } catch (error) {
      const wait = error instanceof ProviderError ? (error.retryAfter ?? 0) * 1000 : 0
      // Counted from the answer, which may have taken its time.
      const from = clock()
      if (wait > 0) resting.set(session.provider, { from, until: from + wait })
      if (error instanceof ProviderError) log('warn', 'onramp.unread', { provider: session.provider, reason: error.reason })
      else log('error', 'onramp.poll', { provider: session.provider, ...failureOf(error) })
      await sessions.release(session, wait).catch(() => {})
    }
  }
  const look = async (): Promise<void> => {
    try {
      await Promise.all((await sessions.due(most)).map(ask))
    } catch (error) {
      log('error', 'onramp.poll', failureOf(error))
    }
  }
  const plan = (): void => {
    if (closed) return
    timer = setTimeout(() => {
      looking = look().finally(plan)
    }, pollMs).unref()
  }
  return {
    ask,
    start: plan,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await looking
    },
  }
}

/** Whether a provider speaks of the same account: what it says of another one is none of ours. */
export function isAbout({ address, network }: Pick<OnrampSession, 'address' | 'network'>, told: OnrampProgress): boolean {
  if (told.address === undefined) return true
  return network.startsWith('eip155:') ? told.address.toLowerCase() === address.toLowerCase() : told.address === address
}
