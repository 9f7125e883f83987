import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** One of the operator's keys: 32 bytes, and a name that is stored beside what it sealed. */
export interface OperatorKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** What the service knows and its database does not. Each purpose has a key of its own (HKDF, RFC 5869). */
export interface Secrets {
  /** Name of the key that seals now. */
  readonly newest: string
  /** HMAC-SHA256 in base64url, by a key that stays the same for the life of the service: for what is looked up by it. */
  readonly index: (purpose: string, text: string) => string
  /** AES-256-GCM by the newest key, as `keyId.base64url(nonce, text, tag)`. `context` has to be the same to open it. */
  readonly seal: (purpose: string, text: string, context: string) => string
  /** @throws Error when it was changed, belongs to another context, or its key is not there any more */
  readonly open: (purpose: string, sealed: string, context: string) => string
}

/** @param keys the newest first; what older ones sealed can still be opened */
export function createSecrets({ keys, indexKey }: { keys: readonly OperatorKey[]; indexKey: Uint8Array }): Secrets {
  const [newest] = keys
  if (!newest) throw new Error('There is no key.')
  const derived = new Map<Uint8Array, Map<string, Buffer>>()
  const derive = (key: Uint8Array, purpose: string): Buffer => {
    const known = derived.get(key) ?? new Map<string, Buffer>()
    derived.set(key, known)
    const made = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `portico ${purpose}`, 32))
    known.set(purpose, made)
    return made
  }
  return {
    newest: newest.id,
    index: (purpose, text) => createHmac('sha256', derive(indexKey, purpose)).update(text).digest('base64url'),
    seal: (purpose, text, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(newest.bytes, purpose), nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${sealed.toString('base64url')}`
    },
    open: (purpose, sealed, context) => {
      const [id = '', body = ''] = sealed.split('.')
      const key = keys.find((known) => known.id === id)
      const bytes = Buffer.from(body, 'base64url')
      if (!key || bytes.length < 28) throw new Error('Sealed by a key that is not there.')
      const decipher = createDecipheriv('aes-256-gcm', derive(key.bytes, purpose), bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}

/** Random bits in base64url: 256 unless told. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/** SHA-256 in base64url: how tokens are stored. They have 256 random bits, so no key is needed. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Equality of two texts in a time that tells nothing about where they differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
