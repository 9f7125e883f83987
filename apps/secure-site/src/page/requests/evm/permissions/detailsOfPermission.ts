import { rootAuthority } from '@portico/contracts/permissions'
import type { DetailLine } from '../../../types.js'
import { visible } from '../../text.js'
import type { Offer } from './grant.js'

/** Every value of a permission as it was asked for, and of the delegation that is signed for it (S9). */
export function detailsOfPermission({ permission, root }: Pick<Offer, 'permission' | 'root'>, path: string): readonly DetailLine[] {
  const { delegate, start, expiry, spending, contracts, methods, justification } = permission
  const { token, amount, period } = spending
  const values = {
    delegate,
    ...(start !== undefined && { start }),
    expiry,
    token,
    amount,
    ...(period !== undefined && { period }),
    ...Object.fromEntries(contracts.map((contract, at) => [`contracts[${at}]`, contract])),
    ...Object.fromEntries(methods.map((method, at) => [`methods[${at}]`, method])),
    ...(justification !== undefined && { justification: visible(justification) }),
    'delegation.delegate': root.delegate,
    'delegation.delegator': root.delegator,
    'delegation.authority': rootAuthority,
    'delegation.salt': root.salt,
    ...Object.fromEntries(
      root.caveats.flatMap(({ enforcer, terms }, at) => [
        [`delegation.caveats[${at}].enforcer`, enforcer],
        [`delegation.caveats[${at}].terms`, terms],
      ]),
    ),
  }
  return Object.entries(values).map(([name, value]) => ({ path: `${path}.${name}`, value: String(value) }))
}
