/** What loads when a request is read: the one door to this folder. */
export { prepareRequest } from './prepare.js'
export { forwardRead } from './read.js'
export { prepareEnding, sayGranted } from './granted.js'
export { revokePermissions } from './revoke.js'
