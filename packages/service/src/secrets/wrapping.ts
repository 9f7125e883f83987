/**
 * How a share is stored: encrypted by a key of its own, which is wrapped by the operator's key. So a change of the operator's key
 * re-wraps 32 bytes and never touches a share.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { RotationError } from '../errors.js'
import type { Secrets } from './secrets.js'

/** Wraps keys: by the operator's key from environment or file, or by a KMS or HSM. `context` has to be the same to unwrap. */
export interface KeyWrapper {
  /** Begins with the id of the operator's key and a dot. */
  readonly wrap: (key: Uint8Array, context: string) => Promise<string>
  readonly unwrap: (wrapped: string, context: string) => Promise<Uint8Array>
}

/** What stands in the database. */
export interface WrappedShare {
  readonly wrapped_key: string
  readonly ciphertext: string
}

/** Whose share, and which: it opens in no other place. */
export interface ShareContext {
  readonly wallet: string
  /** 'A' or 'R'. */
  readonly index: string
  readonly attempt: string
  readonly version: number
}

/** The operator's keys of this service: AES-256-GCM. */
export function operatorKeyWrapper(secrets: Secrets): KeyWrapper {
  return {
    wrap: async (key, context) => secrets.seal('share keys', Buffer.from(key).toString('base64url'), context),
    unwrap: async (wrapped, context) => Buffer.from(secrets.open('share keys', wrapped, context), 'base64url'),
  }
}

export async function wrapShare(wrapper: KeyWrapper, share: Uint8Array, context: ShareContext): Promise<WrappedShare> {
  const key = randomBytes(32)
  try {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(contextOf(context)))
    const body = Buffer.concat([nonce, cipher.update(share), cipher.final(), cipher.getAuthTag()])
    return { wrapped_key: await wrapper.wrap(key, contextOf(context)), ciphertext: body.toString('base64url') }
  } finally {
    key.fill(0)
  }
}

/** @throws Error when it was changed, stands in another's place, or its key is gone */
export async function unwrapShare(wrapper: KeyWrapper, share: WrappedShare, context: ShareContext): Promise<Uint8Array> {
  const key = await wrapper.unwrap(share.wrapped_key, contextOf(context))
  try {
    return decrypted(key, share, context)
  } finally {
    key.fill(0)
  }
}

/**
 * The share's key under the newest key of the operator; undefined where it stands under that already. Nothing is given that does not
 * open the share: what was there goes, and a KMS that answered with another key would end the share for ever.
 * @throws RotationError when the key that is unwrapped, before or after, is not the share's
 */
export async function rewrapKey(wrapper: KeyWrapper, share: WrappedShare, context: ShareContext): Promise<string | undefined> {
  const key = await wrapper.unwrap(share.wrapped_key, contextOf(context))
  try {
    check(key, share, context)
    const wrapped_key = await wrapper.wrap(key, contextOf(context))
    if (wrapped_key.split('.')[0] === share.wrapped_key.split('.')[0]) return undefined
    const back = await wrapper.unwrap(wrapped_key, contextOf(context))
    try {
      check(back, share, context)
    } finally {
      back.fill(0)
    }
    return wrapped_key
  } finally {
    key.fill(0)
  }
}

function check(key: Uint8Array, share: WrappedShare, context: ShareContext): void {
  try {
    decrypted(key, share, context).fill(0)
  } catch {
    throw new RotationError(
      'What the keys or the KMS unwrapped is not the key of what is stored. It stays as it is: see that they answer with the right keys, and rotate again.',
    )
  }
}

function decrypted(key: Uint8Array, { ciphertext }: WrappedShare, context: ShareContext): Buffer {
  const bytes = Buffer.from(ciphertext, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(contextOf(context))).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
}

function contextOf({ wallet, index, attempt, version }: ShareContext): string {
  return JSON.stringify([wallet, index, attempt, version])
}
