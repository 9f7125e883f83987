import { type Solana, type SolanaOptions, associatedTokenAddress, createSolana } from '@portico/chains/solana'
import { base58 } from '@scure/base'
import { formatUnits } from 'viem'
import type { ChainName } from '../parts.js'
import { orderOf } from './jupiter.js'
import { GiveError, type NamedChain } from './named.js'

/** Lamports and token units that the faucet gives when nobody says how many: one SOL, a hundred of a token. */
const portion = { coin: '1000000000', token: '100000000' }

export function solanaChain(chain: ChainName, options: SolanaOptions): NamedChain {
  const solana = createSolana(options)
  return {
    chain,
    url: solana.urls.http,
    start: solana.start,
    stop: solana.stop,
    reset: solana.reset,
    live: solana.live,
    height: () => solana.health().slot,
    mine: solana.mine,
    give: ({ address, token = 'SOL', amount }) => {
      if (!isAddress(address)) throw new GiveError('address must be 32 bytes in base58')
      const known = solana.tokens.find(({ mint, symbol }) => token === mint || token.toLowerCase() === symbol.toLowerCase())
      const isCoin = token.toUpperCase() === 'SOL'
      if (!known && !isCoin) {
        const symbols = solana.tokens.map(({ symbol }) => symbol).join(', ')
        throw new GiveError(`token must be one of SOL, ${symbols}, or the mint of one`)
      }
      const given = amount ?? (known ? portion.token : portion.coin)
      const units = BigInt(given)
      if (units < 1n || units > mostAtOnce) throw new GiveError(`amount must be from 1 to ${mostAtOnce}`)
      const hash = known ? solana.mintTo(known.mint, address, units) : solana.airdrop(address, units)
      return { token: known?.symbol ?? 'SOL', amount: given, hash, block: solana.health().slot ?? 0 }
    },
    order: (asked) => orderOf(asked, solana),
    balances: () => solana.accounts.map(({ address }) => ({ address, balances: balancesOf(solana, address) })),
  }
}

/** A billion SOL. */
const mostAtOnce = 10n ** 18n

function balancesOf(solana: Solana, owner: string): Record<string, string> {
  const tokens = solana.tokens.map((token) => {
    const units = solana.tokenBalanceOf(associatedTokenAddress({ owner, ...token }))
    return [token.symbol, formatUnits(units, token.decimals)]
  })
  return { SOL: formatUnits(solana.balanceOf(owner), 9), ...Object.fromEntries(tokens) }
}

function isAddress(text: string): boolean {
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}
