import { shortAddress, type Connection, type Portico } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'

/** The address that was let in, and where. */
export function connectedTo(portico: Portico, { addresses, networkId }: Connection): string {
  const network = portico.networks.find(({ id }) => id === networkId)
  return [shortAddress(addresses[0]), network && safeText(network.name)].filter(Boolean).join(' · ')
}
