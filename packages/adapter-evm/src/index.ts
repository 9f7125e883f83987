export { evm } from './evm.js'
export type { EvmNetwork, EvmOptions, EvmTransport, JoinedConfigOptions, OwnConfigOptions } from './options.js'
