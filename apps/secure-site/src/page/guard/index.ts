export { canProveVisibility, watchRequest } from './watch.js'
