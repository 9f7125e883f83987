import type { Action } from './action.js'
import { decodeCall } from './calls.js'
import type { AskedTransaction } from './transaction.js'

/** What the whole transaction does: its call, or the code that it leaves, and the accounts that it hands over. */
export function actionsOf({ to, data, value, authorizationList = [], from }: AskedTransaction): readonly Action[] {
  const call: readonly Action[] =
    to === undefined ? [{ kind: 'deploy', size: (data.length - 2) / 2, value }] : decodeCall(to, data, value, 0, from)
  const delegations = authorizationList.map(
    ({ address, signature }): Action => ({ kind: 'delegation', delegate: address, ...(!signature && { account: from }) }),
  )
  return [...delegations, ...call]
}
