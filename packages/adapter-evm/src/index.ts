export { evm } from './evm.js'
export type { EvmNetwork, EvmOptions, EvmToken, EvmTransport, JoinedConfigOptions, OwnConfigOptions } from './options.js'
