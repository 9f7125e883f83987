import { type ServerType, createAdaptorServer } from '@hono/node-server'
import { ServiceError } from '../../errors.js'
import { type Service, type ServiceOptions, authority } from '../service.js'
import { createHarborApp } from './app.js'
import type { ChainUrls } from './deposits.js'
import { type Ledger, createLedger } from './ledger.js'
import { type Webhooks, createWebhooks } from './webhooks.js'

export interface HarborServiceOptions extends ServiceOptions {
  /** Where its events go. */
  webhookUrl: string
  /** What it signs them with. */
  webhookSecret: string
  /** What its partner calls it with. */
  apiKey: string
  /** Origins of pages that a visitor may be led back to. */
  hosts: readonly string[]
  /** The control API, whose faucet gives what was bought. */
  controlUrl: string
  chainUrls: ChainUrls
}

/** Harbor Pay: a place to buy and sell coins for pretended money, and an exchange to send them from. */
export function harborService(options: HarborServiceOptions): Service {
  const { host, port, webhookUrl, webhookSecret, apiKey, hosts, controlUrl, chainUrls } = options
  const url = `http://${authority(options)}`
  const clock = () => Date.now()
  let open: { readonly ledger: Ledger; readonly webhooks: Webhooks; readonly server: ServerType } | undefined
  const make = () => {
    const webhooks = createWebhooks({ url: webhookUrl, secret: webhookSecret, clock })
    return { webhooks, ledger: createLedger({ webhooks, controlUrl, chainUrls, clock }) }
  }
  const opened = () => {
    if (!open) throw new ServiceError('Harbor Pay did not answer.', { cause: 'It is not running.' })
    return open
  }
  return {
    part: 'harbor',
    url,
    start: async () => {
      try {
        const app = createHarborApp({
          ledger: () => opened().ledger,
          webhooks: () => opened().webhooks,
          origin: url,
          apiKey,
          allowedReturns: hosts,
          clock,
        })
        const server = createAdaptorServer({ fetch: app.fetch })
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject)
          server.listen(port, host, resolve)
        })
        open = { ...make(), server }
      } catch (cause) {
        throw new ServiceError('Harbor Pay did not start.', { cause })
      }
    },
    stop: async () => {
      const ending = open
      open = undefined
      ending?.ledger.close()
      ending?.webhooks.close()
      await new Promise<void>((resolve) => {
        if (!ending) return resolve()
        ending.server.close(() => resolve())
        if ('closeAllConnections' in ending.server) ending.server.closeAllConnections()
      })
    },
    reset: () => {
      if (open) {
        open.ledger.close()
        open.webhooks.close()
        open = { ...make(), server: open.server }
      }
      return Promise.resolve()
    },
    health: async () => {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok ? {} : undefined
    },
  }
}
