import type { Routes } from '../context.js'
import { farcasterRoutes } from './farcaster/routes.js'
import { loginWayRoutes } from './logins.js'
import { socialRoutes as providerRoutes } from './routes.js'

export { socialMigrations } from './tables.js'

/** Logins by an account elsewhere: the six providers, and Farcaster; and what logs in to an account. */
export const socialRoutes: Routes = (app, services) => {
  providerRoutes(app, services)
  farcasterRoutes(app, services)
  loginWayRoutes(app, services)
}
