import type { Routes } from '../context.js'
import { changeRoutes } from './change.js'
import { deviceLinkRoutes } from './deviceLink.js'
import { loginRoutes } from './login.js'

export { emailMigrations } from './flows.js'

/** Login by e-mail, the page of the mailed link, and the change of an address. */
export const emailRoutes: Routes = (app, services) => {
  loginRoutes(app, services)
  deviceLinkRoutes(app, services)
  changeRoutes(app, services)
}
