import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type ChainOptions, type Gateway, type GatewayOptions, createGateway } from '@portico/gateway'
import { z } from 'zod'
import { openDatabase } from '@portico/service/database'
import { sql } from 'kysely'
import { nameSigner } from '../accounts.js'
import { parentName } from '../contracts/names.js'
import { ServiceError } from '../errors.js'
import { createScratch } from './scratch.js'
import { type Service, type ServiceOptions, authority } from './service.js'

/** Wallets that carry the badge here, so that the filter has something to find. The choice says nothing about any wallet. */
const certified = ['io.metamask', 'com.trustwallet.app', 'com.bitget.web3', 'com.ledger', 'org.uniswap', 'io.zerion.wallet']

/** Names end, so that they can be renewed. Everybody here is one network, and tests register many names. */
const nameLimits = { lifetimeDays: 365, perAccountPerDay: 1000, perNetworkPerDay: 10_000, callsPerMinute: 100_000 }

const healthz = z.object({ wallets: z.number() })

export interface GatewayServiceOptions extends ServiceOptions {
  /** The chains that it follows. None unless told. */
  chains?: readonly ChainOptions[]
  /** Whom it signs visitors in for: the pages' origins, the nodes of EVM chains by CAIP-2 id, and the chains that need none. */
  signIn?: {
    readonly origins: readonly string[]
    readonly rpcUrls: Readonly<Record<string, string>>
    readonly otherChains: readonly string[]
  }
  /** Who brings operations of smart accounts to the chains, who pays for them, and whose permissions they may use. Nobody unless told. */
  operations?: Pick<GatewayOptions, 'bundlers' | 'sponsoring' | 'wallet'>
  /** Who sells coins. Nobody unless told. */
  onramp?: NonNullable<GatewayOptions['onramp']>
}

/**
 * The gateway: the directory of wallets, what accounts own and did, and operations of smart accounts. It reads the chains anew at each start, and sees by itself that
 * they were reset.
 */
export function gatewayService({ chains = [], signIn, operations, onramp, ...options }: GatewayServiceOptions): Service {
  const scratch = createScratch('gateway')
  const url = `http://${authority(options)}`
  let gateway: Gateway | undefined
  let database = ''
  const hasEthereum = chains.some(({ id }) => id === 'eip155:1')
  return {
    part: 'gateway',
    url,
    start: async () => {
      try {
        // The sandbox runs as a bundle elsewhere than the data.
        const data = join(dirname(createRequire(import.meta.url).resolve('@portico/gateway/package.json')), 'data')
        database = await scratch.fresh()
        gateway = createGateway({
          ...options,
          ...operations,
          data,
          certified,
          chains,
          publicUrl: url,
          outside: { allowPrivate: true },
          database,
          ...(hasEthereum && {
            // Clients of another make try themselves here as well: what they have signed names no page.
            names: {
              zones: [parentName],
              signer: nameSigner.key,
              origins: signIn ? [...signIn.origins] : ['*'],
              allowUnbound: true,
              ...nameLimits,
            },
          }),
          ...(signIn && {
            siwx: {
              origins: signIn.origins,
              chains: [...Object.keys(signIn.rpcUrls), ...signIn.otherChains],
              rpcUrls: signIn.rpcUrls,
              publicUrl: url,
              keys: [{ id: 'sandbox', bytes: randomBytes(32) }],
              database: await scratch.fresh(),
            },
          }),
          analytics: {},
          ...(onramp && { onramp }),
          quiet: true,
        })
        await gateway.listen()
      } catch (cause) {
        gateway = undefined
        throw new ServiceError('The gateway did not start.', { cause })
      }
    },
    stop: async () => {
      await gateway?.close()
      gateway = undefined
      await scratch.drop()
    },
    // The chains' part it reads anew by itself. Nothing tells it of names.
    reset: async () => {
      if (!gateway || !hasEthereum) return
      const db = openDatabase(database)
      for (const table of ['name_addresses', 'names', 'name_messages', 'rate_events'])
        await sql`delete from ${sql.table(table)}`.execute(db)
      await db.destroy()
    },
    health: async () => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })
      const told = healthz.safeParse(await answer.json())
      return answer.ok && told.success ? { wallets: told.data.wallets } : undefined
    },
  }
}
