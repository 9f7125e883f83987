export { walletConnect, type WalletConnectOptions } from './walletConnect.js'
export type { ConnectorDescription, Link, LinkConnector, LinkState } from './connector/types.js'
