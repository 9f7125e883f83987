import { cleanIcon, cleanName } from '@portico/core/kit'

/** A wallet that announced itself (EIP-6963), as it was when it did. */
export interface AnnouncedWallet {
  readonly uuid: string
  readonly rdns: string
  readonly name: string
  readonly icon?: string
  readonly provider: object
}

/** Something one can send EIP-1193 requests to; a proxy may have `request` only when it is read. May throw, as any getter may. */
const canRequest = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'

/** Something one can send EIP-1193 requests to. Never throws. */
export function isProvider(value: unknown): value is object {
  try {
    return canRequest(value)
  } catch {
    return false
  }
}

/** The claims of an announcement, all of which may be anything. */
interface Claims {
  readonly info: Readonly<Record<'uuid' | 'rdns' | 'name' | 'icon', unknown>>
  readonly provider: unknown
}

/**
 * Reads an announcement. Each field is read once and copied, so that it cannot change later (B4); what is not as EIP-6963
 * says gives nothing. Never throws.
 */
export function parseAnnouncement(event: Event): AnnouncedWallet | undefined {
  try {
    // Nothing is believed of this type: each field is tested, and reading one that is not there is caught.
    const { info, provider } = (event as CustomEvent<Claims>).detail
    const { uuid, rdns, name, icon: picture } = info
    const is = (value: unknown, pattern: RegExp): value is string => typeof value === 'string' && pattern.test(value)
    if (
      !is(uuid, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i) ||
      !is(rdns, /^(?=.{3,253}$)[\w-]+(\.[\w-]+)+$/) ||
      !is(name, /^/) ||
      !canRequest(provider)
    )
      return undefined
    const icon = cleanIcon(picture)
    return { uuid, rdns, name: cleanName(name) || rdns, provider, ...(icon && { icon }) }
  } catch {
    return undefined
  }
}

/**
 * Adds a wallet to those that are known, and says whether it was new. The same wallet again changes nothing; a wallet that
 * claims the uuid of another one is dropped and logged (S34).
 */
export function addWallet(wallets: AnnouncedWallet[], wallet: AnnouncedWallet): boolean {
  for (const { uuid, rdns, provider } of wallets) {
    // Some wallets take a new uuid at each announcement: the same object under the same rdns is the same wallet.
    if (provider === wallet.provider ? uuid === wallet.uuid || rdns === wallet.rdns : uuid === wallet.uuid) {
      if (provider !== wallet.provider) console.warn(`Portico: left out a wallet with the uuid of '${rdns}'`)
      return false
    }
  }
  return !!wallets.push(wallet)
}
