import { isNetworkId, type NetworkId } from '@portico/core'
import * as z from 'zod/mini'
import { settingsElementId } from '../server/api.js'
import type { PageSettings } from './types.js'

const pageSettings = z.object({
  projectId: z.string(),
  hostOrigin: z.string(),
  networks: z.array(
    z.object({
      id: z.custom<NetworkId>(isNetworkId),
      name: z.string(),
      rpcUrl: z.string(),
      nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.number() }),
      explorerUrl: z.exactOptional(z.string()),
      smartAccounts: z.exactOptional(z.object({ bundlerUrl: z.string(), paymasterUrls: z.exactOptional(z.array(z.string())) })),
    }),
  ),
  vaultUrl: z.string(),
  gatewayUrl: z.exactOptional(z.string()),
  locale: z.string(),
  version: z.string(),
  enableLogger: z.boolean(),
  device: z.boolean(),
  codeInPage: z.boolean(),
  riskyAbove: z.exactOptional(z.record(z.string(), z.string())),
  permissions: z.exactOptional(z.object({ networks: z.array(z.string()), seconds: z.number() })),
})

/** The settings that the server wrote into the page. @throws where they are not there: the page is not the server's then */
export function readSettings(page: Document): PageSettings {
  return pageSettings.parse(JSON.parse(page.getElementById(settingsElementId)?.textContent ?? ''))
}
