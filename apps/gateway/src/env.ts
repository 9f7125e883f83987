import { type Environment, OptionsError, flagText, jsonText, readEnvironment, wholeText } from '@portico/service'
import { metricsAddress } from '@portico/service/http'
import * as z from 'zod/mini'
import { type AnalyticsOptions, readAnalytics } from './analytics/settings.js'
import { type BundlerOptions, readBundlers } from './bundler/settings.js'
import { readChains } from './chains/chains.js'
import type { GatewayOptions } from './gateway.js'
import { type NamesOptions, readNames } from './names/settings.js'
import { type OnrampOptions, readOnramp } from './onramp/settings.js'
import { type SponsoringOptions, readSponsoring } from './paymaster/settings.js'
import { readSiwxSettings, siwxSecrets, siwxVariables } from './siwx/settings.js'

const prefix = 'PORTICO_GATEWAY_'
const schema = z.object({
  HOST: z.optional(z.string()),
  PORT: z.optional(wholeText),
  DATA: z.optional(z.string()),
  OVERLAY: z.optional(z.string()),
  CERTIFIED: z.optional(
    z.pipe(
      z.string(),
      z.transform((ids) =>
        ids
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ),
  ),
  CHAINS: z.optional(jsonText),
  SPONSORING: z.optional(z.pipe(jsonText, z.custom<SponsoringOptions>())),
  BUNDLERS: z.optional(z.pipe(jsonText, z.array(z.custom<BundlerOptions>()))),
  ANALYTICS: z.optional(z.pipe(jsonText, z.custom<AnalyticsOptions>())),
  NAMES: z.optional(z.pipe(jsonText, z.custom<Omit<NamesOptions, 'signer'>>())),
  NAMES_SIGNER: z.optional(z.string()),
  ONRAMP: z.optional(z.pipe(jsonText, z.custom<OnrampOptions>())),
  WALLET: z.optional(z.string()),
  DATABASE: z.optional(z.string()),
  PUBLIC_URL: z.optional(z.string()),
  IPFS: z.optional(z.string()),
  ARWEAVE: z.optional(z.string()),
  PICTURES_FROM_PRIVATE: z.optional(flagText),
  METRICS_HOST: z.optional(z.string()),
  METRICS_PORT: z.optional(wholeText),
  QUIET: z.optional(flagText),
  ...siwxVariables,
})

/**
 * The options that the environment gives. An empty variable counts as absent; one that begins with PORTICO_GATEWAY_ and is not
 * known is an error.
 * @param siwxFile where sessions are kept when no variable says so
 * @throws OptionsError naming the variable
 */
export function readOptions(env: Environment, { siwxFile = ':memory:' }: { siwxFile?: string } = {}): GatewayOptions {
  const data = readEnvironment(env, {
    prefix,
    schema,
    fromFile: [...siwxSecrets, 'CHAINS', 'BUNDLERS', 'SPONSORING', 'ANALYTICS', 'NAMES', 'NAMES_SIGNER', 'ONRAMP', 'DATABASE'],
  })
  const {
    HOST,
    PORT,
    DATA,
    OVERLAY,
    CERTIFIED,
    CHAINS,
    BUNDLERS,
    SPONSORING,
    ANALYTICS,
    NAMES,
    NAMES_SIGNER,
    ONRAMP,
    WALLET,
    DATABASE,
    PUBLIC_URL,
    IPFS,
    ARWEAVE,
    PICTURES_FROM_PRIVATE,
    QUIET,
  } = data
  const outside = {
    ...(IPFS && { ipfs: IPFS }),
    ...(ARWEAVE && { arweave: ARWEAVE }),
    ...(PICTURES_FROM_PRIVATE !== undefined && { allowPrivate: PICTURES_FROM_PRIVATE }),
  }
  const metrics = metricsAddress(prefix, data)
  if (BUNDLERS) readBundlers(BUNDLERS)
  if (SPONSORING) readSponsoring(SPONSORING)
  if (ANALYTICS) readAnalytics(ANALYTICS)
  const names = (NAMES ?? NAMES_SIGNER) === undefined ? undefined : readNameOptions(NAMES, NAMES_SIGNER)
  if (ONRAMP) readOnramp(ONRAMP)
  const siwx = readSiwxSettings(data, prefix, siwxFile)
  return {
    ...(HOST && { host: HOST }),
    ...(PORT !== undefined && { port: PORT }),
    ...(DATA && { data: DATA }),
    ...(OVERLAY && { overlay: OVERLAY }),
    ...(CERTIFIED && { certified: CERTIFIED }),
    ...(CHAINS !== undefined && { chains: readChains(CHAINS) }),
    ...(BUNDLERS && { bundlers: BUNDLERS }),
    ...(SPONSORING && { sponsoring: SPONSORING }),
    ...(ANALYTICS && { analytics: ANALYTICS }),
    ...(names && { names }),
    ...(ONRAMP && { onramp: ONRAMP }),
    ...(WALLET && { wallet: WALLET }),
    ...(DATABASE && { database: DATABASE }),
    ...(PUBLIC_URL && { publicUrl: PUBLIC_URL }),
    ...(Object.keys(outside).length > 0 && { outside }),
    ...(metrics && { metrics }),
    ...(siwx && { siwx }),
    ...(QUIET !== undefined && { quiet: QUIET }),
  }
}

/** The key stands apart: it is a secret, and the rest need not be. @throws OptionsError */
function readNameOptions(names: Omit<NamesOptions, 'signer'> | undefined, signer: string | undefined): NamesOptions {
  if (!names) throw new OptionsError(`${prefix}NAMES: missing, for its signer`)
  if (signer === undefined) throw new OptionsError(`${prefix}NAMES_SIGNER: missing, for names`)
  const options = { ...names, signer }
  readNames(options)
  return options
}
