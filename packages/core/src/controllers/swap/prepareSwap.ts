import type { Adapter } from '../../adapter.js'
import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { fromBase64 } from '../../kit/encoding/base64.js'
import { namespaceOf } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { TransactionRevertedError } from '../account/errors.js'
import { capability } from '../account/target.js'
import type { Call } from '../calls/capability.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import type { TypedData } from '../sign/capability.js'
import { PriceMovedError, UnsafeSwapError, type UnsafeReason } from './errors.js'
import type { ReadTrade, SwapMeaning, SwapPermit } from './capability.js'
import { slippageLimits, wholeSlippage, type SwapOrder } from './order.js'
import { getQuotes, isFresh, refusalOf, type SwapQuote } from './quotes.js'
import { isRouter } from './routers.js'
import { transactionAnswer } from './schema.js'
import { placeOf, tokenId } from './token.js'

/** A swap as the visitor has agreed to it. */
export interface AgreedSwap extends SwapOrder {
  readonly quote: SwapQuote
}

/** What is to be sent: the swap, and what has to be allowed before it; or a whole transaction, on a chain whose swaps are one. */
export type PreparedSwap = PreparedCalls | PreparedTrade | { readonly transaction: Uint8Array; readonly router: string }
/** What is signed, and what has to be allowed before it: its service sends it. */
export interface PreparedTrade {
  readonly approvals: readonly Call[]
  readonly trade: Pick<ReadTrade, 'typedData' | 'deadline' | 'router'>
}
export interface PreparedCalls {
  readonly approvals: readonly Call[]
  readonly call: Call
  /** What has to be signed and put into the call before it is sent. */
  readonly permit?: TypedData
}

/**
 * Has the gateway make the transaction of a swap, and checks that it is the swap that was agreed to, and nothing else: network, account,
 * contract, recipient, both tokens, amount, minimum and value (S18). A price that has grown old is asked anew, and has to allow for the
 * minimum that was agreed to. What has to be allowed, or signed for Permit2, is written here, for exactly the amount.
 * @throws UnsafeSwapError, PriceMovedError, NoRouteError, TransactionRevertedError, and the errors of asking the gateway and the chain
 */
export async function prepareSwap(portico: Portico, agreed: AgreedSwap): Promise<PreparedSwap> {
  const { networkId } = agreed
  const built = await buildSwap(portico, agreed)
  if ('trade' in built) return prepareTrade(portico, agreed, built.trade)
  const { permit, ...call } = built
  if (permit) return preparePermitted(portico, agreed, call, permit)
  // A list decides about the contract, before anything that it says is read.
  if (!(await isRouter(portico, networkId, call.to))) throw new UnsafeSwapError({ reason: 'router' })
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  if (adapter.readSwapTransaction) return prepareTransaction(adapter, agreed, call)
  const said = await capability(adapter, 'readSwap', namespaceOf(networkId))({ call, networkId })
  const reason = objection(agreed, said) ?? valueObjection(agreed, call)
  if (reason) throw new UnsafeSwapError({ reason })
  if (said && said.minimum < agreed.quote.minimum) throw new PriceMovedError()
  const approvals = await approvalsOf(adapter, agreed, call.to)
  await adapter.simulate?.({ address: agreed.address, networkId, calls: [...approvals, call] })
  return { approvals, call }
}

/** What has to be sent so that a contract may take what is paid: for exactly the amount, and nothing where it may already. */
async function approvalsOf(adapter: Adapter, { networkId, address, from, units }: AgreedSwap, spender: string): Promise<readonly Call[]> {
  const { address: token } = from
  if (token === undefined) return []
  const able = <C extends 'getAllowance' | 'writeApproval'>(name: C) => capability(adapter, name, namespaceOf(networkId))
  const allowed = await able('getAllowance')({ token, address, spender, networkId })
  if (allowed >= units) return []
  const allow = (amount: bigint) => able('writeApproval')({ token, spender, units: amount })
  const exact = await allow(units)
  // Some tokens change no allowance but to nothing.
  const isStuck = allowed > 0n && (await adapter.simulate?.({ address, networkId, calls: [exact] }).then(() => false, isReverted))
  return [...(isStuck ? [await allow(0n)] : []), exact]
}

/** How long what is signed may count, in milliseconds: a swap is sent at once, and its quote has not stood longer than this anywhere. */
const longestPermit = 1_800_000

/**
 * A swap that is paid by a signature for Permit2 (S18): the contract that may take the token is asked of the chain, which is what says whose
 * it is, and takes nothing without the signature. What is signed is of exactly the amount, and counts once and not for long. The chain can
 * try the call only when it is signed.
 */
async function preparePermitted(portico: Portico, agreed: AgreedSwap, call: Call, permit: SwapPermit): Promise<PreparedCalls> {
  const { networkId, from, units } = agreed
  const namespace = namespaceOf(networkId)
  const adapter = await loadAdapter(portico, namespace)
  const given = await capability(adapter, 'readPermittedSwap', namespace)({ call, permit, networkId })
  const said = given && { ...given, from: from.address, units }
  const reason = objection(agreed, said) ?? valueObjection(agreed, call) ?? permitObjection(permit)
  if (reason || from.address === undefined) throw new UnsafeSwapError({ reason: reason ?? 'pays' })
  if (said && said.minimum < agreed.quote.minimum) throw new PriceMovedError()
  const { typedData, contract } = await capability(adapter, 'writePermit', namespace)({ token: from.address, units, permit, networkId })
  return { approvals: await approvalsOf(adapter, agreed, contract), call, permit: typedData }
}

/** A swap that is signed, and sent by its service (S18). What is signed is written anew of what was read. */
async function prepareTrade(portico: Portico, agreed: AgreedSwap, trade: unknown): Promise<PreparedTrade> {
  const { networkId } = agreed
  const namespace = namespaceOf(networkId)
  const adapter = await loadAdapter(portico, namespace)
  const said = await capability(adapter, 'readTrade', namespace)({ trade, networkId })
  const reason = objection(agreed, said?.meaning) ?? (said && permitObjection(said))
  if (reason || !said) throw new UnsafeSwapError({ reason: reason ?? 'unreadable' })
  if (said.meaning.minimum < agreed.quote.minimum) throw new PriceMovedError()
  const { typedData, deadline, router, contract } = said
  return { approvals: await approvalsOf(adapter, agreed, contract), trade: { typedData, deadline, router } }
}

const permitObjection = ({ deadline }: Pick<SwapPermit, 'deadline'>, now = Date.now()): UnsafeReason | undefined =>
  deadline * 1000n > BigInt(now) && deadline * 1000n <= BigInt(now + longestPermit) ? undefined : 'permit'

/** The call of a swap with what was signed for it, tried on the chain. @throws TransactionRevertedError, EndpointError */
export async function attachPermit(portico: Portico, { networkId, address }: AgreedSwap, call: Call, signature: string): Promise<Call> {
  const namespace = namespaceOf(networkId)
  const adapter = await loadAdapter(portico, namespace)
  const signed = await capability(adapter, 'attachPermit', namespace)({ call, signature })
  await adapter.simulate?.({ address, networkId, calls: [signed] })
  return signed
}

const isReverted = (error: unknown): boolean => {
  if (error instanceof TransactionRevertedError) return true
  throw error
}

/** What the gateway made, to whom: call data in hex, or a transaction in base64. */
type Built = Required<Pick<Call, 'to' | 'value' | 'data'>> & { readonly permit?: SwapPermit }

async function buildSwap(portico: Portico, agreed: AgreedSwap): Promise<Built | { readonly trade: unknown }> {
  const { networkId, address, from, to, units } = agreed
  const { quote, slippage } = isFresh(agreed.quote) ? agreed : await renew(portico, agreed)
  const account = accountIdOf(networkId, address)
  const answer = await request(portico, {
    path: '/v1/convert/build-transaction',
    method: 'POST',
    body: {
      amount: String(units),
      eip155: { slippage: slippage / 100 },
      projectId: portico.options.projectId ?? '',
      from: tokenId(from),
      to: tokenId(to),
      userAddress: account,
      disableEstimate: true,
      ...(quote.id !== undefined && { quoteId: quote.id }),
    },
    idempotent: true, // it is written, not sent
    schema: transactionAnswer,
  }).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if ('trade' in answer) return answer
  const { tx, permit2 } = answer
  const sender = placeOf(asId(tx.from, networkId), networkId)
  const target = placeOf(asId(tx.to, networkId), networkId)
  if (!sender?.address || !target?.address || !isSameAddress(sender.address, address)) throw new UnsafeSwapError({ reason: 'account' })
  return { to: target.address, value: tx.amount, data: tx.data, ...(permit2 && { permit: permit2 }) }
}

/** Services write addresses with their network, or alone. */
const asId = (said: string, networkId: string): string => (said.includes(':') ? said : `${networkId}:${said}`)

/** A newer price, with as much slippage as leaves the minimum that was agreed to. */
async function renew(portico: Portico, agreed: AgreedSwap): Promise<Pick<AgreedSwap, 'quote' | 'slippage'>> {
  const quotes = await getQuotes(portico, agreed)
  const quote = quotes.find(({ provider }) => provider === agreed.quote.provider) ?? quotes[0]
  const room = quote ? Number(((quote.received - agreed.quote.minimum) * BigInt(wholeSlippage)) / quote.received) : 0
  if (!quote || room < slippageLimits.least) throw new PriceMovedError()
  return { quote, slippage: Math.min(room, agreed.slippage) }
}

/** A whole transaction, read, compared and tried (S18). */
async function prepareTransaction(adapter: Adapter, agreed: AgreedSwap, { to: router, data = '' }: Built): Promise<PreparedSwap> {
  const { networkId, address, from, to, quote } = agreed
  const transaction = fromBase64(data)
  const order = { address, networkId, from: from.address, to: to.address }
  const said = transaction && (await adapter.readSwapTransaction?.({ ...order, transaction }))
  const reason = objection(agreed, said)
  if (reason || !transaction || !said) throw new UnsafeSwapError({ reason: reason ?? 'unreadable' })
  if (said.minimum < quote.minimum) throw new PriceMovedError()
  await adapter.simulateSwap?.({ transaction, networkId, meaning: said })
  return { transaction, router }
}

/** What is not the agreed swap. */
function objection(agreed: AgreedSwap, said: SwapMeaning | undefined): UnsafeReason | undefined {
  const { address, from, to, units } = agreed
  if (!said) return 'unreadable'
  const isSame = (one: string | undefined, other: string | undefined) => isSameAddress(one ?? '', other ?? '')
  if (!isSame(said.recipient, address)) return 'recipient'
  if (!isSame(said.from, from.address) || said.units !== units) return 'pays'
  return isSame(said.to, to.address) ? undefined : 'gives'
}

const valueObjection = ({ from, units }: AgreedSwap, { value }: Call): UnsafeReason | undefined =>
  value === (from.address === undefined ? units : 0n) ? undefined : 'value'
