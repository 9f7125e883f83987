export { seededLamports, solanaAccounts, solanaPrivateKey } from './accounts.js'
export { genesisHashes } from './networks.js'
export { type Solana, type SolanaOptions, createSolana } from './solana.js'
export { type SolanaToken, solanaTokens } from './tokens.js'
