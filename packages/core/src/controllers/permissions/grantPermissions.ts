import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'
import type { CapabilityMissingError, ConnectorNotConnectedError, UserRejectedError, WalletAnswerError } from '../connection/errors.js'
import type { ChainMismatchError } from '../network/errors.js'
import { checkPermission } from './checkPermission.js'
import { PermissionFormError, type PermissionOverError, type PermissionTooBroadError, type PermissionUnsupportedError } from './errors.js'
import { address } from './form.js'
import type { GrantedPermission, Permission } from './permission.js'
import { changePermissions, isCurrent } from './store.js'

/** What is asked for: the network and the account are those in use. Addresses may be written in any case. */
export type PermissionTerms = Omit<Permission, 'networkId' | 'account'>

export type GrantPermissionsError =
  | PermissionFormError
  | PermissionTooBroadError
  | PermissionOverError
  | PermissionUnsupportedError
  | ConnectorNotConnectedError
  | ChainMismatchError
  | CapabilityMissingError
  | UserRejectedError
  | WalletAnswerError

/**
 * Asks the wallet to let somebody else act with the account, within limits and until a time (ERC-7715). Resolves with what was
 * granted, in the order of `permissions`: a wallet may grant less than was asked for.
 * @example
 * const [granted] = await grantPermissions(portico, {
 *   permissions: [{ delegate: session.address, expiry: now + 300, spending: { token: 'native', amount: 0n },
 *     contracts: [game], methods: ['move(uint256)'] }],
 * })
 * @throws {@link GrantPermissionsError}
 */
export async function grantPermissions(
  portico: Portico,
  { permissions: terms, ...parameters }: AccountParameters & { readonly permissions: readonly PermissionTerms[] },
): Promise<readonly GrantedPermission[]> {
  if (terms.length === 0) throw new PermissionFormError({ problem: 'nothing is asked for' })
  const { adapter, account, namespace } = await target(portico, parameters)
  const grant = capability(adapter, 'grantPermissions', namespace)
  const of = lower(account.address)
  const permissions = terms.map((each): Permission => {
    const { token, ...limit } = each.spending
    return {
      ...each,
      networkId: account.networkId,
      account: of,
      delegate: lower(each.delegate),
      spending: { ...limit, token: token === 'native' ? token : lower(token) },
      contracts: each.contracts.map(lower),
    }
  })
  // How long it may last is the wallet's to say.
  for (const each of permissions) checkPermission(each, { now: Date.now() / 1000, longest: Infinity })
  const granted = await grant({ ...account, permissions })
  const contexts = granted.map(({ context }) => context)
  changePermissions(portico, (known) => [...granted, ...known.filter((each) => isCurrent(each) && !contexts.includes(each.context))])
  return granted
}

function lower(text: string): `0x${string}` {
  const { success, data } = address.safeParse(text)
  if (!success) throw new PermissionFormError({ problem: `'${text.slice(0, 60)}' is no address` })
  return data
}
