import type { Hex } from 'viem'
import { getAddress, keccak256 } from 'viem/utils'
import type { DetailLine, FrameNetwork, PreparedRequest } from '../../types.js'
import { DelegateNotListedError, InvalidParamsError, NodeAnswerError, NodeUnreachableError } from '../errors.js'
import { limitOf, lossFinding } from '../limits.js'
import { askNode } from '../node.js'
import { parseAmount, toDecimal } from '@portico/core'
import { type Finding, freeze, join, type PrepareContext, type SiteRequest, warning } from '../types.js'
import type { Action } from './action.js'
import { decodeCall, withAmount } from './calls.js'
import { describe, isUnlimited } from './describe.js'
import { fill, type Fees, type FullTransaction } from './fill.js'
import { signTransaction, transactionHash } from './sign.js'
import { simulate } from './simulate.js'
import { type ChainReader, chainReader } from './tokens.js'
import { type AskedTransaction, parseTransaction } from './transaction.js'

/** Reads eth_sendTransaction. Approving it signs and sends it, and answers its hash. */
export async function prepareTransaction(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const asked = freeze(parseTransaction(request.params, { own, network }))
  return prepareAsked(request, asked, network, context)
}

async function prepareAsked(
  request: SiteRequest,
  asked: AskedTransaction,
  network: FrameNetwork,
  context: PrepareContext,
): Promise<PreparedRequest> {
  const own = asked.from
  const { fetch } = context
  checkDelegates(asked, network, context)
  const chain = chainReader(network, fetch)
  const actions = actionsOf(asked)
  const described = describe(actions, { network, context, chain })
  const { transaction, fee, willFail } = await fill({ asked, network, fetch })
  const { changes, reverts } = await simulate({ transaction, actions, network, fetch, chain })
  const failure = reverts ?? willFail
  const { decimals, symbol } = network.nativeCurrency
  const finding = join([
    await described,
    costly(fee.ceiling, network, context),
    lossFinding(changes, network, context),
    {
      effects: [],
      warnings: failure !== undefined ? [warning('willFail')] : changes === 'failed' ? [warning('cannotSimulate')] : [],
      risk: failure === undefined ? 'normal' : 'caution',
    },
  ])
  const hash = transactionHash(transaction)
  const reduce = await reducer(actions, asked, chain, (data) => prepareAsked(request, freeze({ ...asked, data }), network, context))
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: own,
    ...finding,
    fee: { expected: toDecimal(fee.expected, decimals), ceiling: toDecimal(fee.ceiling, decimals), symbol },
    changes,
    details: detailsOf(transaction),
    ...(hash && { hash }),
    ...(reduce && { reduce }),
    sign: async (keys) => sendRaw(await signTransaction(keys, transaction), network, fetch),
  } satisfies PreparedRequest)
}

/** What the whole transaction does: its call, or the code that it leaves, and the accounts that it hands over. */
function actionsOf({ to, data, value, authorizationList = [], from }: AskedTransaction): readonly Action[] {
  const call: readonly Action[] = to === undefined ? [{ kind: 'deploy', size: (data.length - 2) / 2, value }] : decodeCall(to, data, value)
  const delegations = authorizationList.map(
    ({ address, signature }): Action => ({ kind: 'delegation', delegate: address, ...(!signature && { account: from }) }),
  )
  return [...delegations, ...call]
}

/** Only to delegates that the operator lists (S15), or back to nobody. */
function checkDelegates({ authorizationList = [] }: AskedTransaction, network: FrameNetwork, { delegates }: PrepareContext): void {
  const listed = delegates?.[network.id] ?? []
  for (const { address } of authorizationList) {
    const isListed = BigInt(address) === 0n || listed.some((each) => each.toLowerCase() === address.toLowerCase())
    if (!isListed) throw new DelegateNotListedError({ delegate: address })
  }
}

/** A fee can be a theft as well: above the limit of a transfer it is one to look at. */
function costly(ceiling: bigint, network: FrameNetwork, context: PrepareContext): Finding {
  const limit = limitOf(network.id, 1n, network.nativeCurrency.decimals, context)
  return ceiling > limit ? { effects: [], warnings: [warning('largeValue')], risk: 'risky' } : { effects: [], warnings: [], risk: 'normal' }
}

/** Lowers the one unlimited permission that a transaction gives. */
async function reducer(
  actions: readonly Action[],
  { data }: AskedTransaction,
  chain: ChainReader,
  again: (data: Hex) => Promise<PreparedRequest>,
): Promise<((amount: string) => Promise<PreparedRequest>) | undefined> {
  const [action] = actions
  if (actions.length !== 1 || action?.kind !== 'approve') return undefined
  const facts = await chain.token(action.token)
  const { decimals } = facts
  if (decimals === undefined || !isUnlimited(action.amount, facts)) return undefined
  return async (amount) => {
    const units = parseAmount(amount, decimals)
    const lowered = units >= action.amount ? undefined : withAmount(data, units)
    if (lowered === undefined) throw new InvalidParamsError({ problem: 'the amount is not lower' })
    return again(lowered)
  }
}

/** Each part of what is signed, amounts in wei (S9). */
function detailsOf({
  chainId,
  from,
  to,
  value,
  data,
  nonce,
  gas,
  fees,
  accessList,
  authorizationList,
}: FullTransaction): readonly DetailLine[] {
  const line = (path: string, value: string | number | bigint): DetailLine => ({ path, value: String(value) })
  return [
    line('type', typeOf(fees, accessList, authorizationList)),
    line('chainId', chainId),
    line('from', from),
    ...(to === undefined ? [] : [line('to', to)]),
    line('value', value),
    line('data', data),
    line('nonce', nonce),
    line('gas', gas),
    ...feeLines(fees).map(([path, price]) => line(path, price)),
    ...(accessList ?? []).flatMap(({ address, storageKeys }, index) => [
      line(`accessList[${index}].address`, address),
      ...storageKeys.map((key, at) => line(`accessList[${index}].storageKeys[${at}]`, key)),
    ]),
    ...(authorizationList ?? []).flatMap(({ address, chainId: chain, nonce: count, signature }, index) => [
      line(`authorizationList[${index}].address`, address),
      line(`authorizationList[${index}].chainId`, chain),
      line(`authorizationList[${index}].nonce`, count),
      ...(signature
        ? [
            line(`authorizationList[${index}].r`, signature.r),
            line(`authorizationList[${index}].s`, signature.s),
            line(`authorizationList[${index}].yParity`, signature.yParity),
          ]
        : []),
    ]),
  ]
}

const typeOf = (fees: Fees, accessList: unknown, authorizationList: unknown) =>
  'gasPrice' in fees ? (accessList ? 'eip2930' : 'legacy') : authorizationList ? 'eip7702' : 'eip1559'

const feeLines = (fees: Fees): readonly (readonly [string, bigint])[] =>
  'gasPrice' in fees
    ? [['gasPrice', fees.gasPrice]]
    : [
        ['maxFeePerGas', fees.maxFeePerGas],
        ['maxPriorityFeePerGas', fees.maxPriorityFeePerGas],
      ]

/** What nodes say of a transaction that they have already. */
const knownAlready = /already known|already imported|known transaction|already in (the )?(mem)?pool|ALREADY_EXISTS/i

/**
 * Sends a signed transaction, the same bytes again where the node did not answer, and answers its hash. 'Already known' is sent (R8).
 * @throws NodeAnswerError, NodeUnreachableError
 */
export async function sendRaw(raw: Hex, network: FrameNetwork, fetch: typeof globalThis.fetch): Promise<Hex> {
  const hash = keccak256(raw)
  try {
    await askNode({ network, method: 'eth_sendRawTransaction', params: [raw], fetch })
    return hash
  } catch (error) {
    if (error instanceof NodeAnswerError && knownAlready.test(error.message)) return hash
    // Mined already by an earlier try, the node calls its nonce too low.
    if (error instanceof NodeAnswerError || error instanceof NodeUnreachableError) {
      const found = await askNode({ network, method: 'eth_getTransactionByHash', params: [hash], fetch, retries: 1 }).catch(() => undefined)
      if (typeof found === 'object' && found !== null) return hash
    }
    throw error
  }
}
