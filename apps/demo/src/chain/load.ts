/** What reads the chains, with viem: a chunk that is fetched when something is asked of a chain, and not before. */
export const loadChain = () => import('./chain.js')
