import { type KeyObject, createPublicKey } from 'node:crypto'
import { type JWK, calculateJwkThumbprint } from 'jose'

/** A device's key, ready to verify with. */
export interface ProofKey {
  /** RFC 7638, SHA-256, base64url: the device's name. */
  readonly thumbprint: string
  readonly key: KeyObject
}

/** Keys of devices that were here lately: a device calls often, and its key is the same each time. */
export interface ProofKeys {
  /** @param jwk of P-256, its members checked. Rejects for a point that is not on the curve */
  readonly find: (jwk: JWK & { readonly x: string; readonly y: string }) => Promise<ProofKey>
}

/** @param most how many are remembered, each about a kilobyte */
export function createProofKeys(most = 2000): ProofKeys {
  const known = new Map<string, ProofKey>()
  return {
    async find(jwk) {
      const name = `${jwk.x}.${jwk.y}`
      const found = known.get(name) ?? (await read(jwk))
      // The one that was used longest ago comes first, and goes first.
      known.delete(name)
      known.set(name, found)
      if (known.size > most) for (const oldest of known.keys()) if (known.size > most) known.delete(oldest)
      return found
    },
  }
}

async function read({ kty = '', crv = '', x, y }: Parameters<ProofKeys['find']>[0]): Promise<ProofKey> {
  const jwk = { kty, crv, x, y }
  return { key: createPublicKey({ key: jwk, format: 'jwk' }), thumbprint: await calculateJwkThumbprint(jwk, 'sha256') }
}
