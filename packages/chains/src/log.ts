/** Hears what a chain does. Facts are chosen one by one: never a request body, never a key. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: Record<string, unknown>) => void
