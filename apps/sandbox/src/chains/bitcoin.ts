import { type Bitcoin, type BitcoinOptions, InvalidAddressError, createBitcoin } from '@portico/chains/bitcoin'
import { formatUnits } from 'viem'
import { ChainError } from '../errors.js'
import { GiveError, type NamedChain } from './named.js'

/** Satoshi that the faucet gives when nobody says how many: a hundredth of a bitcoin. */
const portion = '1000000'

/** The ledger is made and seeded at the start: 0.3 s in which the other chains' processes are at work as well. */
export function bitcoinChain({ url, ...options }: BitcoinOptions & { url: string }): NamedChain {
  let bitcoin: Bitcoin | undefined
  const up = (): Bitcoin => {
    if (!bitcoin) throw new ChainError('Bitcoin is not running.')
    return bitcoin
  }
  const heldBy = (address: string) => ({ address, balances: { BTC: formatUnits(up().balanceOf(address), 8) } })
  return {
    chain: 'bitcoin',
    url,
    start: async () => {
      bitcoin ??= createBitcoin(options)
      await bitcoin.start()
    },
    stop: async () => bitcoin?.stop(),
    reset: () => up().reset(),
    live: (account) => up().live(account),
    height: () => {
      const health = bitcoin?.health()
      return health?.up ? health.height : undefined
    },
    mine: (blocks) => up().mine(blocks),
    give: ({ address, token = 'BTC', amount = portion }) => {
      if (token.toUpperCase() !== 'BTC') throw new GiveError('token must be BTC')
      const satoshi = BigInt(amount)
      if (satoshi < dust || satoshi > everyCoin) throw new GiveError(`amount must be from ${dust} to ${everyCoin}`)
      try {
        const hash = up().faucet(address, satoshi)
        return { token: 'BTC', amount, hash, block: up().health().height }
      } catch (error) {
        if (error instanceof InvalidAddressError) throw new GiveError(error.message)
        throw error
      }
    },
    balances: () => up().accounts.flatMap(({ payment, ordinals }) => [heldBy(payment.address), heldBy(ordinals.address)]),
  }
}

/** Less than this is not worth the fee to spend it (Bitcoin Core, `GetDustThreshold`, pay to public key hash). */
const dust = 546n

const everyCoin = 2_100_000_000_000_000n
