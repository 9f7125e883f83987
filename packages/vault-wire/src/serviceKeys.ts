import { type SealContext, UnsealError, deriveSealingKeys, publicKeyOf, unseal } from './seal.js'

/**
 * Where halves are sealed to on their way to a service: keys that live for minutes, so that neither side of what was sealed has a
 * key that could be stolen later. What arrives is unsealed at once, so these keys open nothing that is stored.
 */
export interface ServiceKeys {
  /** Of the newest. Good for ten minutes at the least. */
  readonly publicKey: () => Promise<string>
  /** With any of them: a page may have asked for the public key before it was changed. @throws UnsealError */
  readonly unseal: (text: string, context: SealContext) => Promise<Uint8Array>
}

interface Secret {
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Uint8Array
}

/** Secrets that a service's keys follow from, the same in each process of it, and destroyed after minutes. */
export interface KeySource {
  readonly newest: () => Promise<Secret>
  /** Those that are not destroyed yet. */
  readonly all: () => Promise<readonly Secret[]>
}

export function createServiceKeys(source: KeySource): ServiceKeys {
  const made = new Map<string, Promise<CryptoKeyPair>>()
  const keysOf = ({ id, bytes }: Secret): Promise<CryptoKeyPair> => {
    const keys = made.get(id) ?? deriveSealingKeys(bytes)
    made.set(id, keys)
    return keys
  }
  return {
    publicKey: async () => publicKeyOf(await keysOf(await source.newest())),
    unseal: async (text, context) => {
      const secrets = await source.all()
      const live = new Set(secrets.map(({ id }) => id))
      for (const id of made.keys()) if (!live.has(id)) made.delete(id)
      for (const secret of secrets) {
        const opened = await unseal(text, await keysOf(secret), context).catch(() => undefined)
        if (opened) return opened
      }
      throw new UnsealError()
    },
  }
}
