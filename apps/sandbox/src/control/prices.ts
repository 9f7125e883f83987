import { tokens } from '../contracts/tokens.js'

/** Dollars for one whole coin on this machine: what the pools of the seed were opened at. */
const coins: Readonly<Record<string, number>> = { ethereum: 3200, solana: 150, bitcoin: 64_000 }
const worth: Readonly<Record<keyof typeof tokens, number>> = { ETH: 3200, WETH: 3200, USDC: 1, DAI: 1, PORT: 0.5 }

/** Mints of the seed's Solana tokens and those that everybody knows are left out: nobody trades them here. */
const contracts = new Map(
  Object.entries(tokens).flatMap(
    ([symbol, { address }]): [string, number][] =>
      address === null ? [] : [[address.toLowerCase(), worth[symbol as keyof typeof tokens]]], // the keys of `tokens`
  ),
)

/**
 * What DefiLlama would answer to `GET /prices/current/{coins}`, so that the gateway asks here as it does outside.
 * @param asked ids with commas: `coingecko:ethereum,ethereum:0x…`
 */
export function pricesOf(asked: string, now: number) {
  const priced = asked.split(',').flatMap((id) => {
    const [source = '', key = ''] = id.split(':')
    const price = source === 'coingecko' ? coins[key] : contracts.get(key.toLowerCase())
    return price === undefined ? [] : [[id, { price, timestamp: Math.floor(now / 1000), confidence: 0.99 }] as const]
  })
  return { coins: Object.fromEntries(priced) }
}
