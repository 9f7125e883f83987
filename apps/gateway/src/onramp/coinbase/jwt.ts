import { type KeyObject, createPrivateKey } from 'node:crypto'
import { OptionsError } from '@portico/service'
import { randomToken } from '@portico/service/secrets'
import { SignJWT } from 'jose'

/** Seconds that a token is good for, as the documentation has it. */
const lifetime = 120

export interface CoinbaseSigner {
  /** For one call: its method, host and path. */
  readonly sign: (call: { readonly method: string; readonly url: URL }) => Promise<string>
}

/**
 * Signs calls with a Secret API Key: of Ed25519 (64 bytes in base64) or ECDSA (PEM).
 * @see https://docs.cdp.coinbase.com/api-reference/v2/authentication
 * @throws OptionsError for a secret that is none
 */
export function createCoinbaseSigner({ key, secret, clock }: { key: string; secret: string; clock: () => number }): CoinbaseSigner {
  const { privateKey, alg } = read(secret)
  return {
    sign: ({ method, url }) => {
      const now = Math.floor(clock() / 1000)
      return new SignJWT({ uris: [`${method} ${url.host}${url.pathname}`] })
        .setProtectedHeader({ alg, kid: key, typ: 'JWT', nonce: randomToken(16) })
        .setSubject(key)
        .setIssuer('cdp')
        .setNotBefore(now)
        .setExpirationTime(now + lifetime)
        .sign(privateKey)
    },
  }
}

function read(secret: string): { privateKey: KeyObject; alg: 'EdDSA' | 'ES256' } {
  try {
    // A variable of the environment has its line ends written out.
    if (secret.includes('BEGIN')) return { privateKey: createPrivateKey(secret.replaceAll(String.raw`\n`, '\n')), alg: 'ES256' }
    const bytes = Buffer.from(secret, 'base64')
    if (bytes.length !== 64) throw new RangeError('not 64 bytes')
    const [d, x] = [bytes.subarray(0, 32).toString('base64url'), bytes.subarray(32).toString('base64url')]
    return { privateKey: createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' }), alg: 'EdDSA' }
  } catch {
    throw new OptionsError("onramp: coinbase's secret is no Ed25519 key of 64 bytes in base64, and no PEM")
  }
}
