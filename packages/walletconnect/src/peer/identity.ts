import { isKey, type KeyPair } from '../crypto/agreement.js'
import { createIdentity } from '../crypto/clientAuth.js'
import { isRecord, seconds } from './parse.js'
import type { Records } from './records.js'

/** How long an identity is kept, in seconds: ten years. */
const lifetime = 10 * 365 * 86_400

/** The client's identity to the relay: made once, when it is asked for, and kept. */
export function identityOf(records: Records): () => Promise<KeyPair> {
  let making: Promise<KeyPair> | undefined
  const make = async () => {
    const pair = await createIdentity()
    records.set('identity', pair, seconds() + lifetime)
    return pair
  }
  return async () => {
    const known = records.get('identity')
    const { publicKey, privateKey } = isRecord(known) ? known : {}
    return isKey(publicKey) && isKey(privateKey) ? { publicKey, privateKey } : (making ??= make())
  }
}
