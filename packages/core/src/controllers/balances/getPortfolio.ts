import { RequestAbortedError } from '../../kit/http/errors.js'
import type { Portico } from '../../portico/createPortico.js'
import type { BalanceUnavailableError } from '../account/errors.js'
import { getBalances } from './getBalances.js'
import { incompleteStore, isIncomplete } from './incomplete.js'
import { ranked } from './ranked.js'
import { tokenKey, type HeldToken, type HolderParameters } from './token.js'

export interface Portfolio {
  /** ISO 4217, in lower case. */
  readonly currency: 'usd'
  /** What everything with a price is worth, in 10⁻¹⁸ of the currency; undefined where nothing has a price. */
  readonly total: bigint | undefined
  /** Everything that the accounts hold and that is not hidden, the most valuable first, one entry for each network and token. */
  readonly tokens: readonly HeldToken[]
  /** The same, by account, in the order in which they were asked for. */
  readonly accounts: readonly AccountPortfolio[]
  /** Accounts that could not be read: they are missing in all of the above. */
  readonly missing: readonly HolderParameters[]
  /** Accounts of which only the chain itself could tell, as the gateway failed: tokens and prices are missing or old. */
  readonly incomplete: readonly HolderParameters[]
}

export interface AccountPortfolio extends HolderParameters {
  readonly total: bigint | undefined
  readonly tokens: readonly HeldToken[]
}

export interface GetPortfolioParameters {
  /** Of any chain families and networks. */
  readonly accounts: readonly HolderParameters[]
  readonly signal?: AbortSignal
}

/**
 * What several accounts hold together. Accounts that cannot be read are said to be missing.
 * @example const { total, tokens } = await getPortfolio(portico, { accounts: [{ address, networkId: 'eip155:8453' }] })
 * @throws {@link BalanceUnavailableError} where none can be read
 */
export async function getPortfolio(portico: Portico, { accounts, signal }: GetPortfolioParameters): Promise<Portfolio> {
  const answers = await Promise.allSettled(accounts.map((account) => getBalances(portico, { ...account, ...(signal && { signal }) })))
  if (signal?.aborted) throw new RequestAbortedError()
  const [first] = answers
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw first.reason as BalanceUnavailableError // nothing else is thrown
  const read = answers.flatMap((answer, at): AccountPortfolio[] => {
    const account = accounts[at]
    return answer.status === 'fulfilled' && account
      ? [{ ...account, tokens: answer.value.filter(({ hidden }) => !hidden), total: totalOf(answer.value) }]
      : []
  })
  return {
    currency: 'usd',
    total: totalOf(read.flatMap(({ tokens }) => tokens)),
    tokens: together(read.flatMap(({ tokens }) => tokens)),
    accounts: read,
    missing: accounts.filter((_, at) => answers[at]?.status === 'rejected'),
    incomplete: read.filter((account) => isIncomplete(incompleteStore(portico).getState(), account)).map(holderOf),
  }
}

/**
 * What the tokens that have a price and are not hidden are worth, in 10⁻¹⁸ of the currency; undefined where none has.
 * @example const total = totalOf(await getBalances(portico, { address, networkId: 'eip155:8453' }))
 */
export function totalOf(tokens: readonly HeldToken[]): bigint | undefined {
  const values = tokens.flatMap(({ value, hidden }) => (value === undefined || hidden ? [] : [value]))
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0n) : undefined
}

const holderOf = ({ address, networkId }: HolderParameters): HolderParameters => ({ address, networkId })

/** One entry for each token, of all that several accounts hold of it. */
function together(tokens: readonly HeldToken[]): readonly HeldToken[] {
  const byKey = new Map<string, HeldToken>()
  for (const token of tokens) {
    const key = tokenKey(token)
    const known = byKey.get(key)
    const value = known?.value === undefined ? token.value : known.value + (token.value ?? 0n)
    byKey.set(key, known ? { ...known, units: known.units + token.units, ...(value !== undefined && { value }) } : token)
  }
  return ranked([...byKey.values()])
}
