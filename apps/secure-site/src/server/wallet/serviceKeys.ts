import type { Secrets } from '../secrets/secrets.js'
import { deriveSealingKeys, publicKeyOf } from './seal.js'

/** Where shares are sealed to on their way to a service. They are unsealed as they arrive, so this key opens nothing that is stored. */
export interface ServiceKeys {
  readonly keys: CryptoKeyPair
  readonly publicKey: string
}

/** The same for the same secrets, in each process of the service. */
export async function createServiceKeys(secrets: Secrets, purpose: string): Promise<ServiceKeys> {
  const keys = await deriveSealingKeys(Buffer.from(secrets.index('sealing key', purpose), 'base64url'))
  return { keys, publicKey: await publicKeyOf(keys) }
}
