/** A key management system in the place of the operator's keys for what services let out: those never leave it. */
import * as z from 'zod/mini'
import { ApiError } from '../../http/apiError.js'
import type { KeyWrapper } from '../wrapping.js'
import { httpKms } from './http.js'
import { pkcs11Kms } from './pkcs11.js'

/** What a KMS does: it encrypts 32 bytes under a key of its own, bound to a context, and decrypts them again. */
export interface Kms {
  /** @returns the name of the key, as letters, digits, - and _, and what the KMS made, in base64url */
  readonly wrap: (key: Uint8Array, context: string) => Promise<{ readonly id: string; readonly wrapped: string }>
  readonly unwrap: (id: string, wrapped: string, context: string) => Promise<Uint8Array>
  /** Ends its sessions. */
  readonly close: () => Promise<void>
}

const name = z.string().check(z.regex(/^[\w-]{1,64}$/, 'not a name: letters, digits, - _'))
/** `KMS` of both services. */
export const kmsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('http'),
    /** `POST <url>/wrap` and `<url>/unwrap`. */
    url: z.string().check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'not an http(s) URL')),
    /** Goes along as `Authorization: Bearer`. */
    token: z.optional(z.string().check(z.minLength(1))),
    timeoutMs: z._default(z.int().check(z.gte(100), z.lte(60_000)), 5_000),
  }),
  z.strictObject({
    kind: z.literal('pkcs11'),
    /** Path of the module, as `/usr/lib/softhsm/libsofthsm2.so`. */
    library: z.string().check(z.minLength(1)),
    /** Label of the token. */
    token: z.string().check(z.minLength(1)),
    pin: z.string().check(z.minLength(1)),
    /** Labels of AES keys of 256 bits, the newest first. What older ones have wrapped is opened still. */
    keys: z.array(name).check(z.minLength(1)),
  }),
])
export type KmsOptions = z.input<typeof kmsSchema>
export type KmsConfig = z.infer<typeof kmsSchema>

export function createKms(config: KmsConfig, { fetch }: { fetch: typeof globalThis.fetch }): Kms {
  return config.kind === 'http' ? httpKms(config, { fetch }) : pkcs11Kms(config)
}

/** Stands before what a KMS has wrapped: no name of an operator's key has such a sign. */
const mark = 'kms:'
const keyBytes = 32

/**
 * Wraps by a KMS, and unwraps also what stands under the operator's keys, from before there was one: `rotate` moves it.
 * @throws ApiError 503 `kms_unavailable` where the KMS does not answer, refuses, or answers with what is no key
 */
export function kmsKeyWrapper(kms: Kms, before: KeyWrapper): KeyWrapper {
  return {
    wrap: async (key, context) => {
      const { id, wrapped } = await kms.wrap(key, context).catch(unavailable)
      return `${mark}${id}.${wrapped}`
    },
    unwrap: async (text, context) => {
      if (!text.startsWith(mark)) return await before.unwrap(text, context)
      const [id = '', wrapped = ''] = text.slice(mark.length).split('.')
      const key = await kms.unwrap(id, wrapped, context).catch(unavailable)
      // What is shorter is no key that was wrapped here, and what follows from it would be anybody's guess.
      return key.length === keyBytes ? key : unavailable()
    },
  }
}

function unavailable(): never {
  // Nothing of what the KMS says goes out: it may name keys.
  throw new ApiError(503, 'kms_unavailable', 'The wallet\u2019s keys are out of reach for a moment. Please try again.')
}
