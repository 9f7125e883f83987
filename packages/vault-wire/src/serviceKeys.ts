import { type SealContext, UnsealError, deriveSealingKeys, publicKeyOf, unseal } from './seal.js'

/** Where halves are sealed to on their way to a service. They are unsealed as they arrive, so these keys open nothing that is stored. */
export interface ServiceKeys {
  /** Of the newest. */
  readonly publicKey: string
  /** With any of them: a page may have asked for the public key before it was changed. @throws UnsealError */
  readonly unseal: (text: string, context: SealContext) => Promise<Uint8Array>
}

/** What a service's keys follow from. */
export interface KeySource {
  /** 32 bytes for a purpose from each of the service's keys, the newest first. */
  readonly derived: (purpose: string) => readonly Uint8Array[]
}

/** The same for the same secrets, in each process of the service. */
export async function createServiceKeys(secrets: KeySource, purpose: string): Promise<ServiceKeys> {
  const all = await Promise.all(secrets.derived(`sealing key ${purpose}`).map((secret) => deriveSealingKeys(secret)))
  const [newest] = all
  if (!newest) throw new UnsealError()
  return {
    publicKey: await publicKeyOf(newest),
    unseal: async (text, context) => {
      for (const keys of all) {
        const opened = await unseal(text, keys, context).catch(() => undefined)
        if (opened) return opened
      }
      throw new UnsealError()
    },
  }
}
