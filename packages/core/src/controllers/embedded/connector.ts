import type { Connector } from '../../connector.js'
import type { EmbeddedWallet } from './wallet.js'
import type { Portico } from '../../portico/createPortico.js'
import { hostConnectors } from '../connection/connectors.js'
import { EmbeddedNotConfiguredError } from './errors.js'

/** A connector with a wallet of Portico's own. */
export type EmbeddedConnector = Connector & { readonly embedded: EmbeddedWallet }

const isEmbedded = (connector: Connector): connector is EmbeddedConnector => connector.embedded !== undefined

/**
 * The connector that logs visitors in to a wallet of Portico's own; undefined where the host has none. Loads nothing.
 * @example const hasLogin = embeddedConnector(portico) !== undefined
 */
export const embeddedConnector = (portico: Portico): EmbeddedConnector | undefined => hostConnectors(portico).find(isEmbedded)

/** @throws {@link EmbeddedNotConfiguredError} */
export function requireEmbedded(portico: Portico): EmbeddedConnector {
  const connector = embeddedConnector(portico)
  if (!connector) throw new EmbeddedNotConfiguredError()
  return connector
}
