import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@portico/service/ports'

const entry = fileURLToPath(new URL('../../bin/relay.mjs', import.meta.url))

export interface RelayProcess {
  url: string
  /** What it wrote to stdout and stderr. */
  output: string[]
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  kill(signal: NodeJS.Signals): void
}

export interface RelayProcesses {
  /**
   * The relay as somebody would run it. Resolves once it accepts clients.
   * @param fileBlocks how large its files may become, in blocks of 512 bytes: a disk that is full soon
   */
  start(env: Record<string, string>, fileBlocks?: number): Promise<RelayProcess>
  /** Kills those that still run. */
  stop(): Promise<void>
}

export function createProcesses(): RelayProcesses {
  const running = new Map<ChildProcess, Promise<unknown>>()
  return {
    start: async (env, fileBlocks) => {
      const port = Number(env['PORTICO_RELAY_PORT'] ?? (await freePort()))
      const limited = [`trap '' XFSZ; ulimit -f ${fileBlocks}; exec "$0" "$1"`, process.execPath, entry]
      const [command, args] = fileBlocks === undefined ? [process.execPath, [entry]] : ['sh', ['-c', ...limited]]
      const child = spawn(command, args, {
        env: { PATH: process.env['PATH'], ...env, PORTICO_RELAY_PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
        child.once('exit', (code, signal) => {
          running.delete(child)
          resolve({ code, signal })
        }),
      )
      running.set(child, exited)
      const output: string[] = []
      await new Promise<void>((resolve, reject) => {
        for (const stream of [child.stdout, child.stderr]) {
          createInterface(stream).on('line', (line) => {
            output.push(line)
            if (line.includes('"event":"ready"')) resolve()
          })
        }
        child.once('close', () => reject(new Error(output.join('\n'))))
      })
      return { url: `ws://127.0.0.1:${port}`, output, exited, kill: (signal) => void child.kill(signal) }
    },
    stop: async () => {
      for (const child of running.keys()) child.kill('SIGKILL')
      await Promise.all(running.values())
    },
  }
}
