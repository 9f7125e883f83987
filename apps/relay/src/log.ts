export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Record<string, string | number | boolean>) => void

/**
 * One JSON object per line on stdout. Facts are chosen one by one by the caller: never a message, a topic, a client id, a
 * token or an address of a client.
 */
export function createLog({ quiet }: { quiet: boolean }): Log {
  return (level, event, facts = {}) => {
    if (quiet && level === 'info') return
    process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, service: 'relay', event, ...facts })}\n`)
  }
}

/** The same line at most once per `intervalMs`, so that an outage does not fill the disk. */
export function throttled(log: Log, intervalMs: number): Log {
  const last = new Map<string, number>()
  return (level, event, facts) => {
    const now = performance.now()
    const before = last.get(event)
    if (before !== undefined && now - before < intervalMs) return
    last.set(event, now)
    log(level, event, facts)
  }
}
