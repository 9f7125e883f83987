import type { Chain, Token } from '../../chains/chains.js'
import { commitment, type SolanaRpc } from './rpc.js'
import { mints, tokenAccounts, tokenMetadata } from './wire.js'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

/** As many as a node answers for in one call. */
const perCall = 100

export interface TokenAccount {
  readonly address: string
  readonly mint: string
  /** In the token's smallest unit. */
  readonly units: bigint
  readonly decimals: number
}

export interface TokenAccounts {
  readonly accounts: readonly TokenAccount[]
  /** They are of these. */
  readonly slots: readonly number[]
}

/** The token accounts of an owner, of both token programs. @throws ProviderError */
export async function tokenAccountsOf(rpc: SolanaRpc, owner: string, signal: AbortSignal): Promise<TokenAccounts> {
  const options = { encoding: 'jsonParsed', commitment }
  const found = await Promise.all(
    [tokenProgram, token2022Program].map((programId) =>
      rpc.call({ method: 'getTokenAccountsByOwner', params: [owner, { programId }, options], signal }, tokenAccounts),
    ),
  )
  const accounts = found.flatMap(({ value }) =>
    value.map(({ pubkey, account }) => {
      const { mint, tokenAmount } = account.data.parsed.info
      return { address: pubkey, mint, units: tokenAmount.amount, decimals: tokenAmount.decimals }
    }),
  )
  return { accounts, slots: found.flatMap(({ context }) => context?.slot ?? []) }
}

export type TokenName = Pick<Token, 'name' | 'symbol' | 'iconUrl'>

/**
 * What tokens are called: by the operator's list, else by themselves where a mint carries its name (Token-2022). The others have no
 * entry. @throws ProviderError
 */
export async function namesOf(
  rpc: SolanaRpc,
  chain: Chain,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TokenName>> {
  const names = new Map<string, TokenName>(chain.tokens.map((token) => [token.address, token]))
  const unknown = [...new Set(tokens)].filter((mint) => !names.has(mint))
  for (let at = 0; at < unknown.length; at += perCall) {
    const some = unknown.slice(at, at + perCall)
    const { value } = await rpc.call({ method: 'getMultipleAccounts', params: [some, { encoding: 'jsonParsed' }], signal }, mints)
    value.forEach((account, index) => {
      const extensions = account?.data?.parsed.info.extensions ?? []
      const told = tokenMetadata.safeParse(extensions.find(({ extension }) => extension === 'tokenMetadata')?.state)
      const mint = some[index]
      if (told.success && mint !== undefined) names.set(mint, { name: told.data.name, symbol: told.data.symbol, iconUrl: '' })
    })
  }
  return names
}
