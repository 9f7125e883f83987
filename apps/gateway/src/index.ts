export type { ChainOptions } from './chains/chains.js'
export { DataSetError, InvalidQueryError } from './errors.js'
export { type Gateway, type GatewayOptions, createGateway } from './gateway.js'
export type { Wallet } from './wallets/schema.js'
