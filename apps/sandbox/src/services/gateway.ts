import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Gateway, createGateway } from '@portico/gateway'
import { z } from 'zod'
import { ServiceError } from '../errors.js'
import { type Service, type ServiceOptions, authority } from './service.js'

/** Wallets that carry the badge here, so that the filter has something to find. The choice says nothing about any wallet. */
const certified = ['io.metamask', 'com.trustwallet.app', 'com.bitget.web3', 'com.ledger', 'org.uniswap', 'io.zerion.wallet']

const healthz = z.object({ wallets: z.number() })

/** The gateway: the directory of wallets. It keeps nothing about anybody, so there is nothing to reset. */
export function gatewayService(options: ServiceOptions): Service {
  const url = `http://${authority(options)}`
  let gateway: Gateway | undefined
  return {
    part: 'gateway',
    url,
    start: async () => {
      try {
        // The sandbox runs as a bundle elsewhere than the data.
        const data = join(dirname(createRequire(import.meta.url).resolve('@portico/gateway/package.json')), 'data')
        gateway = createGateway({ ...options, data, certified, quiet: true })
        await gateway.listen()
      } catch (cause) {
        gateway = undefined
        throw new ServiceError('The gateway did not start.', { cause })
      }
    },
    stop: async () => gateway?.close(),
    reset: async () => {},
    health: async () => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })
      const told = healthz.safeParse(await answer.json())
      return answer.ok && told.success ? { wallets: told.data.wallets } : undefined
    },
  }
}
