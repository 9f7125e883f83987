import type { Usable } from '../implementation/connections.js'
import { can } from '../implementation/sign.js'

/** What an account's wallet does with transactions. */
export interface Abilities {
  /** What it is given. */
  readonly version: 'legacy' | 0
  /** Whether it signs several for us to send. */
  readonly signsSeveral: boolean
}

export function abilitiesOf(usable: Usable): Abilities {
  const names = ['signTransaction', 'signAndSendTransaction'] as const
  const own = names.filter((name) => can(usable, `solana:${name}`, name))
  const isVersioned = own.every((name) => usable.wallet.versions(`solana:${name}`)?.includes(0) ?? true)
  return { version: isVersioned ? 0 : 'legacy', signsSeveral: own.includes('signTransaction') }
}
