import { inWords, OptionsError } from '@portico/service'
import type { KeyWrapper } from '@portico/service/secrets'
import type { JSONWebKeySet } from 'jose'
import * as z from 'zod/mini'
import type { Config } from '../options.js'

export interface WalletConfig {
  readonly recovery: 'progressive' | 'assisted'
  readonly vaultKeys: string | JSONWebKeySet
  readonly exportDelaySeconds: number
  readonly wrapper: KeyWrapper | undefined
}

/** `wallet` of the auth service's options. */
const schema = z.strictObject({
  /**
   * `progressive`: once there is a passkey or a recovery code the vault keeps nothing that it can read. `assisted`: it keeps its
   * copy, and the owner can always recover by mail.
   */
  recovery: z._default(z.enum(['progressive', 'assisted']), 'progressive'),
  /** The vault's public keys, or the URL that this service gets them from: `<vaultUrl>/.well-known/jwks.json` unless told. */
  vaultKeys: z.optional(
    z.union([
      z.string().check(z.refine((text) => URL.canParse(text), 'not a URL')),
      z.custom<JSONWebKeySet>(
        (value) => typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys),
        'not a JWK set',
      ),
    ]),
  ),
  /** How long the owner has to stop an export, in seconds. */
  exportDelaySeconds: z._default(z.int().check(z.gte(0), z.lte(30 * 86_400)), 86_400),
  /** A KMS or HSM in place of the operator's keys. */
  wrapper: z.optional(
    z.custom<KeyWrapper>(
      (value) => typeof value === 'object' && value !== null && 'wrap' in value && 'unwrap' in value,
      'not a key wrapper',
    ),
  ),
})

/** @throws OptionsError naming what can't be used */
export function readWalletOptions({ wallet, vaultUrl }: Pick<Config, 'wallet' | 'vaultUrl'>): WalletConfig {
  const parsed = schema.safeParse(wallet ?? {}, inWords())
  if (!parsed.success) {
    throw new OptionsError(parsed.error.issues.map(({ path, message }) => `${['wallet', ...path].join('.')}: ${message}`).join('\n'))
  }
  const { recovery, vaultKeys, exportDelaySeconds, wrapper } = parsed.data
  return { recovery, vaultKeys: vaultKeys ?? `${vaultUrl}/.well-known/jwks.json`, exportDelaySeconds, wrapper }
}
