export { walletConnect, type WalletConnectOptions } from './walletConnect.js'
export type { LinkConnector } from './connector/types.js'
