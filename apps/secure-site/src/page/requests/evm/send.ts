import { simple7702Account } from '@portico/contracts'
import type { Address, Hex } from 'viem'
import { getAddress, keccak256 } from 'viem/utils'
import type { FrameNetwork, Keys, PreparedRequest } from '../../types.js'
import { AccountControlError, DelegateNotListedError, NodeAnswerError, NodeUnreachableError } from '../errors.js'
import { costFinding, prospectFinding, spendingOf } from '../limits.js'
import { askNode } from '../node.js'
import { toDecimal } from '@portico/core'
import { type Finding, freeze, join, type PrepareContext, type SiteRequest } from '../types.js'
import type { Action } from './action.js'
import { actionsOf } from './actionsOf.js'
import { describe } from './describe.js'
import { callLines, detailsOf } from './details.js'
import { fill, type Filled, type FullTransaction } from './fill.js'
import { signTransaction, transactionHash } from './sign.js'
import { simulate, type Simulated } from './simulate.js'
import { reducer } from './reducer.js'
import type { Together } from './upgrade/together.js'
import { type ChainReader, chainReader } from './tokens.js'
import { type AskedTransaction, parseTransaction } from './transaction.js'

/** Reads eth_sendTransaction. Approving it signs and sends it, and answers its hash. */
export async function prepareTransaction(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const own = getAddress(context.addresses.eip155)
  const asked = freeze(parseTransaction(request.params, { own, network }))
  if (context.smartAccount) {
    const { prepareOperation, transactionOf } = await import('./smart/send.js')
    return prepareOperation({ request, asked: [asked], network, context, send: (sent) => transactionOf(sent, { network, context }) })
  }
  await refuseOwnCall(asked, own, network, context)
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
  /** All of it is one transaction. */
  readonly together?: Together | undefined
  /** Signs and sends what was shown, and answers the site. */
  readonly send: (transactions: readonly FullTransaction[], keys: Pick<Keys, 'withKey'>) => Promise<unknown>
}

/** What is sent, as the screen says it: each call's sentence, what all of them change together, and what they cost at the most. */
export async function prepareSending(sending: Sending): Promise<PreparedRequest> {
  const { request, asked, network, context, together, send } = sending
  const { fetch } = context
  for (const each of asked) checkDelegates(each, network, context)
  const chain = chainReader(network, fetch)
  const acts = asked.map(actionsOf)
  const actions = acts.flat()
  const described = describe(actions, { network, context, chain })
  const [{ filled, trial }, held] = await Promise.all([
    fillAndTry({ asked, together, actions, network, fetch, chain }),
    chain.balance(getAddress(context.addresses.eip155)),
  ])
  const { changes, reverts } = trial
  const failure = reverts ?? filled.find(({ willFail }) => willFail !== undefined)?.willFail
  const transactions = filled.map(({ transaction }) => transaction)
  const [expected, ceiling] = [sum(filled.map(({ fee }) => fee.expected)), sum(filled.map(({ fee }) => fee.ceiling))]
  const { decimals, symbol } = network.nativeCurrency
  // What a later one sends may come by an earlier one, which the trial run knows.
  const needs = (asked[0]?.value ?? 0n) + (filled[0]?.fee.ceiling ?? 0n)
  const finding = join([
    ...(together?.upgrades ? [upgrading] : []),
    await described,
    costFinding(trial, ceiling, network, context),
    prospectFinding({ has: held, needs, fails: failure !== undefined, untried: changes === 'failed' }, network),
  ])
  const spending = spendingOf(trial.leaves && [...trial.leaves, { asset: network.id, units: ceiling }], network, context)
  const isBatch = request.method === 'wallet_sendCalls' && !together
  const hash = isBatch ? undefined : transactions.map(transactionHash)[0]
  const reduce = await reducer(acts, asked, chain, (lowered) => prepareSending({ ...sending, asked: lowered }))
  return freeze({
    id: request.id,
    method: request.method,
    namespace: 'eip155',
    networkId: network.id,
    networkName: network.name,
    address: getAddress(context.addresses.eip155),
    ...(together?.upgrades && { upgrades: together.upgrades }),
    ...finding,
    fee: { expected: toDecimal(expected, decimals), ceiling: toDecimal(ceiling, decimals), symbol },
    ...(spending && { spending }),
    changes,
    details: [
      ...(together ? asked.flatMap(callLines) : []),
      ...transactions.flatMap((each, index) => detailsOf(each, isBatch ? `calls[${index}].` : '')),
    ],
    ...(hash && { hash }),
    ...(reduce && { reduce }),
    sign: (keys) => send(transactions, keys),
  } satisfies PreparedRequest)
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n)

/** One transaction is tried out as it will be sent; of several, the trial run is what tells the gas of each. */
async function fillAndTry({
  asked,
  together,
  ...rest
}: {
  readonly asked: readonly AskedTransaction[]
  readonly together: Together | undefined
  readonly actions: readonly Action[]
  readonly network: FrameNetwork
  readonly fetch: typeof globalThis.fetch
  readonly chain: ChainReader
}): Promise<{ readonly filled: readonly Filled[]; readonly trial: Simulated }> {
  if (together) {
    const { join: joined, overrides } = together
    const filled = await fill({ asked: [joined(asked)], ...rest, overrides })
    const transactions = filled.map(({ transaction }) => transaction)
    const sends = sum(asked.map(({ value }) => value))
    return { filled, trial: await simulate({ transactions, ...rest, sends, overrides }) }
  }
  if (asked.length > 1) {
    const trial = await simulate({ transactions: asked, ...rest })
    return { filled: await fill({ asked, ...rest, gasUsed: trial.gasUsed }), trial }
  }
  const filled = await fill({ asked, ...rest })
  return { filled, trial: await simulate({ transactions: filled.map(({ transaction }) => transaction), ...rest }) }
}

/** The code that stays is the account's own choice, and no trial run shows it all (S11): a window's. */
const upgrading: Finding = { effects: [{ kind: 'upgrade', values: { delegate: simple7702Account } }], warnings: [], risk: 'risky' }

/** Once upgraded, what an account is called by itself is a batch that nobody has read. @throws AccountControlError */
async function refuseOwnCall(
  { to, data }: AskedTransaction,
  own: Address,
  network: FrameNetwork,
  { fetch }: PrepareContext,
): Promise<void> {
  if (to !== own || data === '0x' || !network.smartAccounts) return
  const { upgradeState } = await import('./upgrade/state.js')
  if ((await upgradeState({ network, address: own, fetch })) === 'upgraded')
    throw new AccountControlError({ problem: 'a call goes to the account itself' })
}

/** Only to delegates that the operator lists (S15), or back to nobody. */
function checkDelegates({ authorizationList = [] }: AskedTransaction, network: FrameNetwork, { delegates }: PrepareContext): void {
  const listed = delegates?.[network.id] ?? []
  for (const { address } of authorizationList) {
    const isListed = BigInt(address) === 0n || listed.some((each) => each.toLowerCase() === address.toLowerCase())
    if (!isListed) throw new DelegateNotListedError({ delegate: address })
  }
}

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
