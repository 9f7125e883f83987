export * from './decisions.js'
export * from './errors.js'
export { setActiveNetwork } from './followWallet.js'
export * from './selectNetwork.js'
export {
  findNetwork,
  networksIn,
  networkStore,
  networkSupport,
  requestedNetworks,
  type NamespaceNetworks,
  type NetworkState,
  type NetworkSupport,
  type NetworkSwitch,
} from './store.js'
export * from './switchNetwork.js'
