import type { Connector } from '@portico/core'

/**
 * Whether a wallet is there in this browser, and so is called installed: it announced itself, or put itself into the page. The host's own
 * connectors need no download either, but nobody has installed them.
 */
export const isInBrowser = (connector: Connector | undefined): boolean =>
  connector !== undefined && connector.installed && ['announced', 'injected', 'multiChain'].includes(connector.kind)
