export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Record<string, unknown>) => void

/**
 * One JSON object per line. Facts are chosen by the caller, one by one: never a code, share, token, address of a mailbox, header,
 * query or body (S40).
 */
export function createLog({
  quiet,
  service,
  write = (line) => void process.stdout.write(line),
}: {
  /** Warnings and errors alone. */
  quiet: boolean
  /** Name in each line. */
  service: string
  write?: (line: string) => void
}): Log {
  return (level, event, facts = {}) => {
    if (quiet && level === 'info') return
    write(`${JSON.stringify({ time: new Date().toISOString(), level, service, event, ...facts })}\n`)
  }
}

/**
 * A failure that nobody foresaw, for whoever reads the log: its class, and what the database, the system or a driver calls it, such as
 * SQLITE_FULL, 53100 or ENOSPC. Its message stays out, for it may repeat values (S40).
 */
export function failureOf(error: unknown): { name: string; code?: string } {
  if (!(error instanceof Error)) return { name: 'unknown' }
  const code = 'code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{2,40}$/.test(error.code) ? error.code : undefined
  return { name: error.name, ...(code !== undefined && { code }) }
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
