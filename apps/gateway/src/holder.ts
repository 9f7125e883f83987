import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** What tells this process from one that had its number before. */
const ownProcess = randomUUID()

/** A name for who holds a lease, such as that of reading a chain: the machine, the process on it, and which of those of the process. */
export function createHolder(): string {
  return [hostname(), process.pid, ownProcess, randomUUID()].join(' ')
}

/** Whether a holder is a process of this machine that is no more: killed, so that it could not let go. */
export function isGone(holder: string): boolean {
  const [host, pid = '', token] = holder.split(' ')
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return token !== ownProcess
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
