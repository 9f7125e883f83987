import { accountAbi, accountAddress } from '@portico/contracts'
import type { Address } from 'viem'
import { decodeFunctionResult, encodeFunctionData, getAddress, isHex, size } from 'viem/utils'
import type { FrameNetwork } from '../../../types.js'
import { NodeUnreachableError } from '../../errors.js'
import { askNode } from '../../node.js'

/** Where the smart account of a key is, or will be: the same on every network. */
export const smartAccountAddress = (owner: string): string => accountAddress(getAddress(owner))

/** Whether an account's code is on a network; undefined where the node does not say. Never rejects. */
export async function isDeployed({
  network,
  address,
  fetch,
}: {
  readonly network: FrameNetwork
  readonly address: string
  readonly fetch: typeof globalThis.fetch
}): Promise<boolean | undefined> {
  const method = 'eth_getCode'
  const code = await askNode({ network, method, params: [address, 'latest'], fetch, retries: 0, timeout: 3000 }).catch(() => undefined)
  return typeof code === 'string' ? code !== '0x' : undefined
}

const ownerCall = encodeFunctionData({ abi: accountAbi, functionName: 'owner' })

/**
 * Who decides over an account on a network: its first owner, until it is given another. Undefined where it does not stand yet.
 * @throws NodeUnreachableError, NodeAnswerError
 */
export async function ownerOn({
  network,
  address,
  fetch,
}: {
  readonly network: FrameNetwork
  readonly address: string
  readonly fetch: typeof globalThis.fetch
}): Promise<Address | undefined> {
  const method = 'eth_call'
  const answer = await askNode({ network, method, params: [{ to: address, data: ownerCall }, 'latest'], fetch, retries: 1 })
  if (answer === '0x') return undefined
  if (!isHex(answer) || size(answer) !== 32) throw new NodeUnreachableError({ method, problem: 'its answer is no owner' })
  return decodeFunctionResult({ abi: accountAbi, functionName: 'owner', data: answer })
}
