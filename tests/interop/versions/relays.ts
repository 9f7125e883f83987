import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Relay, createRelay } from '@portico/relay'
import type { RedisServer } from '../../../apps/relay/src/test/backends.js'
import { startProxy } from '../../../apps/relay/src/test/proxy.js'

/** Where the messages of a run wait. */
export type Storage = 'SQLite' | 'Redis'

/** What a site and a wallet meet over: one relay on a file, or one each over the same Redis. */
export interface Ends {
  /** Of the site, and of the wallet. */
  readonly urls: readonly [string, string]
  readonly cut: () => void
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const limits = { publishBurst: 5000, requestBurst: 20_000 }

/** @param redis undefined where there is no redis-server: then there is no such run */
export async function startEnds(storage: Storage, redis: RedisServer | undefined): Promise<Ends> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-versions-'))
  const prefix = `versions-${folder.slice(-6)}`
  const proxies = await Promise.all(Array.from({ length: storage === 'Redis' ? 2 : 1 }, startProxy))
  const keeps = storage === 'Redis' && redis ? { redis: redis.url, prefix } : { sqlite: join(folder, 'relay.db') }
  let relays: readonly Relay[] = []
  const start = async () => {
    relays = proxies.map(({ url }) => createRelay({ port: 0, quiet: true, drainMs: 300, publicUrls: [url], storage: keeps, limits }))
    await Promise.all(relays.map(({ ready }) => ready))
    for (const [at, proxy] of proxies.entries()) proxy.to(relays[at]?.url ?? '')
  }
  await start()
  const [first, second = first] = proxies
  if (!first || !second) throw new Error('There is no relay.')
  return {
    urls: [first.url, second.url],
    cut() {
      for (const [at, proxy] of proxies.entries()) {
        proxy.drop()
        proxy.to(relays[at]?.url ?? '')
      }
    },
    async restart() {
      for (const proxy of proxies) proxy.drop()
      await Promise.all(relays.map((relay) => relay.stop()))
      await start()
    },
    async stop() {
      await Promise.all(proxies.map((proxy) => proxy.close()))
      await Promise.all(relays.map((relay) => relay.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
