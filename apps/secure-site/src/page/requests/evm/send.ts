import type { Hex } from 'viem'
import { getAddress, keccak256 } from 'viem/utils'
import type { DetailLine, FrameNetwork, Keys, PreparedRequest } from '../../types.js'
import { DelegateNotListedError, InvalidParamsError, NodeAnswerError, NodeUnreachableError } from '../errors.js'
import { costFinding, spendingOf } from '../limits.js'
import { askNode } from '../node.js'
import { parseAmount, toDecimal } from '@portico/core'
import { freeze, join, type PrepareContext, type SiteRequest, warning } from '../types.js'
import type { Action } from './action.js'
import { decodeCall, withAmount } from './calls.js'
import { describe, isUnlimited } from './describe.js'
import { fill, type Fees, type Filled, type FullTransaction } from './fill.js'
import { signTransaction, transactionHash } from './sign.js'
import { simulate, type Simulated } from './simulate.js'
import { type ChainReader, chainReader } from './tokens.js'
import { type AskedTransaction, parseTransaction } from './transaction.js'

/** Reads eth_sendTransaction. Approving it signs and sends it, and answers its hash. */
export async function prepareTransaction(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const asked = freeze(parseTransaction(request.params, { own, network }))
  const { fetch } = context
  return prepareSending({
    request,
    asked: [asked],
    network,
    context,
    send: async ([transaction], keys) => transaction && sendRaw(await signTransaction(keys, transaction), network, fetch),
  })
}

interface Sending {
  readonly request: SiteRequest
  /** One after the other, by one account. */
  readonly asked: readonly AskedTransaction[]
  readonly network: FrameNetwork
  readonly context: PrepareContext
  /** Signs and sends what was shown, and answers the site. */
  readonly send: (transactions: readonly FullTransaction[], keys: Pick<Keys, 'withKey'>) => Promise<unknown>
}

/** What is sent, as the screen says it: each call's sentence, what all of them change together, and what they cost at the most. */
export async function prepareSending(sending: Sending): Promise<PreparedRequest> {
  const { request, asked, network, context, send } = sending
  const { fetch } = context
  for (const each of asked) checkDelegates(each, network, context)
  const chain = chainReader(network, fetch)
  const acts = asked.map(actionsOf)
  const actions = acts.flat()
  const described = describe(actions, { network, context, chain })
  const { filled, trial } = await fillAndTry({ asked, actions, network, fetch, chain })
  const { changes, reverts } = trial
  const failure = reverts ?? filled.find(({ willFail }) => willFail !== undefined)?.willFail
  const transactions = filled.map(({ transaction }) => transaction)
  const [expected, ceiling] = [sum(filled.map(({ fee }) => fee.expected)), sum(filled.map(({ fee }) => fee.ceiling))]
  const { decimals, symbol } = network.nativeCurrency
  const finding = join([
    await described,
    costFinding(trial, ceiling, network, context),
    {
      effects: [],
      warnings: failure !== undefined ? [warning('willFail')] : changes === 'failed' ? [warning('cannotSimulate')] : [],
      risk: failure === undefined ? 'normal' : 'caution',
    },
  ])
  const spending = spendingOf(trial.leaves && [...trial.leaves, { asset: network.id, units: ceiling }], network, context)
  const isBatch = request.method === 'wallet_sendCalls'
  const hash = isBatch ? undefined : transactions.map(transactionHash)[0]
  const reduce = await reducer(acts, asked, chain, (lowered) => prepareSending({ ...sending, asked: lowered }))
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: getAddress(context.addresses.eip155),
    ...finding,
    fee: { expected: toDecimal(expected, decimals), ceiling: toDecimal(ceiling, decimals), symbol },
    ...(spending && { spending }),
    changes,
    details: transactions.flatMap((each, index) => detailsOf(each, isBatch ? `calls[${index}].` : '')),
    ...(hash && { hash }),
    ...(reduce && { reduce }),
    sign: (keys) => send(transactions, keys),
  } satisfies PreparedRequest)
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n)

/** One transaction is tried out as it will be sent; of several, the trial run is what tells the gas of each. */
async function fillAndTry({
  asked,
  ...rest
}: {
  readonly asked: readonly AskedTransaction[]
  readonly actions: readonly Action[]
  readonly network: FrameNetwork
  readonly fetch: typeof globalThis.fetch
  readonly chain: ChainReader
}): Promise<{ readonly filled: readonly Filled[]; readonly trial: Simulated }> {
  if (asked.length > 1) {
    const trial = await simulate({ transactions: asked, ...rest })
    return { filled: await fill({ asked, ...rest, gasUsed: trial.gasUsed }), trial }
  }
  const filled = await fill({ asked, ...rest })
  return { filled, trial: await simulate({ transactions: filled.map(({ transaction }) => transaction), ...rest }) }
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

/** Lowers the one unlimited permission that is given, whichever transaction it is in. */
async function reducer(
  acts: readonly (readonly Action[])[],
  asked: readonly AskedTransaction[],
  chain: ChainReader,
  again: (lowered: readonly AskedTransaction[]) => Promise<PreparedRequest>,
): Promise<((amount: string) => Promise<PreparedRequest>) | undefined> {
  const found = await Promise.all(
    acts.map(async (actions, index) => {
      const [action] = actions
      if (actions.length !== 1 || action?.kind !== 'approve') return []
      const facts = await chain.token(action.token)
      const { decimals } = facts
      return decimals !== undefined && isUnlimited(action.amount, facts) ? [{ index, action, decimals }] : []
    }),
  )
  const [only, ...others] = found.flat()
  const data = only && asked[only.index]?.data
  if (!only || data === undefined || others.length > 0) return undefined
  const { index, action, decimals } = only
  return async (amount) => {
    const units = parseAmount(amount, decimals)
    const lowered = units >= action.amount ? undefined : withAmount(data, units)
    if (lowered === undefined) throw new InvalidParamsError({ problem: 'the amount is not lower' })
    return again(asked.map((each, at) => (at === index ? freeze({ ...each, data: lowered }) : each)))
  }
}

/** Each part of what is signed, amounts in wei (S9); of a batch also the hash of each, as there is not one for all. */
function detailsOf(transaction: FullTransaction, prefix: string): readonly DetailLine[] {
  const { chainId, from, to, value, data, nonce, gas, fees, accessList, authorizationList } = transaction
  const line = (path: string, text: string | number | bigint): DetailLine => ({ path: `${prefix}${path}`, value: String(text) })
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
    ...(prefix === '' ? [] : [line('hash', transactionHash(transaction) ?? '')]),
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
