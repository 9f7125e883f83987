import type { Connector, ConnectTarget, Portico } from '@portico/core'
import { pushView } from '@portico/core/kit'
import { askWallet } from './askWallet.js'
import { pairWithAny } from '../pairing/askToPair.js'

/** Opens the view that waits for the wallet, and asks the wallet. One that pairs has a code to show instead. */
export function connectFromView(portico: Portico, { id, kind }: Pick<Connector, 'id' | 'kind'>, target?: ConnectTarget): void {
  if (kind === 'walletConnect') return pairWithAny(portico, target)
  const params = { ...target, connectorId: id }
  pushView(portico, { view: 'ConnectingExternal', params })
  askWallet(portico, params)
}
