import { clock, type Connection } from './socket.js'

/** The protocol's heartbeat, in milliseconds: how often an open line is looked at. */
const heartbeat = 5_000
/** How long a connection may take to open, in milliseconds. */
const openTimeout = 10_000
/** A line on which nothing is heard for this long after something was asked is dead, in milliseconds. */
const deafTime = 5_000
/** The same when other things are heard meanwhile. */
const answerTimeout = 15_000
/** How long an open line may take to answer a page that is back, in milliseconds: phones end connections without a word. */
const wakeTimeout = 2_000
/** A line that has been quiet for this long is asked whether it is still there, in milliseconds. */
const quietTime = 25_000

/** Looks after a connection: whether it opens, answers, and is there at all. */
export interface Watch {
  readonly start: () => void
  readonly stop: () => void
  /** The page has slept or lost its network: the connection has to answer now, or it is given up. */
  readonly doubt: () => void
  /** The connection is over, and with it the doubt. */
  readonly trust: () => void
}

export interface WatchOptions {
  readonly connection: () => Connection | undefined
  readonly isOpen: () => boolean
  /** Asks for something that is known already: any answer will do, and what was missed comes with it. */
  readonly probe: () => void
  /** The connection is of no use any more. */
  readonly onDead: () => void
  /** Each heartbeat, before the connection is looked at. */
  readonly onBeat: () => void
}

export function createWatch({ connection, isOpen, probe, onDead, onBeat }: WatchOptions): Watch {
  let beat: ReturnType<typeof setInterval> | undefined
  let doubted: ReturnType<typeof setTimeout> | undefined
  let lastBeat = { date: 0, clock: 0 }

  function ask() {
    if (connection()?.askedAt() === Infinity) probe()
  }

  function look() {
    const now = clock()
    const gap = Math.max(now - lastBeat.clock, Date.now() - lastBeat.date)
    lastBeat = { date: Date.now(), clock: now }
    onBeat()
    const line = connection()
    if (!line) return
    if (!isOpen()) {
      if (now - line.startedAt > openTimeout) onDead()
      return
    }
    const oldest = line.askedAt()
    const isDeaf = now - oldest >= deafTime && line.heardAt < oldest
    if (isDeaf || now - oldest >= answerTimeout) onDead()
    else if (gap > 3 * heartbeat || (now - line.heardAt > quietTime && globalThis.document?.visibilityState !== 'hidden')) ask()
  }

  return {
    start() {
      lastBeat = { date: Date.now(), clock: clock() }
      beat ??= setInterval(look, heartbeat)
    },
    stop() {
      clearInterval(beat)
      beat = undefined
    },
    doubt() {
      const [line, asked] = [connection(), clock()]
      ask()
      clearTimeout(doubted)
      doubted = setTimeout(() => line && line === connection() && line.heardAt < asked && onDead(), wakeTimeout)
    },
    trust: () => clearTimeout(doubted),
  }
}
