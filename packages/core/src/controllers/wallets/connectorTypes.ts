/** Kinds of rows on the Connect view, in their default order (spec point 9). */
export const connectorTypes = ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended'] as const
export type ConnectorType = (typeof connectorTypes)[number]
