import type { Account, Connection } from '@portico/core'

/** The address that a Bitcoin wallet keeps for ordinals, where it says so. */
export const ordinalsOf = ({ accounts }: Pick<Connection, 'accounts'> | Pick<Account, 'accounts'>): string | undefined =>
  accounts?.find(({ type }) => type === 'ordinal')?.address
