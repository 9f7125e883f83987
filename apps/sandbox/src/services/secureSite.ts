import { genesisHashes } from '@portico/chains/solana/data'
import { type SecureSite, buildPage, createSecureSite } from '@portico/secure-site'
import { addresses } from '../contracts/artifacts/addresses.js'
import { ServiceError } from '../errors.js'
import { type ChainId, type ChainName, chains } from '../parts.js'
import { identitySettings } from './identity/index.js'
import { createScratch } from './scratch.js'
import { type Service, type ServiceOptions, authority } from './service.js'
import { smartAccountsAt } from './smartAccounts.js'

export interface SecureSiteServiceOptions extends ServiceOptions {
  /** Origin that browsers know it by. */
  publicUrl: string
  vaultUrl: string
  /** Where Node finds the vault. */
  vaultAddress: string
  /** Origins that may embed it. */
  hosts: readonly string[]
  /** Where each part is. */
  urls: {
    chains: Record<ChainId, string>
    named: Record<Exclude<ChainName, 'bitcoin'>, string>
    smtp: string
    identity: string
    farcaster: string
    gateway: string
  }
  /** A file that keeps it. One that is removed at a reset unless told. */
  database?: string
}

/** The project id that the demo and tests name. */
export const projectId = 'sandbox'

/** Keys of the sandbox, the same everywhere: what they protect has no value. Never taken outside loopback. */
export const sandboxKeys = {
  seal: { id: 'sandbox', bytes: new Uint8Array(32).fill(0x51) },
  index: new Uint8Array(32).fill(0x52),
} as const

/** The auth service of the embedded wallet, with the page in the frame. It forgets everybody at a reset. */
export function secureSiteService(options: SecureSiteServiceOptions): Service {
  const url = `http://${authority(options)}`
  let site: SecureSite | undefined
  const scratch = createScratch('secure-site')
  let stopped = false

  const start = async (): Promise<void> => {
    try {
      site = createSecureSite(await siteOptions({ ...options, database: options.database ?? (await scratch.fresh()) }))
      await site.listen()
    } catch (cause) {
      site = undefined
      throw new ServiceError('The secure site did not start.', { cause })
    }
  }
  const stop = async (): Promise<void> => {
    await site?.close()
    await scratch.drop()
  }
  return {
    part: 'secureSite',
    url: options.publicUrl,
    start,
    stop: async () => {
      stopped = true
      await stop()
    },
    reset: async () => {
      if (options.database !== undefined) return
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

async function siteOptions({
  host,
  port,
  publicUrl,
  vaultUrl,
  vaultAddress,
  hosts,
  urls,
  database,
}: SecureSiteServiceOptions & { database: string }): Promise<Parameters<typeof createSecureSite>[0]> {
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const sol = { name: 'SOL', symbol: 'SOL', decimals: 9 }
  const solanaId = (genesis: string) => `solana:${genesis.slice(0, 32)}` as const
  return {
    host,
    port,
    publicUrl,
    vaultUrl,
    page: await buildPage(),
    database,
    keys: [sandboxKeys.seal],
    indexKey: sandboxKeys.index,
    // A whole suite logs in from one address, and people try things again at once.
    projects: [{ id: projectId, origins: hosts, mailsPerHour: 100_000 }],
    limits: { mailsPerNetworkHour: 100_000, mailGapSeconds: 1 },
    gatewayUrl: new URL(urls.gateway).origin,
    networks: [
      ...chains.map(({ id, name }) => ({
        id: `eip155:${id}` as const,
        name,
        rpcUrl: urls.chains[id],
        nativeCurrency: ether,
        smartAccounts: smartAccountsAt(urls.gateway, id),
      })),
      { id: solanaId(genesisHashes.mainnet), name: 'Solana', rpcUrl: urls.named.solana, nativeCurrency: sol },
      { id: solanaId(genesisHashes.devnet), name: 'Solana devnet', rpcUrl: urls.named.solanaDevnet, nativeCurrency: sol },
    ],
    // Five coins, one of Solana's, or a thousand dollars. Another token never leaves without a window.
    riskyAbove: Object.fromEntries([
      ...[genesisHashes.mainnet, genesisHashes.devnet].map((genesis) => [solanaId(genesis), '1000000000']),
      ...chains.flatMap(({ id }) => [
        [`eip155:${id}`, '5000000000000000000'],
        [`eip155:${id}/erc20:${addresses.usdc.toLowerCase()}`, '1000000000'],
        [`eip155:${id}/erc20:${addresses.dai.toLowerCase()}`, '1000000000000000000000'],
      ]),
    ]),
    permissions: { networks: chains.map(({ id }) => `eip155:${id}`) },
    mail: { smtpUrl: urls.smtp, from: 'Portico sandbox <login@secure.localhost>' },
    social: identitySettings(urls.identity),
    // A day, in an operator's house.
    wallet: { vaultKeys: `${vaultAddress}/.well-known/jwks.json`, exportDelaySeconds: 10 },
    farcaster: { relayUrl: urls.farcaster, rpcUrl: urls.chains[10] },
    frameLogger: true,
    quiet: true,
  }
}
