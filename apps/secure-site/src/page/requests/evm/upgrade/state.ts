import { delegateIn, simple7702Account } from '@portico/contracts'
import type { FrameNetwork } from '../../../types.js'
import { NodeUnreachableError } from '../../errors.js'
import { askNode } from '../../node.js'

/** How a plain account stands on a network (EIP-7702). */
export type UpgradeState =
  /** It runs the one code that it may: Simple7702Account. */
  | 'upgraded'
  /** It has no code, and may be upgraded. */
  | 'ready'
  /** Another wallet has upgraded it with code of its own; ours can take that one's place. */
  | 'foreign'
  /** The operator has not turned it on here, or the code does not stand here. */
  | 'unsupported'

interface Asking {
  readonly network: FrameNetwork
  /** Of the plain account. */
  readonly address: string
  readonly fetch: typeof globalThis.fetch
}

/** How a plain account stands, from the operator's node. @throws NodeUnreachableError, NodeAnswerError */
export async function upgradeState({ network, address, fetch }: Asking): Promise<UpgradeState> {
  if (!network.smartAccounts) return 'unsupported'
  const method = 'eth_getCode'
  const codeOf = async (of: string): Promise<string> => {
    const code = await askNode({ network, method, params: [of, 'latest'], fetch, retries: 1, timeout: 5000 })
    if (typeof code !== 'string') throw new NodeUnreachableError({ method, problem: 'its answer is not code' })
    return code
  }
  const [own, upgrade] = await Promise.all([codeOf(address), codeOf(simple7702Account)])
  const delegate = delegateIn(own)
  if (delegate === simple7702Account) return 'upgraded'
  if (upgrade === '0x') return 'unsupported'
  if (own === '0x') return 'ready'
  return delegate ? 'foreign' : 'unsupported'
}
