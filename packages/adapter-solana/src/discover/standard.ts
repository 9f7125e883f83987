import { cleanIcon, cleanName } from '@portico/core/kit'

/** What a Wallet Standard wallet says of itself, as it was when first read (B4). */
export interface StandardWallet {
  readonly name: string
  readonly icon?: string
}

/** The claims of a wallet, all of which may be anything. */
type Claims = Readonly<Record<'name' | 'icon' | 'chains' | 'features', unknown>>

const signing = [
  ['solana:signTransaction', 'signTransaction'],
  ['solana:signAndSendTransaction', 'signAndSendTransaction'],
  ['solana:signMessage', 'signMessage'],
] as const

/** May throw, as any getter may. */
function can(features: object, feature: string, method: string): boolean {
  const able: unknown = Reflect.get(features, feature)
  return typeof able === 'object' && able !== null && typeof Reflect.get(able, method) === 'function'
}

/**
 * Reads a wallet that registered itself: a name, a chain of Solana, `standard:connect`, and something that it can sign.
 * What has less gives nothing. Each field is read once and copied, so that it cannot change later. Never throws.
 */
export function readWallet(value: unknown): StandardWallet | undefined {
  try {
    // Nothing is believed of this type: each field is tested, and reading one that is not there is caught.
    const { name: called, icon: picture, chains, features } = value as Claims
    const name = typeof called === 'string' ? cleanName(called) : ''
    const isHere = Array.isArray(chains) && chains.slice(0, 1_000).some((chain) => typeof chain === 'string' && chain.startsWith('solana:'))
    if (!name || !isHere || typeof features !== 'object' || features === null || !can(features, 'standard:connect', 'connect'))
      return undefined
    if (!signing.some(([feature, method]) => can(features, feature, method))) return undefined
    const icon = cleanIcon(picture)
    return { name, ...(icon && { icon }) }
  } catch {
    return undefined
  }
}
