// Plain data about the seeded chains, for whoever can't load the rest: a page.
export { seededLamports, solanaAccounts, solanaPrivateKey } from './accounts.js'
export { genesisHashes } from './networks.js'
export { type SolanaToken, solanaTokens } from './tokens.js'
