import { simple7702Account } from '@portico/contracts'
import { toDecimal } from '@portico/core'
import { zeroAddress } from 'viem'
import { getAddress } from 'viem/utils'
import type { FrameNetwork, PreparedRequest } from '../../../types.js'
import { NodeUnreachableError } from '../../errors.js'
import { freeze, type PrepareContext, warning } from '../../types.js'
import { detailsOf } from '../details.js'
import { fill } from '../fill.js'
import { sendRaw } from '../send.js'
import { signTransaction } from '../sign.js'
import { authorizationTo, upgradedCode } from './together.js'

interface UpgradeParameters {
  readonly id: string
  /** Upgraded, or the upgrade taken back (an authorisation to the zero address, EIP-7702). */
  readonly upgraded: boolean
  readonly network: FrameNetwork
  /** Of the plain account. */
  readonly context: PrepareContext
}

/**
 * The plain account upgraded, or its upgrade taken back, by a transaction to itself that does nothing else. It comes from Wallet safety alone, and is
 * approved in a window (S11). Answers the transaction's hash.
 * @throws NodeUnreachableError, NodeAnswerError
 */
export async function prepareUpgrade({ id, upgraded, network, context }: UpgradeParameters): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const delegate = upgraded ? simple7702Account : zeroAddress
  const { fetch } = context
  const asked = { from: own, to: own, value: 0n, data: '0x', authorizationList: authorizationTo(delegate, network) } as const
  const overrides = upgraded ? upgradedCode(own) : { [own]: { code: '0x' } as const }
  const [filled] = await fill({ asked: [asked], network, fetch, overrides })
  if (!filled) throw new NodeUnreachableError({ method: 'eth_getTransactionCount', problem: 'there is no transaction' })
  const { transaction, fee, willFail } = filled
  const { decimals, symbol } = network.nativeCurrency
  return freeze({
    id,
    method: 'eth_sendTransaction',
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: own,
    effects: [upgraded ? { kind: 'upgrade', values: { delegate } } : { kind: 'downgrade', values: {} }],
    warnings: willFail === undefined ? [] : [warning('willFail')],
    risk: 'risky',
    fee: { expected: toDecimal(fee.expected, decimals), ceiling: toDecimal(fee.ceiling, decimals), symbol },
    changes: [],
    details: detailsOf(transaction, ''),
    sign: async (keys) => sendRaw(await signTransaction(keys, transaction), network, fetch),
  } satisfies PreparedRequest)
}
