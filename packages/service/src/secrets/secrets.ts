import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** One of the operator's keys: 32 bytes, and a name that is stored beside what it sealed. */
export interface OperatorKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** What the service knows and its database does not: a ring of keys. Each purpose has a key of its own (HKDF, RFC 5869). */
export interface Secrets {
  /** Name of the key that is used for what is written now. */
  readonly newest: string
  /** Names of all keys. */
  readonly names: readonly string[]
  /** Whether there is the key of an earlier release, for what has no name beside it. */
  readonly hasUnnamed: boolean
  /** HMAC-SHA256 by the newest key, as `keyId.base64url`: for what is looked up by it. */
  readonly index: (purpose: string, text: string) => string
  /** By all keys, the newest first: how the text may stand in the database. */
  readonly indexes: (purpose: string, text: string) => readonly string[]
  /** Whether `index` has made this of the text, with any key that is there. In a time that tells nothing. */
  readonly isIndex: (purpose: string, text: string, index: string) => boolean
  /** AES-256-GCM by the newest key, as `keyId.base64url(nonce, text, tag)`. `context` has to be the same to open it. */
  readonly seal: (purpose: string, text: string, context: string) => string
  /** @throws Error when it was changed, belongs to another context, or its key is not there any more */
  readonly open: (purpose: string, sealed: string, context: string) => string
  /** 32 bytes for a purpose from each key, the newest first: for what needs a key pair. */
  readonly derived: (purpose: string) => readonly Uint8Array[]
}

export interface SecretsParameters {
  /** The newest first. What older ones have sealed, signed or indexed still counts. */
  keys: readonly OperatorKey[]
  /** What earlier releases found people by. Not needed any more once a rotation has ended. */
  indexKey?: Uint8Array | undefined
}

export function createSecrets({ keys, indexKey }: SecretsParameters): Secrets {
  const [newest] = keys
  if (!newest) throw new Error('There is no key.')
  const known = new Map<Uint8Array, Map<string, Buffer>>()
  const derive = (key: Uint8Array, purpose: string): Buffer => {
    const made = known.get(key) ?? new Map<string, Buffer>()
    known.set(key, made)
    const bytes = made.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `portico ${purpose}`, 32))
    made.set(purpose, bytes)
    return bytes
  }
  const hmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const indexBy = ({ id, bytes }: OperatorKey, purpose: string, text: string): string =>
    `${id}.${hmac(derive(bytes, `index ${purpose}`), text)}`
  const indexes: Secrets['indexes'] = (purpose, text) => [
    ...keys.map((key) => indexBy(key, purpose, text)),
    ...(indexKey ? [hmac(derive(indexKey, purpose), text)] : []),
  ]
  return {
    newest: newest.id,
    names: keys.map(({ id }) => id),
    hasUnnamed: indexKey !== undefined,
    index: (purpose, text) => indexBy(newest, purpose, text),
    indexes,
    isIndex: (purpose, text, index) => indexes(purpose, text).filter((made) => sameText(made, index)).length > 0,
    seal: (purpose, text, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(newest.bytes, purpose), nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${newest.id}.${sealed.toString('base64url')}`
    },
    open: (purpose, sealed, context) => {
      const [id = '', body = ''] = sealed.split('.')
      const key = keys.find((each) => each.id === id)
      const bytes = Buffer.from(body, 'base64url')
      if (!key || bytes.length < 28) throw new Error('Sealed by a key that is not there.')
      const decipher = createDecipheriv('aes-256-gcm', derive(key.bytes, purpose), bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
    derived: (purpose) => keys.map(({ bytes }) => derive(bytes, purpose)),
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
