import { parseAmount } from '@portico/core'
import type { PreparedRequest } from '../../types.js'
import { InvalidParamsError } from '../errors.js'
import { freeze } from '../types.js'
import type { Action } from './action.js'
import { withAmount } from './calls.js'
import { isUnlimited } from './describe.js'
import type { ChainReader } from './tokens.js'
import type { AskedTransaction } from './transaction.js'

/** Lowers the one unlimited permission that is given, whichever transaction it is in. */
export async function reducer(
  acts: readonly (readonly Action[])[],
  asked: readonly AskedTransaction[],
  chain: ChainReader,
  again: (lowered: readonly AskedTransaction[]) => Promise<PreparedRequest>,
): Promise<((amount: string) => Promise<PreparedRequest>) | undefined> {
  const found = await Promise.all(
    acts.map(async (actions, index) => {
      const [action] = actions
      if (action?.kind !== 'approve' || actions.length > 1) return []
      const facts = await chain.token(action.token)
      const { decimals } = facts
      return decimals !== undefined && isUnlimited(action.amount, facts) ? [{ index, action, decimals }] : []
    }),
  )
  const [only, ...others] = found.flat()
  const data = only && asked[only.index]?.data
  if (!only || data === undefined || others.length > 0) return undefined
  const { index, action, decimals } = only
  return async (amount) => {
    const units = parseAmount(amount, decimals)
    const lowered = units >= action.amount ? undefined : withAmount(data, units)
    if (lowered === undefined) throw new InvalidParamsError({ problem: 'the amount is not lower' })
    return again(asked.map((each, at) => (at === index ? freeze({ ...each, data: lowered }) : each)))
  }
}
