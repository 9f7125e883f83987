/** What the owner has gives one half of a way in, and a key pair by which the vault knows that it was shown. */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Factor, type ShareDevice, deriveSealingKeys } from '@portico/vault-wire'
import { macOf, zero } from './root.js'

/** Key pair of a factor of one wallet. `secret`: the 32 bytes of a passkey's PRF or of a passphrase, or the 16 of a recovery code. */
export async function factorKeys(secret: Uint8Array, kind: Factor['kind'], walletId: string): Promise<CryptoKeyPair> {
  const ikm = hkdf(sha256, secret, utf8ToBytes(walletId), utf8ToBytes(`portico/factor/${kind}`), 32)
  const keys = await deriveSealingKeys(ikm)
  zero(ikm)
  return keys
}

/** The owner's half of the factor's way: 32 bytes, of which nothing is stored anywhere. Fill them with zeros when done. */
export function factorHalf(secret: Uint8Array, kind: Factor['kind'], walletId: string): Uint8Array {
  return hkdf(sha256, secret, utf8ToBytes(walletId), utf8ToBytes(`portico/half/${kind}`), 32)
}

/** A factor as the services keep it. */
export function signFactor(root: Uint8Array, factor: Omit<Factor, 'mac'>): Factor {
  return { ...factor, mac: macOf(root, factorFields(factor)) }
}

/** Whether the wallet's owner added this factor, and not a service. */
export function isOwnFactor(root: Uint8Array, factor: Factor): boolean {
  return macOf(root, factorFields(factor)) === factor.mac
}

/** Whether a browser that holds a share was added by the wallet's owner. */
export function isOwnDevice(root: Uint8Array, { id, publicKey, mac }: ShareDevice): boolean {
  return macOf(root, ['device', id, publicKey]) === mac
}

function factorFields({ id, kind, publicKey, only, credentialId }: Omit<Factor, 'mac'>): readonly string[] {
  return ['factor', id, kind, publicKey, only ? 'only' : '', credentialId ?? '']
}
