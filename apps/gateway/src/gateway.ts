import { join } from 'node:path'
import { OptionsError, createLog, folderWith } from '@portico/service'
import {
  type MetricsAddress,
  createListener,
  createMetricsListener,
  createServiceMetrics,
  metricsAddressSchema,
} from '@portico/service/http'
import type { Hono } from 'hono'
import { z } from 'zod'
import { createApp } from './app.js'
import { DataSetError } from './errors.js'
import { readWalletData } from './wallets/dataSet.js'

export interface GatewayOptions {
  /** Where it listens. 127.0.0.1 unless told. */
  host?: string
  /** 9100 unless told; 0 takes any that is free. */
  port?: number
  /** The folder of the data set. The one of this package unless told. */
  data?: string
  /** Ids of the wallets that this gateway's operator calls certified. None unless told: the data set says nothing of it. */
  certified?: readonly string[]
  /** Where `GET /metrics` is answered, for the operator alone. Nowhere unless told. */
  metrics?: MetricsAddress
  /** Log warnings and errors alone. */
  quiet?: boolean
}

export interface Gateway {
  /** The routes alone, for a process that listens by itself. */
  app: Hono
  /** Where its numbers are, once it listens: `http://127.0.0.1:9190`. Undefined unless asked for. */
  readonly metricsUrl: string | undefined
  /** Starts to listen and tells where: `http://127.0.0.1:9100`. @throws ListenError */
  listen(): Promise<string>
  /** Takes no more connections, lets what is under way end for five seconds, and cuts the rest. */
  close(): Promise<void>
}

const optionsSchema = z.object({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(9100),
  data: z.optional(z.string().min(1)),
  certified: z.array(z.string()).default([]),
  metrics: z.optional(metricsAddressSchema),
  quiet: z.boolean().default(false),
})

/**
 * The gateway: the directory of wallets. Reads its data and listens to nothing yet.
 * @example const gateway = createGateway({ port: 9100 }); const url = await gateway.listen()
 * @throws OptionsError, DataSetError
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const parsed = optionsSchema.safeParse(options)
  if (!parsed.success) throw new OptionsError(z.prettifyError(parsed.error))
  const { host, port, certified, metrics: metricsAt, quiet } = parsed.data
  const wallets = readWalletData(parsed.data.data ?? ownData())
  const strangers = certified.filter((id) => !wallets.images.has(id))
  if (strangers.length > 0) throw new OptionsError(`certified names wallets that are not listed: ${strangers.join(', ')}`)

  const log = createLog({ quiet, service: 'gateway' })
  let open = true
  const metrics = createServiceMetrics()
  const app = createApp({ wallets, certified: new Set(certified), log, metrics, isOpen: () => open })
  // Any page may read what it is told, refusals as well.
  const refusal = { code: 'bad-request', headers: { 'access-control-allow-origin': '*' } }
  const listener = createListener({ app, host, port, refusal })
  const numbers = metricsAt && createMetricsListener(metrics, metricsAt)
  let metricsUrl: string | undefined

  return {
    app,
    get metricsUrl() {
      return metricsUrl
    },
    listen: async () => {
      metricsUrl = await numbers?.listen()
      const url = await listener.listen()
      log('info', 'listening', { url, wallets: wallets.wallets.length, ...(metricsUrl && { metricsUrl }) })
      return url
    },
    close: async () => {
      open = false
      await listener.close()
      if (metricsUrl) await numbers?.close()
      log('info', 'closed')
    },
  }
}

/** `data` of this package. */
function ownData(): string {
  const folder = folderWith('data/wallets.json', import.meta.url)
  if (!folder) throw new DataSetError('The data set is not beside this program: name its folder (PORTICO_GATEWAY_DATA).')
  return join(folder, 'data')
}
