import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@portico/service/ports'
import { Redis } from 'ioredis'
import { z } from 'zod'

export interface RedisCluster {
  urls: readonly string[]
  /** The node that has what is kept with a prefix. */
  ownerOf(prefix: string): Promise<string>
  /** Hands all that is kept with a prefix to another node, as an operator does who adds or empties one. */
  move(prefix: string, to: string): Promise<void>
  kill(url: string): Promise<void>
  stop(): Promise<void>
}

const run = promisify(execFile)

/** Three nodes of our own that share the slots; undefined where there is no redis-server. */
export async function startRedisCluster(): Promise<RedisCluster | undefined> {
  const binaryOf = (name: string): string | undefined =>
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((file) => existsSync(file))
  const [server, client] = [binaryOf('redis-server'), binaryOf('redis-cli')]
  if (!server || !client) return undefined
  const nodes = await Promise.all(Array.from({ length: 3 }, () => startNode(server)))
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`)
  await run(client, ['--cluster', 'create', ...hosts, '--cluster-replicas', '0', '--cluster-yes'])
  for (const { port } of nodes) {
    const redis = new Redis(port, '127.0.0.1')
    while (!String(await redis.cluster('INFO')).includes('cluster_state:ok')) await sleep(50)
    redis.disconnect()
  }
  const urls = hosts.map((host) => `redis://${host}`)
  const ownerOf = async (prefix: string): Promise<string> => {
    const [first] = nodes
    const redis = new Redis(first?.port ?? 0, '127.0.0.1')
    const slot = Number(await redis.cluster('KEYSLOT', prefix))
    const ranges = z.array(z.tuple([z.number(), z.number(), z.tuple([z.string(), z.number()]).rest(z.unknown())]).rest(z.unknown()))
    const range = ranges.parse(await redis.cluster('SLOTS')).find(([from, to]) => slot >= from && slot <= to)
    redis.disconnect()
    return `redis://127.0.0.1:${range?.[2][1]}`
  }
  const move = async (prefix: string, to: string): Promise<void> => {
    const from = await ownerOf(prefix)
    const all = urls.map((url) => new Redis(url))
    const [source, target] = [from, to].map((url) => all[urls.indexOf(url)])
    if (!source || !target) throw new Error('No such node.')
    const slot = Number(await source.cluster('KEYSLOT', prefix))
    const id = String(await target.cluster('MYID'))
    await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', String(await source.cluster('MYID')))
    await source.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', id)
    const { hostname, port } = new URL(to)
    for (;;) {
      const keys = z.array(z.string()).parse(await source.call('CLUSTER', 'GETKEYSINSLOT', slot, 100))
      if (keys.length === 0) break
      await source.call('MIGRATE', hostname, port, '', 0, 5000, 'KEYS', ...keys)
    }
    for (const node of [target, source, ...all]) await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', id)
    for (const node of all) node.disconnect()
  }
  return {
    urls,
    ownerOf,
    move,
    kill: async (url) => nodes[urls.indexOf(url)]?.stop(),
    stop: async () => void (await Promise.all(nodes.map(({ stop }) => stop()))),
  }
}

async function startNode(binary: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const [port, bus] = [await freePort(), await freePort()]
  const dir = mkdtempSync(join(tmpdir(), 'portico-redis-'))
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--dir', dir]
  const own = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    String(bus),
    '--cluster-require-full-coverage',
    'no',
  ]
  // The shell ends it when its input does, so it is not left behind when a test run is cut short.
  const script = '"$0" "$@" <&- & cat >/dev/null; kill -9 $!; wait $!'
  const child: ChildProcess = spawn('sh', ['-c', script, binary, ...own, ...durable], { stdio: ['pipe', 'ignore', 'ignore'] })
  const redis = new Redis(port, '127.0.0.1', { retryStrategy: () => 50, maxRetriesPerRequest: 200 })
  redis.on('error', () => {})
  await redis.ping()
  redis.disconnect()
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.stdin?.end()
    })
    await rm(dir, { recursive: true, force: true })
  }
  return { port, stop }
}
