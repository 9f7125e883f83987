export { type WalletOptions, readWalletOptions } from './options.js'
export { rewrapShares, walletRoutes } from './routes.js'
export { walletMigrations } from './tables.js'
export type { KeyWrapper } from '@portico/service/secrets'
