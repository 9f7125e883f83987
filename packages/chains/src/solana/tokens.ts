import { token2022Program, tokenProgram } from './programs.js'

export interface SolanaToken {
  /** Address of the mint: the one that the token has on mainnet. */
  mint: string
  symbol: string
  name: string
  decimals: number
  /** Address of the program that owns the mint. */
  program: string
  /** What each account has after a reset, in the smallest unit. */
  seeded: bigint
}

/** The tokens that exist after a reset: one of the classic token program, one of Token-2022 with its metadata on chain. */
export const solanaTokens = [
  {
    mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    program: tokenProgram,
    seeded: 25_000_000_000n,
  },
  {
    mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
    symbol: 'PYUSD',
    name: 'PayPal USD',
    decimals: 6,
    program: token2022Program,
    seeded: 10_000_000_000n,
  },
] as const satisfies readonly SolanaToken[]
