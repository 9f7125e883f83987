import { type ServerType, createAdaptorServer } from '@hono/node-server'
import { type Database, migrate, openDatabase } from '@portico/service/database'
import { siwxMigrations } from '@portico/siwx/server/kysely'
import { ServiceError } from '../../errors.js'
import { createScratch } from '../scratch.js'
import { type Service, type ServiceOptions, authority } from '../service.js'
import { createMembersApp } from './app.js'
import { memberMigrations } from './visits.js'

export interface MembersServiceOptions extends ServiceOptions {
  /** Origins of the site's pages. */
  hosts: readonly string[]
  /** JSON-RPC of the sandbox's chains, by CAIP-2 id. */
  rpcUrls: Readonly<Record<string, string>>
  /** CAIP-2 ids of the chains that need no node. */
  otherChains: readonly string[]
  /** Origin of the gateway, which signs in the visitors of pages that have no server. */
  gatewayUrl: string
  /** A file that keeps it. One that is removed at a reset unless told. */
  database?: string
}

/** A site's server with a page for members. */
export function membersService({ hosts, rpcUrls, otherChains, gatewayUrl, database, ...options }: MembersServiceOptions): Service {
  const url = `http://${authority(options)}`
  const scratch = createScratch('members')
  let server: ServerType | undefined
  let db: Database | undefined
  let stopped = false

  const start = async (): Promise<void> => {
    try {
      db = openDatabase(database ?? (await scratch.fresh()))
      await migrate(db, { ...siwxMigrations, ...memberMigrations })
      const { app } = createMembersApp({ db, origins: hosts, rpcUrls, otherChains, gatewayUrl })
      const starting = createAdaptorServer({ fetch: app.fetch })
      await new Promise<void>((resolve, reject) => {
        starting.once('error', reject)
        starting.listen(options.port, options.host, resolve)
      })
      server = starting
    } catch (cause) {
      throw new ServiceError("The members' server did not start.", { cause })
    }
  }
  const stop = async (): Promise<void> => {
    const ending = server
    server = undefined
    await new Promise<void>((resolve) => {
      if (!ending) return resolve()
      ending.close(() => resolve())
      if ('closeAllConnections' in ending) ending.closeAllConnections()
    })
    await db?.destroy()
    db = undefined
    await scratch.drop()
  }
  return {
    part: 'members',
    url,
    start,
    stop: async () => {
      stopped = true
      await stop()
    },
    reset: async () => {
      if (database !== undefined) return
      await stop()
      if (!stopped) await start()
    },
    health: async () => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok ? {} : undefined
    },
  }
}
