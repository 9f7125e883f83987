import { accountAddress } from '@portico/contracts'
import { delegationHash } from '@portico/contracts/permissions'
import { longestPermission, readPermissions } from '@portico/core/permissions'
import { getAddress } from 'viem'
import { rootDelegation } from '../../../../delegation/delegation.js'
import type { PermissionService } from '../../../types.js'
import { ethereum, nodeDouble, own, ownSolana, testContext } from '../../kit.test.helper.js'
import type { PrepareContext } from '../../types.js'

/** A service that offers what it is asked for, and keeps nothing. */
const offering: PermissionService = {
  networks: [ethereum.id],
  seconds: longestPermission,
  async offer(account, request) {
    const [permission] = readPermissions([request], ethereum.id).permissions
    if (!permission) throw new Error('no permission')
    const keeper = getAddress(`0x${'5b'.repeat(20)}`)
    const begins = Math.floor(Date.now() / 1000)
    const root = rootDelegation(permission, getAddress(account), { keeper, salt: 1n, begins })
    return { id: delegationHash(root), keeper, salt: '1', begins }
  },
  activate: async () => '0x01',
  stop: async () => {},
  list: async () => [],
}

/** A page whose key has a smart account in use, on a network with permissions. */
export const smartContext = (): PrepareContext =>
  testContext({
    addresses: { eip155: accountAddress(own), solana: ownSolana },
    smartAccount: { owner: own },
    permissions: offering,
    fetch: nodeDouble().fetch,
  })
