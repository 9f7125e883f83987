/** A browser as the keys see it: what it stores, what its owner gives, and what is left in its memory. */
import { randomBytes } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { vi } from 'vitest'
import type { KeysOptions } from './keys.js'
import type { Passkeys } from './passkeys.js'
import type { KeyStore, StoredWallet } from './store.js'

/** What stays in a browser from one page to the next. */
export function lastingStore(): KeyStore & { readonly wallets: Map<string, StoredWallet> } {
  const wallets = new Map<string, StoredWallet>()
  return {
    lasting: true,
    wallets,
    get: async (walletId) => wallets.get(walletId),
    put: async (walletId, wallet) => void wallets.set(walletId, wallet),
    remove: async (walletId) => void wallets.delete(walletId),
  }
}

/** An authenticator, with each secret that it gave: they are to be zeroed. */
export function testPasskeys({
  here = false,
} = {}): Passkeys & { readonly given: Uint8Array[]; readonly asked: unknown[]; readonly forget: () => void } {
  const secrets = new Map<string, Uint8Array>()
  const [given, asked]: [Uint8Array[], unknown[]] = [[], []]
  const give = (credentialId: string) => {
    const secret = Uint8Array.from(secrets.get(credentialId) ?? new Uint8Array(32))
    given.push(secret)
    return { credentialId, secret, here }
  }
  return {
    given,
    asked,
    forget: () => secrets.clear(),
    create: async (options) => {
      asked.push(options)
      const credentialId = randomBytes(16).toString('base64url')
      secrets.set(credentialId, new Uint8Array(randomBytes(32)))
      return give(credentialId)
    },
    get: async (options) => {
      asked.push(options)
      return give(options.credentialIds.find((id) => secrets.has(id)) ?? 'unknown')
    },
  }
}

/** A passphrase's bytes without a second's work, each kept to see that it is zeroed. */
export function testStretch(): NonNullable<KeysOptions['stretch']> & { readonly given: Uint8Array[] } {
  const given: Uint8Array[] = []
  const stretch = async (typed: string, walletId: string): Promise<Uint8Array> => {
    const secret = sha256(utf8ToBytes(`${typed}/${walletId}`))
    given.push(secret)
    return secret
  }
  return Object.assign(stretch, { given })
}

export const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

export const failure = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'no failure',
    (error: unknown) => error,
  )

/**
 * Watches what a browser opens (roots and halves come out of WebCrypto's `decrypt`) and makes (they come out of its generator).
 * @returns how many there were, and how many of them are not zeroed
 */
export function watchSecrets(): () => { readonly seen: number; readonly left: number } {
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  const random = vi.spyOn(crypto, 'getRandomValues')
  return () => {
    const opened = decrypt.mock.settledResults.flatMap(({ type, value }) => (type === 'fulfilled' ? [new Uint8Array(value)] : []))
    const made = random.mock.results.flatMap(({ value }) => (value instanceof Uint8Array && value.length === 32 ? [value] : []))
    const all = [...opened, ...made]
    return { seen: all.length, left: all.filter((bytes) => !isZero(bytes)).length }
  }
}

interface Stopped {
  /** Milliseconds on that clock. It goes on while WebCrypto works, which takes real time: on a busy machine it is more than was waited. */
  readonly took: number
  readonly failed: unknown
  /** How often a second was waited. */
  readonly seconds: number
}

/** Stops the clock and lets time pass until something has ended. */
export async function onStoppedClock(run: () => Promise<void>): Promise<Stopped> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { setTimeout: stopped } = globalThis
  let seconds = 0
  globalThis.setTimeout = Object.assign((...given: Parameters<typeof stopped>) => {
    if (given[1] === 1000) seconds += 1
    return stopped(...given)
  }, stopped)
  try {
    const started = performance.now()
    let outcome: { readonly error: unknown } | undefined
    void failure(run()).then((error) => (outcome = { error }))
    const giveUp = Date.now() + 20_000
    while (!outcome && Date.now() < giveUp) {
      if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(100)
      else await new Promise((resolve) => setImmediate(resolve))
    }
    return { took: performance.now() - started, failed: outcome?.error, seconds }
  } finally {
    globalThis.setTimeout = stopped
    vi.useRealTimers()
  }
}

/** @returns in hex, what everything held that is zeroed from now on */
export function watchZeros(): readonly string[] {
  const zeroed: string[] = []
  const { fill } = Uint8Array.prototype
  for (const { prototype } of [Uint8Array, Uint16Array]) {
    vi.spyOn(prototype, 'fill').mockImplementation(function (this: Uint8Array, value: number, start?: number, end?: number) {
      if (value === 0) zeroed.push(Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString('hex'))
      return fill.call(this, value, start, end)
    })
  }
  return zeroed
}
