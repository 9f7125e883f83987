import type { Address } from 'viem'
import { getAddress } from 'viem/utils'
import type { FrameNetwork, PreparedRequest } from '../../types.js'
import { AccountMismatchError, ChainMismatchError, codes, InvalidParamsError } from '../errors.js'
import { chainNumber } from '../network.js'
import { cleanName } from '../text.js'
import { type Finding, freeze, join, type PrepareContext, type SiteRequest, type Warning, warning } from '../types.js'
import { type Action, permit2, wellKnownName } from './action.js'
import { describe, found, saying } from './describe.js'
import { decodeTypedData, soundsGrave } from './orders.js'
import { plainSignature } from './sign.js'
import { refuseAccountData } from './accountData.js'
import { type ChainReader, chainReader } from './tokens.js'
import { parseTypedData, type TypedData, typedDataDetails, typedDataHash } from './typedData.js'

/**
 * Reads eth_signTypedData_v4 (EIP-712): the account, and typed data as an object or JSON. Approving it answers the signature.
 * @throws ChainMismatchError (-32602) when the domain names another chain than the active one (S14)
 */
export async function prepareTypedData(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const [account, raw, ...rest]: readonly unknown[] = Array.isArray(request.params) ? request.params : []
  if (typeof account !== 'string' || rest.length > 0)
    throw new InvalidParamsError({ problem: 'eth_signTypedData_v4 takes an address and typed data' })
  if (account.toLowerCase() !== own.toLowerCase()) throw new AccountMismatchError()
  const data = parseTypedData(raw)
  const chainId = data.domain['chainId']
  const active = chainNumber(network)
  if (chainId !== undefined && chainId !== active) {
    throw new ChainMismatchError({
      asked: typeof chainId === 'bigint' ? String(chainId) : 'none',
      active: String(active),
      code: codes.invalidParams,
    })
  }
  await refuseAccountData(data, context)
  const asAccount = context.smartAccount && (await (await import('./smart/signature.js')).accountTypedData(data, { network, context }))
  const { hash, sign } = asAccount ?? plainSignature(typedDataHash(data), own)
  const chain = chainReader(network, context.fetch)
  const actions = decodeTypedData(data)
  if (actions) checkOwner(actions, own)
  const finding = join([
    actions ? await describe(actions, { network, context, chain }) : unknown(data),
    // Nothing can be tried out of it: what is signed here counts wherever the other side says so, and without a chain on all of them.
    saying(
      'risky',
      ...(actions && data.domain['chainId'] === undefined ? [warning('domainMismatch', { reason: 'noChain' })] : []),
      ...(await contractWarnings(data, actions !== undefined, chain)),
    ),
  ])
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: own,
    ...finding,
    changes: 'none',
    details: [{ path: 'address', value: own }, ...typedDataDetails(data)],
    hash,
    sign,
    ...(asAccount && { account: 'smartAccount' }),
  } satisfies PreparedRequest)
}

/** A permission that names its giver must name this account: another one's would be worth nothing, or is confusion on purpose. */
function checkOwner(actions: readonly Action[], own: Address): void {
  for (const action of actions)
    if (action.kind === 'permit' && action.owner !== undefined && action.owner !== own) throw new AccountMismatchError()
}

/** Typed data of no known kind: its own names, and every value in details. */
function unknown(data: TypedData): Finding {
  const { domain, primaryType } = data
  const text = (name: string) => (typeof domain[name] === 'string' ? { [name]: cleanName(domain[name]) } : {})
  const values = { primaryType, ...text('name'), ...text('version'), ...text('verifyingContract') }
  return soundsGrave(data) ? { ...found('unreadable', values), warnings: [warning('unreadable')] } : found('typedData', values)
}

/** Whether the contract that the domain names is there, and is the one that such messages are for. */
async function contractWarnings({ domain, message }: TypedData, isKnown: boolean, chain: ChainReader): Promise<readonly Warning[]> {
  const contract = domain['verifyingContract']
  if (typeof contract !== 'string' || BigInt(contract) === 0n) return []
  const isForPermit2 = 'details' in message || 'permitted' in message
  if (isKnown && isForPermit2 && contract !== permit2) return [warning('unverifiedContract', { address: contract, reason: 'imitation' })]
  const isThere = wellKnownName(contract) !== undefined || (await chain.code(contract)) !== '0x'
  return isThere ? [] : [warning('unverifiedContract', { address: contract, reason: 'noCode' })]
}
