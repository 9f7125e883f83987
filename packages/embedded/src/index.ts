export { embedded, type EmbeddedConnector, type EmbeddedOptions } from './embedded.js'
