export { bitcoin } from './bitcoin.js'
export type { BitcoinOptions } from './options.js'
