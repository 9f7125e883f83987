import { base64urlnopad } from '@scure/base'
import { deriveSealingKeys, publicKeyOf } from './seal.js'

/** Where shares are sealed to on their way to a service. They are unsealed as they arrive, so this key opens nothing that is stored. */
export interface ServiceKeys {
  readonly keys: CryptoKeyPair
  readonly publicKey: string
}

/** What a service's keys follow from. */
export interface KeySource {
  /** 32 bytes, base64url without padding, by the purpose and a name. */
  readonly index: (purpose: string, text: string) => string
}

/** The same for the same secrets, in each process of the service. */
export async function createServiceKeys(secrets: KeySource, purpose: string): Promise<ServiceKeys> {
  const keys = await deriveSealingKeys(base64urlnopad.decode(secrets.index('sealing key', purpose)))
  return { keys, publicKey: await publicKeyOf(keys) }
}
