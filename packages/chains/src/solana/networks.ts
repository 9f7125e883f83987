/**
 * Genesis hashes of the public clusters. CAIP-2 ids of Solana are their first 32 characters, so a chain that answers with
 * one of them keeps its usual id.
 */
export const genesisHashes = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
} as const
