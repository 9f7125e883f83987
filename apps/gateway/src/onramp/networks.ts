/** What providers and existing clients call networks, by CAIP-2 id: a word, and a name to show. */
const known: Readonly<Record<string, { readonly word: string; readonly name: string }>> = {
  'eip155:1': { word: 'ethereum', name: 'Ethereum' },
  'eip155:10': { word: 'optimism', name: 'OP Mainnet' },
  'eip155:56': { word: 'bnb', name: 'BNB Smart Chain' },
  'eip155:137': { word: 'polygon', name: 'Polygon' },
  'eip155:8453': { word: 'base', name: 'Base' },
  'eip155:42161': { word: 'arbitrum', name: 'Arbitrum One' },
  'eip155:43114': { word: 'avalanche-c-chain', name: 'Avalanche' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { word: 'solana', name: 'Solana' },
  'bip122:000000000019d6689c085ae165831e93': { word: 'bitcoin', name: 'Bitcoin' },
}

/** Other words for the same. */
const others: Readonly<Record<string, string>> = {
  mainnet: 'ethereum',
  matic: 'polygon',
  avalanche: 'avalanche-c-chain',
  avaxcchain: 'avalanche-c-chain',
  bsc: 'bnb',
}

/** CAIP-2 of a network that is named in either way; undefined for one that nobody knows. */
export function networkId(text: string): string | undefined {
  if (/^(eip155|solana|bip122):[-_a-zA-Z0-9]{1,32}$/.test(text)) return text
  const lower = text.toLowerCase()
  const word = Object.hasOwn(others, lower) ? others[lower] : lower
  return Object.entries(known).find(([, each]) => each.word === word)?.[0]
}

/** `base` of `eip155:8453`; the id itself where there is no word. */
export const wordOf = (network: string): string => (Object.hasOwn(known, network) ? known[network]?.word : undefined) ?? network

export const nameOf = (network: string): string => (Object.hasOwn(known, network) ? known[network]?.name : undefined) ?? network
