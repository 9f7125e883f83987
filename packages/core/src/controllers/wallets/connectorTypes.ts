/**
 * Kinds of rows on the Connect view, in their default order.
 * @example const order = connectorTypes.filter((type) => type !== 'recommended')
 */
export const connectorTypes = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] as const
export type ConnectorType = (typeof connectorTypes)[number]
