import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@portico/service/ports'
import { Redis } from 'ioredis'
import type { StorageOptions } from '../storage/storage.js'

export interface Backend {
  name: 'SQLite' | 'Redis'
  /** Storage that nobody has used, each time. */
  fresh(): StorageOptions
  /** The server, when this run started it. */
  server?: RedisServer
  stop(): Promise<void>
}

export interface RedisServer {
  url: string
  kill(): Promise<void>
  /** Once more, with what it has kept. */
  start(): Promise<void>
  /** Kills it and removes what it has kept. */
  stop(): Promise<void>
}

/**
 * SQLite always; Redis at REDIS_URL, else a redis-server of this machine on a free port. Where there is neither, what needs
 * it is not run, and that is said.
 */
export async function backends(): Promise<Backend[]> {
  const redis = await redisBackend()
  return [sqliteBackend(), ...(redis ? [redis] : [])]
}

export function sqliteBackend(): Backend {
  const folder = mkdtempSync(join(tmpdir(), 'portico-relay-'))
  let count = 0
  return {
    name: 'SQLite',
    fresh: () => ({ sqlite: join(folder, `${++count}.db`) }),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

export async function redisBackend(): Promise<Backend | undefined> {
  const given = process.env['REDIS_URL']
  const server = given ? undefined : await startRedis()
  const url = given ?? server?.url
  if (!url) {
    process.stderr.write('NOT RUN: the relay on Redis. Set REDIS_URL, or install redis-server.\n')
    return undefined
  }
  const base = `test-${process.pid}-${Date.now()}`
  let count = 0
  return {
    name: 'Redis',
    fresh: () => ({ redis: url, prefix: `${base}-${++count}` }),
    ...(server && { server }),
    stop: async () => {
      if (server) return await server.stop()
      const redis = new Redis(url)
      const keys = await redis.keys(`${base}-*`)
      if (keys.length > 0) await redis.del(...keys)
      redis.disconnect()
    },
  }
}

/** A redis-server of our own, set up as README asks for. What it keeps is gone when the test run ends. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const path = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'redis-server'))
  const binary = path.find((file) => existsSync(file))
  if (!binary) return undefined
  const port = await freePort()
  const dir = mkdtempSync(join(tmpdir(), 'portico-redis-'))
  const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', dir]
  const url = `redis://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    // The shell ends it when its input does, so it is not left behind when a test run is cut short.
    const script = '"$0" "$@" <&- & cat >/dev/null; kill -9 $!; wait $!'
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...durable]
    child = spawn('sh', ['-c', script, binary, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
    const redis = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 200 })
    redis.on('error', () => {})
    await redis.ping()
    redis.disconnect()
  }
  await start()
  const kill = (): Promise<void> =>
    new Promise((resolve) => {
      if (!child?.stdin || child.exitCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.stdin.end()
    })
  return { url, start, kill, stop: () => kill().then(() => rm(dir, { recursive: true, force: true })) }
}
