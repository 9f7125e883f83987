export { base } from '../networks.js'
