import { addresses } from './artifacts/addresses.js'

/** What the faucet gives, with the amount it gives when none is asked for. Ether has no address. */
export const tokens = {
  ETH: { address: null, decimals: 18, portion: '10' },
  USDC: { address: addresses.usdc, decimals: 6, portion: '1000' },
  DAI: { address: addresses.dai, decimals: 18, portion: '1000' },
  PORT: { address: addresses.port, decimals: 18, portion: '500' },
  WETH: { address: addresses.weth, decimals: 18, portion: '1' },
} as const

export type TokenSymbol = keyof typeof tokens
