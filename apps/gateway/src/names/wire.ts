import type { NameRecord } from './store.js'

/** A name, as existing clients have it. Times are ISO 8601. */
export interface NameAnswer {
  readonly name: string
  readonly registered_at: string
  readonly updated_at?: string
  readonly expires_at?: string
  /** By coin type (ENSIP-9, ENSIP-11), with their checksums. */
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created: string }>>
  readonly attributes: readonly [Readonly<Record<string, string>>]
}

export function nameAnswer({ name, registeredAt, updatedAt, expiresAt, addresses, texts }: NameRecord): NameAnswer {
  return {
    name,
    registered_at: timeText(registeredAt),
    ...(updatedAt !== undefined && { updated_at: timeText(updatedAt) }),
    ...(expiresAt !== undefined && { expires_at: timeText(expiresAt) }),
    addresses: Object.fromEntries(
      [...addresses].map(([coinType, { address, createdAt }]) => [String(coinType), { address, created: timeText(createdAt) }]),
    ),
    attributes: [texts],
  }
}

const timeText = (at: number): string => new Date(at).toISOString()
