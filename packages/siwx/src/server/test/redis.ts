import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@portico/service/ports'
import { Redis } from 'ioredis'

/** A redis-server of this machine, in memory; undefined, and that is said, where there is none. */
export async function startRedis(): Promise<{ readonly redis: Redis; readonly stop: () => Promise<void> } | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const binary = folders.map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file))
  if (!binary) {
    process.stderr.write('NOT RUN: sessions in Redis. Install redis-server.\n')
    return undefined
  }
  const port = await freePort()
  // The shell ends it when its input does, so it is not left behind when a test run is cut short.
  const script = '"$0" "$@" <&- & cat >/dev/null; kill -9 $!; wait $!'
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()]
  const child = spawn('sh', ['-c', script, binary, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
  const redis = new Redis(`redis://127.0.0.1:${port}`, { retryStrategy: () => 50, maxRetriesPerRequest: 200 })
  redis.on('error', () => {})
  await redis.ping()
  const stop = () => {
    redis.disconnect()
    return new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.stdin.end()
    })
  }
  return { redis, stop }
}
