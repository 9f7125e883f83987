import { accountAbi } from '@portico/contracts'
import { encodeFunctionData, getAddress } from 'viem/utils'
import type { FrameNetwork, PreparedRequest } from '../../../types.js'
import type { Finding, PrepareContext } from '../../types.js'
import { readOperation } from './send.js'

/**
 * The smart account given to another key, on one network, by an operation of the account to itself; where it does not stand yet the same operation
 * makes it. No site can ask for it (S15): it comes from Wallet safety alone, and is approved in a window (S11). Answers the operation's hash.
 * @throws OperationRefusedError, NodeUnreachableError
 */
export function prepareOwnerChange({
  id,
  owner,
  network,
  context,
}: {
  readonly id: string
  /** Address of the key that decides from then on. */
  readonly owner: string
  readonly network: FrameNetwork
  /** Of the smart account. */
  readonly context: PrepareContext
}): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const data = encodeFunctionData({ abi: accountAbi, functionName: 'setOwner', args: [getAddress(owner)] })
  const says: Finding = { effects: [{ kind: 'owner', values: { owner } }], warnings: [], risk: 'risky' }
  const request = { id, method: 'wallet_sendCalls', params: [] }
  return readOperation({ request, asked: [{ from: own, to: own, value: 0n, data }], network, context, send: async (hash) => hash }, says)
}
