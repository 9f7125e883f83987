export { rewrapShares, walletRoutes } from './routes.js'
export { walletMigrations } from './tables.js'
