import { accountInitCode, typedDataToSign, wrapTypedDataSignature } from '@portico/contracts'
import { delegationHash, delegationManager, delegationTypedData } from '@portico/contracts/permissions'
import {
  answerPermissions,
  checkPermission,
  readPermissions,
  writeExecution,
  type GrantedPermission,
  type Permission,
} from '@portico/core/permissions'
import type { Address, Hex } from 'viem'
import { getAddress, hashTypedData } from 'viem/utils'
import { checkReach } from '../../../../delegation/checkReach.js'
import { rootDelegation } from '../../../../delegation/delegation.js'
import type { FrameNetwork, Keys, PermissionService, PreparedRequest } from '../../../types.js'
import {
  AccountMismatchError,
  ChainMismatchError,
  codes,
  PermissionAccountError,
  PermissionNetworkError,
  PermissionOfferError,
} from '../../errors.js'
import { chainNumber } from '../../network.js'
import { freeze, join, type PrepareContext, type SiteRequest, warning } from '../../types.js'
import { signMessageHash } from '../sign.js'
import { isDeployed } from '../smart/account.js'
import { ownerOf } from '../smart/signature.js'
import { chainReader } from '../tokens.js'
import { describePermission } from './describePermission.js'
import { detailsOfPermission } from './detailsOfPermission.js'

/**
 * Reads wallet_grantPermissions (ERC-7715, in either form): what a site may do with the smart account by itself. Each permission has an end, a
 * limit and a list of contracts (S20), and is said in sentences. Approving signs a delegation for each, which the wallet service keeps and lets
 * be used: the answer is of the form that was asked in.
 * @throws PermissionAccountError, PermissionNetworkError, the errors of `readPermissions` and `checkPermission`, ChainMismatchError -32602,
 * AccountMismatchError 4100, and what the service refuses with
 */
export async function prepareGrant(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const { permissions: service, fetch } = context
  if (!context.smartAccount) throw new PermissionAccountError()
  if (!service?.networks.includes(network.id)) throw new PermissionNetworkError({ networkId: network.id })
  const own = getAddress(context.addresses.eip155)
  const { dialect, permissions } = readPermissions(request.params, network.id)
  const asked = permissions.map((each) => check(each, { own, network, service }))
  const [offers, isThere] = await Promise.all([
    Promise.all(asked.map((each) => offer(each, { own, network, service }))),
    isDeployed({ network, address: own, fetch }),
  ])
  const chain = chainReader(network, fetch)
  const finding = join([
    { effects: [], warnings: [warning('grant')], risk: 'risky' },
    ...(await Promise.all(asked.map((each) => describePermission(each, { network, context, chain })))),
  ])
  const [only, ...others] = offers
  const owner = ownerOf(context)
  const dependencies: GrantedPermission['dependencies'] = isThere === true ? [] : [accountInitCode(owner)]
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: own,
    account: 'smartAccount',
    ...finding,
    changes: 'none',
    details: [
      { path: 'address', value: own },
      ...offers.flatMap((each, at) => [
        ...detailsOfPermission(each, `permissions[${at}]`),
        ...(others.length > 0 ? [{ path: `permissions[${at}].hash`, value: each.hash }] : []),
      ]),
    ],
    ...(only && others.length === 0 && { hash: only.hash }),
    async sign(keys) {
      const contexts = await activate(offers, { keys, owner, service })
      const granted = offers.map(({ permission }, at) => ({
        permission,
        context: contexts[at] ?? '0x',
        delegationManager: delegationManager.toLowerCase() as Hex,
        dependencies,
      }))
      return answerPermissions(dialect, granted)
    },
  } satisfies PreparedRequest)
}

interface Asking {
  readonly own: Address
  readonly network: FrameNetwork
  readonly service: PermissionService
}

/** What is of this account, on this network, and narrow. The account is named from here on. */
function check(permission: Permission, { own, network, service }: Asking): Permission {
  const account = own.toLowerCase() as Hex
  if (permission.networkId !== network.id)
    throw new ChainMismatchError({ asked: permission.networkId, active: network.id, code: codes.invalidParams })
  if ((permission.account ?? account) !== account) throw new AccountMismatchError()
  checkPermission(permission, { now: Date.now() / 1000, longest: service.seconds })
  checkReach(permission, own)
  return { ...permission, account }
}

/** A permission, and the delegation that the account signs to grant it. */
export interface Offer {
  readonly permission: Permission
  readonly id: Hex
  readonly root: ReturnType<typeof rootDelegation>
  readonly typedData: ReturnType<typeof delegationTypedData>
  /** What the key signs: it counts for this account on this network alone (ERC-7739). */
  readonly hash: Hex
}

async function offer(permission: Permission, { own, network, service }: Asking): Promise<Offer> {
  const [request] = writeExecution([permission])
  const { id, keeper, salt, begins } = await service.offer(own, request)
  // The terms are made here of what is shown: the service chooses who keeps it, from when on it counts, and a random number.
  const root = rootDelegation(permission, own, { keeper: getAddress(keeper), salt: BigInt(salt), begins })
  if (delegationHash(root) !== id) throw new PermissionOfferError()
  const chainId = Number(chainNumber(network))
  const typedData = delegationTypedData({ delegation: root, chainId })
  return { permission, id, root, typedData, hash: hashTypedData(typedDataToSign({ account: own, chainId, typedData })) }
}

/** All of them, or none. */
async function activate(
  offers: readonly Offer[],
  { keys, owner, service }: { readonly keys: Pick<Keys, 'withKey'>; readonly owner: Address; readonly service: PermissionService },
): Promise<readonly Hex[]> {
  const contexts: Hex[] = []
  try {
    for (const { id, hash, typedData } of offers) {
      const signature = wrapTypedDataSignature({ signature: await signMessageHash(keys, hash, owner), typedData })
      contexts.push(await service.activate(id, signature))
    }
    return contexts
  } catch (error) {
    // One whose answer was lost may be kept: the site has no context of it, and so nobody can use it.
    await Promise.all(offers.map(({ id }) => service.stop({ id }).catch(() => {})))
    throw error
  }
}
