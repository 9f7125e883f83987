export { readWalletOptions, type WalletOptions } from './options.js'
export { rewrapShares, walletRoutes } from './routes.js'
export { walletMigrations } from './tables.js'
export type { KeyWrapper } from './wrapping.js'
