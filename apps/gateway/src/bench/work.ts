import { readFileSync } from 'node:fs'

/** Milliseconds that a process has had a core for: what a figure means on a machine that does other things too. NaN where there is no /proc. */
export function workOf(pid: number | undefined): number {
  try {
    // Fields 14 and 15 of proc_pid_stat(5), counted behind the name, in hundredths of a second.
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    return ((user ?? NaN) + (system ?? NaN)) * 10
  } catch {
    return NaN
  }
}
