import { spawn } from 'node:child_process'

/**
 * Ends processes when this one is gone, whatever ended it. A pipe to a small process in a session of its own: the kernel
 * closes the pipe even after SIGKILL, and the small process then ends those it was told of.
 */
export interface Watchdog {
  /** Replaces the list of processes to end. */
  watch(pids: readonly number[]): void
  /** Lets the watchdog go without ending anything. */
  release(): void
}

// Plain JavaScript handed over as text, so that it needs no file and no loader. SIGINT lets a chain save its state.
const program = `
let pids = [], rest = ''
const signal = (name) => { pids = pids.filter((pid) => { try { return process.kill(pid, name) } catch { return false } }) }
process.stdin.setEncoding('utf8')
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\\n')
  rest = lines.pop()
  if (lines.length > 0) pids = JSON.parse(lines.at(-1))
})
process.stdin.on('close', () => {
  signal('SIGINT')
  const deadline = Date.now() + 3000
  const look = () => {
    signal(Date.now() < deadline ? 0 : 'SIGKILL')
    if (pids.length > 0) setTimeout(look, 50)
  }
  look()
})
`

export function startWatchdog(): Watchdog {
  const child = spawn(process.execPath, ['-e', program], { detached: true, stdio: ['pipe', 'ignore', 'ignore'], env: {} })
  // A watchdog that can't start, or whose pipe breaks, costs the protection and nothing else.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  return {
    watch: (pids) => void child.stdin.write(`${JSON.stringify(pids)}\n`),
    release: () => child.stdin.end('[]\n'),
  }
}
