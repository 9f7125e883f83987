import type { ActivityRow, ActivityTransfer } from '@portico/core/activity'

/** The transfer that says what a row is about: what came in of a trade, else the first that is no spam. */
export function mainTransfer({ operation, transfers }: ActivityRow): ActivityTransfer | undefined {
  const some = transfers.filter(({ spam }) => !spam)
  return (operation === 'trade' ? some.find(({ direction }) => direction === 'in') : undefined) ?? some[0] ?? transfers[0]
}

/** What was given in a trade. */
export const givenTransfer = ({ transfers }: ActivityRow): ActivityTransfer | undefined =>
  transfers.find(({ direction, spam }) => direction === 'out' && !spam)

const increasing: readonly string[] = ['receive', 'deposit', 'borrow', 'claim']
const decreasing: readonly string[] = ['withdraw', 'repay', 'burn']

/**
 * Which way a transfer changes what the account holds; where it goes to the account itself, what the operation says. What failed, or was
 * cancelled, changes nothing.
 */
export function signOf(
  { operation, status }: Pick<ActivityRow, 'operation' | 'status'>,
  { direction, units }: ActivityTransfer,
): '+' | '−' | '' {
  if (units === 0n || status === 'failed') return ''
  if (direction !== 'self') return direction === 'in' ? '+' : '−'
  return increasing.includes(operation) ? '+' : decreasing.includes(operation) ? '−' : ''
}

/** How it stands, in the words of the catalogue: what came to nothing before it was on the chain cost no fee there, as a purchase that was declined. */
export const standingOf = ({ status, hash }: ActivityRow): ActivityRow['status'] | 'unsent' =>
  status === 'failed' && hash === '' ? 'unsent' : status
