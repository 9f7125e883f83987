export { readWalletOptions } from './options.js'
export { rewrapWallets, walletRoutes } from './routes.js'
export { walletMigrations } from './tables.js'
