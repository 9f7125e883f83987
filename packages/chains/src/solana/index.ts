export { type SolanaToken, genesisHashes, seededLamports, solanaAccounts, solanaPrivateKey, solanaTokens } from './data.js'
export { JsonRpcError } from './errors.js'
export { associatedTokenAddress } from './keys.js'
export { type Solana, type SolanaOptions, createSolana } from './solana.js'
