export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Record<string, unknown>) => void

/** One JSON object per line on stdout. Facts are chosen by the caller, one by one: never an address, a query or a header. */
export function createLog({ quiet }: { quiet: boolean }): Log {
  return (level, event, facts = {}) => {
    if (quiet && level === 'info') return
    process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level, service: 'gateway', event, ...facts })}\n`)
  }
}
