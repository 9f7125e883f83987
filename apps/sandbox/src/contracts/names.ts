import { accounts } from '../accounts.js'
import { doorway } from './doorway.js'

export interface SeededName {
  name: string
  owner: `0x${string}`
  texts: Record<string, string>
}

/** Hues of the pictures that the control API serves under /avatars. */
export const avatarHues: Record<string, number> = { mira: 184, noor: 28 }

/**
 * The names on Ethereum. `mira.eth` carries its picture in the record, `noor.eth` points to one over HTTP, `ilse.eth` has
 * none.
 */
export function seededNames(controlUrl: string): SeededName[] {
  const [mira, noor, ilse] = accounts
  const inRecord = `data:image/svg+xml;base64,${Buffer.from(doorway(avatarHues['mira'] ?? 0)).toString('base64')}`
  return [
    { name: mira.name, owner: mira.address, texts: { avatar: inRecord, description: 'First account of the sandbox' } },
    {
      name: noor.name,
      owner: noor.address,
      texts: { avatar: `${controlUrl}/avatars/noor.svg`, description: 'Second account of the sandbox' },
    },
    { name: ilse.name, owner: ilse.address, texts: {} },
  ]
}

/** The operator's name, below which the gateway registers names for visitors. */
export const parentName = 'portico.eth'

/** An account that claims a name which points elsewhere. Clients must not show it. */
export const falseClaim = { owner: accounts[9].address, name: accounts[0].name }
