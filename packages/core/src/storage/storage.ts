import { defineSlot } from '../kit/slot.js'
import type { Portico } from '../portico/createPortico.js'

/** Where a portico remembers things: the three methods of `localStorage` that it uses. They may throw. */
export interface PorticoStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
}

/**
 * Every key that is ever written (S41). None is trusted for authority, and none holds a secret but `walletconnect`: the keys of
 * its sessions, with which the wallet can be asked, and nothing approved. `embedded` is the connector's record of a login, `login`
 * says how the visitor logged in, and what of it goes on in the page's place; `sent` lists transactions that the history does not
 * tell of yet; `recipients` are the addresses that were sent to, so that a new one, or one that imitates them, can be told (S17);
 * `tokens` are those that were hidden, or added by their address; `left` are accounts whose sessions the site's server is still to end;
 * `permissions` lists what this site was allowed (ERC-7715), which nobody can use without a key that is not stored here;
 * `onramp` lists orders at payment providers that are followed, and what the gateway gave for a proof that an address is the visitor's:
 * whoever reads that can have a payment page made for that address, from this site's origin, for a day, and nothing else;
 * `calls` are batches that are sent one by one, and how far; `signed` are transactions of a batch on Solana that were signed at once and
 * wait for the one before: whoever reads one can send what the visitor has approved, and nothing else.
 * @example for (const key of storageKeys) localStorage.removeItem(storageName(portico, key)) // all that is remembered on this device
 */
export const storageKeys = [
  'state',
  'recent',
  'walletconnect',
  'embedded',
  'login',
  'sent',
  'recipients',
  'tokens',
  'left',
  'permissions',
  'calls',
  'signed',
  'onramp',
] as const
export type StorageKey = (typeof storageKeys)[number]

/**
 * The full name of a key: `@portico/<id>/<key>`. A second portico on the page has another id (R19).
 * @example const key = storageName(portico, 'state') // '@portico/…/state'
 */
export const storageName = (portico: Portico, key: StorageKey) => `@portico/${storageId(portico)}/${key}`

/** Under which id a portico remembers: its own, unless another one on the page has it. */
export const storageId = defineSlot<string>('storage id', ({ id }) => id)

export const storageOf = ({ options }: Portico): PorticoStorage | undefined =>
  options.storage ?? (typeof localStorage === 'undefined' ? undefined : localStorage)

/**
 * Reads a key. Storage that is absent, denied or broken is only logged, and answers null (R14).
 * @example const saved = readItem(portico, 'state')
 */
export function readItem(portico: Portico, key: StorageKey): string | null {
  return attempt(() => {
    const value: unknown = storageOf(portico)?.getItem(storageName(portico, key))
    return typeof value === 'string' ? value : null
  }, null)
}

/** Failures are only logged, and end with `otherwise` (R14). */
export function attempt<T>(use: () => T, otherwise: T): T {
  try {
    return use()
  } catch (error) {
    console.warn('Portico: storage failed', error)
    return otherwise
  }
}
