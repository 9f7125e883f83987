export * from './activate.js'
export * from './connect.js'
export { connectorStore, type ConnectorState } from './connectors.js'
export * from './listConnectors.js'
export { dispatchConnection, setActiveNamespace } from './dispatch.js'
export * from './disconnect.js'
export * from './errors.js'
export { loadAdapter } from './loadAdapter.js'
export * from './machine.js'
export * from './recentWallets.js'
export { restoreTimeout } from './restore.js'
export {
  activeConnection,
  connectionsIn,
  connectionStatus,
  connectionStore,
  currentAttempt,
  type ConnectionState,
  type ConnectionStatus,
} from './store.js'
