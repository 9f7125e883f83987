import { type Vault, createVault } from '@portico/vault'
import { ServiceError } from '../errors.js'
import { vaultSettings } from './identity/index.js'
import { createScratch } from './scratch.js'
import { type Service, type ServiceOptions, authority } from './service.js'

export interface VaultServiceOptions extends ServiceOptions {
  /** Origin that browsers know it by. */
  publicUrl: string
  /** Origin of the secure site, as browsers know it, and where Node finds it. */
  secureUrl: string
  secureAddress: string
  smtp: string
  /** Where the identity provider, Farcaster's relay and a node of chain 10 are. */
  identity: string
  farcaster: { relayUrl: string; rpcUrl: string }
  /** A file that keeps it. One that is removed at a reset unless told. */
  database?: string
}

/** Keys of the sandbox's vault: others than the secure site's, as it has to be. What they protect has no value. */
const keys = { seal: { id: 'sandbox-vault', bytes: new Uint8Array(32).fill(0x61) }, index: new Uint8Array(32).fill(0x62) } as const

/** The recovery vault of the embedded wallet. In an operator's house it is a process of its own; here it has a database and keys of its own. */
export function vaultService({ secureAddress, smtp, identity, farcaster, ...options }: VaultServiceOptions): Service {
  const { publicUrl, secureUrl, host, port, database } = options
  let vault: Vault | undefined
  const scratch = createScratch('vault')
  let stopped = false

  const start = async (): Promise<void> => {
    try {
      vault = createVault({
        host,
        port,
        publicUrl,
        secureUrl,
        secureKeys: `${secureAddress}/.well-known/jwks.json`, // Node does not know names below localhost
        database: database ?? (await scratch.fresh()),
        keys: [keys.seal],
        indexKey: keys.index,
        mail: { smtpUrl: smtp, from: 'Portico recovery <recovery@vault.localhost>' },
        identities: { ...vaultSettings(identity), farcaster },
        quiet: true,
      })
      await vault.listen()
    } catch (cause) {
      vault = undefined
      throw new ServiceError('The recovery vault did not start.', { cause })
    }
  }
  const stop = async (): Promise<void> => {
    await vault?.close()
    await scratch.drop()
  }
  return {
    part: 'vault',
    url: publicUrl,
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
      const answer = await fetch(`http://${authority(options)}/healthz`, { signal: AbortSignal.timeout(2000) })
      await answer.body?.cancel()
      return answer.ok ? {} : undefined
    },
  }
}
