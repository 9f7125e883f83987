import { entryPoint08, entryPoint08Abi } from '@portico/contracts'
import type { Address } from 'viem'
import { encodeFunctionData } from 'viem/utils'
import type { FrameNetwork } from '../../../types.js'
import { NodeUnreachableError } from '../../errors.js'
import { askNode } from '../../node.js'
import { readNonce } from './bundler.js'

/** The nonce that comes next, from the operator's node. @throws NodeUnreachableError */
export async function nextNonce(sender: Address, network: FrameNetwork, fetch: typeof globalThis.fetch): Promise<bigint> {
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args: [sender, 0n] })
  const method = 'eth_call'
  const nonce = readNonce(await askNode({ network, method, params: [{ to: entryPoint08.address, data }, 'latest'], fetch, retries: 1 }))
  if (nonce === undefined) throw new NodeUnreachableError({ method, problem: 'there is no entry point here' })
  return nonce
}
