export { solanaDevnet } from '../networks.js'
