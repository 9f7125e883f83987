/** What the owner has makes a key pair: shares for recovery are sealed to its public half, at any time, without the owner. */
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Device, type Factor, deriveSealingKeys } from '@portico/vault-wire'
import { macOf } from './root.js'
import { zero } from './shares.js'

/** Key pair of a factor of one wallet. `secret`: the 32 bytes of a passkey's PRF, or the 16 of a recovery code. */
export async function factorKeys(secret: Uint8Array, kind: Factor['kind'], walletId: string): Promise<CryptoKeyPair> {
  const ikm = hkdf(sha256, secret, utf8ToBytes(walletId), utf8ToBytes(`portico/factor/${kind}`), 32)
  const keys = await deriveSealingKeys(ikm)
  zero(ikm)
  return keys
}

/** A factor as the services keep it. */
export function signFactor(root: Uint8Array, factor: Omit<Factor, 'mac'>): Factor {
  return { ...factor, mac: macOf(root, factorFields(factor)) }
}

/** Whether the wallet's owner added this factor, and not a service. */
export function isOwnFactor(root: Uint8Array, factor: Factor): boolean {
  return macOf(root, factorFields(factor)) === factor.mac
}

export function signDevice(root: Uint8Array, device: Omit<Device, 'mac'>): Device {
  return { ...device, mac: macOf(root, ['device', device.id, device.publicKey]) }
}

export function isOwnDevice(root: Uint8Array, device: Device): boolean {
  return signDevice(root, device).mac === device.mac
}

function factorFields({ id, kind, publicKey, only, credentialId }: Omit<Factor, 'mac'>): readonly string[] {
  return ['factor', id, kind, publicKey, only ? 'only' : '', credentialId ?? '']
}
