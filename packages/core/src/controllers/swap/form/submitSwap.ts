import { asError } from '../../../kit/asError.js'
import { within } from '../../../kit/time.js'
import type { Portico } from '../../../portico/createPortico.js'
import { ReceiptTimeoutError, TransactionRevertedError } from '../../account/errors.js'
import { followSent } from '../../activity/followSent.js'
import {
  forgetSent,
  noteMeaning,
  noteOrder,
  noteOutcome,
  rememberSent,
  type SentMeaning,
  type SentOrder,
  type SentToken,
} from '../../activity/sent.js'
import { refreshHoldings } from '../../balances/refreshHoldings.js'
import type { Call } from '../../calls/capability.js'
import { AtomicityNotSupportedError, AtomicReadyWalletRejectedUpgradeError } from '../../calls/errors.js'
import { getCapabilities } from '../../calls/getCapabilities.js'
import { isDone } from '../../calls/isOver.js'
import { sendCalls } from '../../calls/sendCalls.js'
import { waitForCalls } from '../../calls/waitForCalls.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import { currentSender, isSameSender } from '../../send/form/sender.js'
import { isUnconfirmed, sendingError } from '../../send/isUnconfirmed.js'
import { signAndSendTransaction } from '../../send/signAndSendTransaction.js'
import { sendTransaction } from '../../send/sendTransaction.js'
import { waitForReceipt } from '../../send/waitForReceipt.js'
import type { TypedData } from '../../sign/capability.js'
import { signTypedData } from '../../sign/signTypedData.js'
import { AllowanceTooLowError, PriceMovedError, QuoteExpiredError, SwapAccountError } from '../errors.js'
import { attachPermit, prepareSwap, type AgreedSwap, type PreparedCalls, type PreparedSwap, type PreparedTrade } from '../prepareSwap.js'
import { isFresh } from '../quotes.js'
import { endOfTrade, handInTrade } from '../handInTrade.js'
import type { SwapToken } from '../token.js'
import { waitForTrade } from '../waitForTrade.js'
import { swapFormStore, type SwapProgress } from './store.js'

/** How often a router may be another one after it was allowed to take the token. */
const mostRounds = 3
/** How long the end of a swap waits for what came out, in milliseconds. */
const patience = 2_000

/**
 * Swaps what the visitor agreed to, and follows it to its end: the form's `progress` tells. The transaction is checked before the wallet
 * sees anything (S18). Allowance and swap are one batch where the wallet can, else one after the other. Does nothing while a swap is on
 * its way already. Never throws.
 * @example await submitSwap(portico, swap)
 * @param swap as `checkSwap` gave it, and as it was shown
 */
export async function submitSwap(portico: Portico, swap: AgreedSwap): Promise<void> {
  const store = swapFormStore(portico)
  if (store.getState().progress.status !== 'editing') return
  let current: SwapProgress = { status: 'checking', swap }
  let isSent = false
  /** Only while the form is still this swap's. */
  const show = (progress: SwapProgress) => {
    isSent ||= progress.status === 'approved' || progress.status === 'sent'
    if (store.getState().progress !== current) return
    current = progress
    store.setState({ progress })
  }
  store.setState({ progress: current })
  try {
    await run(portico, swap, show)
  } catch (error) {
    const { progress } = store.getState()
    const { hash } = progress.status === 'sent' ? progress : {}
    show({ status: 'failed', swap, error: asError(error), ...(hash !== undefined && { hash }) })
  }
  if (isSent) void refreshHoldings(portico, swap)
}

type Show = (progress: SwapProgress) => void

async function run(portico: Portico, swap: AgreedSwap, show: Show): Promise<void> {
  if (!isFresh(swap.quote)) throw new QuoteExpiredError()
  const { namespace, networkId } = swap
  /** What was asked to be allowed the last time, and whether it was the same again. */
  let last = ''
  let isSame = false
  const allowAll = async (approvals: readonly Call[]): Promise<boolean> => {
    for (const approval of approvals) if (!(await allow(portico, swap, approval, show))) return false
    const asked = approvals.map(({ to, data }) => `${to} ${data}`).join()
    isSame = asked === last
    last = asked
    show({ status: 'checking', swap })
    return true
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const prepared = await prepareSwap(portico, swap)
    if ('transaction' in prepared) {
      show({ status: 'asking', swap, allows: false })
      checkAccount(portico, swap)
      return follow(portico, swap, prepared.router, await sendPrepared(portico, swap, prepared), show)
    }
    if ('trade' in prepared) {
      if (prepared.approvals.length === 0) return signTrade(portico, swap, prepared, show)
      if (!(await allowAll(prepared.approvals))) return
      continue
    }
    const { approvals, call, permit } = prepared
    if (approvals.length === 0) {
      const whole = permit ? await permitted(portico, swap, call, permit, show) : call
      show({ status: 'asking', swap, allows: false })
      checkAccount(portico, swap)
      const hash = await asSent(sendTransaction(portico, { namespace, networkId, ...whole }))
      noteMeaning(portico, hash, meaningOf(swap))
      return follow(portico, swap, call.to, hash, show)
    }
    // What is signed counts only once the contract that checks it may take the token.
    if (!permit && (await atOnce(portico, swap, prepared, show))) return
    if (!(await allowAll(approvals))) return
  }
  throw isSame ? new AllowanceTooLowError() : new PriceMovedError()
}

/** Has a whole transaction signed and sent. */
async function sendPrepared(
  portico: Portico,
  swap: AgreedSwap,
  { transaction, router }: Extract<PreparedSwap, { readonly transaction: Uint8Array }>,
): Promise<string> {
  const { namespace, networkId, address } = swap
  const hash = await asSent(signAndSendTransaction(portico, { namespace, networkId, transaction }))
  rememberSent(portico, { hash, address, networkId, to: router, ...meaningOf(swap) })
  void followSent(portico, hash)
  return hash
}

async function follow(portico: Portico, swap: AgreedSwap, router: string, hash: string, show: Show): Promise<void> {
  const sentAt = Date.now()
  show({ status: 'sent', swap, hash, sentAt })
  const { outcome, minedHash } = await waitForReceipt(portico, { hash, networkId: swap.networkId })
  if (outcome !== 'success' && outcome !== 'repriced')
    return show({ status: 'failed', swap, hash, outcome, error: new TransactionRevertedError({ reason: outcome }) })
  const seconds = secondsSince(sentAt)
  show({ status: 'confirmed', swap, hash: minedHash, seconds, ...(await readReceived(portico, swap, router, minedHash)) })
}

/** What came out, where the chain says so soon. Less than the contract would have given is not believed. */
async function readReceived(portico: Portico, swap: AgreedSwap, router: string, hash: string): Promise<{ received?: bigint }> {
  const { networkId, address, namespace, to, quote } = swap
  try {
    const adapter = await loadAdapter(portico, namespace)
    const asked = adapter.readReceived?.({ hash, token: to.address, address, router, networkId })
    const received = asked && (await within(asked, patience))
    return received !== undefined && received >= quote.minimum ? { received } : {}
  } catch {
    return {} // the swap is done all the same
  }
}

/** Allowance and swap as one, of which all happens or nothing. @returns false where the wallet cannot */
async function atOnce(portico: Portico, swap: AgreedSwap, { approvals, call }: PreparedCalls, show: Show): Promise<boolean> {
  const { namespace, networkId } = swap
  const status = await getCapabilities(portico, { namespace, networkId }).then(
    (able) => able[networkId]?.atomic?.status,
    () => undefined,
  )
  if (status !== 'supported' && status !== 'ready') return false
  show({ status: 'asking', swap, allows: true })
  checkAccount(portico, swap)
  let id: string
  try {
    const calls: readonly Call[] = [...approvals, call]
    id = (await asSent(sendCalls(portico, { namespace, networkId, calls, atomicRequired: true, showProgress: false }))).id
  } catch (error) {
    if (error instanceof AtomicityNotSupportedError || error instanceof AtomicReadyWalletRejectedUpgradeError) return false
    throw error
  }
  const sentAt = Date.now()
  show({ status: 'sent', swap, sentAt })
  const ended = await waitForCalls(portico, { id, namespace }).catch(() => {
    throw new ReceiptTimeoutError({ hash: id }) // the wallet has it: nobody can say that nothing happened
  })
  const hash = ended.receipts.at(-1)?.transactionHash
  if (hash !== undefined) show({ status: 'sent', swap, hash, sentAt })
  if (!isDone(ended)) throw new TransactionRevertedError({ reason: `status ${ended.status}` })
  const seconds = secondsSince(sentAt)
  const received = hash === undefined ? {} : await readReceived(portico, swap, call.to, hash)
  show({ status: 'confirmed', swap, ...(hash !== undefined && { hash }), seconds, ...received })
  return true
}

/** Has a trade signed, which is all that is asked: its service sends it. */
async function signTrade(portico: Portico, swap: AgreedSwap, { trade }: PreparedTrade, show: Show): Promise<void> {
  const { namespace, networkId, address } = swap
  const { typedData, router } = trade
  show({ status: 'asking', swap, allows: false })
  checkAccount(portico, swap)
  const signature = await signTypedData(portico, { namespace, networkId, typedData })
  const sentAt = Date.now()
  show({ status: 'sent', swap, sentAt })
  // From now on it may happen, whatever becomes of this page.
  const order = { key: `order:${sentAt}`, until: endOfTrade(trade) }
  rememberSent(portico, { hash: order.key, order, address, networkId, to: router, ...meaningOf(swap) })
  const hash = await sendOrder(portico, swap, trade, signature, order)
  void followSent(portico, hash)
  return follow(portico, swap, router, hash, show)
}

/** Hands a signed trade in, and waits until it is sent. What becomes known of it is written down. @returns its hash */
async function sendOrder(portico: Portico, { networkId }: AgreedSwap, trade: PreparedTrade['trade'], signature: string, order: SentOrder) {
  const { key } = order
  try {
    const id = await handInTrade(portico, networkId, trade, signature)
    noteOrder(portico, key, { id })
    const hash = await waitForTrade(portico, networkId, { id, until: order.until })
    noteOrder(portico, key, { hash })
    return hash
  } catch (error) {
    if (error instanceof TransactionRevertedError) noteOutcome(portico, { hash: key, outcome: 'reverted', minedHash: key })
    else if (!isUnconfirmed({ error: asError(error) })) forgetSent(portico, key)
    throw error
  }
}

/** Has the permit signed, and puts it into the call. */
async function permitted(portico: Portico, swap: AgreedSwap, call: Call, typedData: TypedData, show: Show): Promise<Call> {
  const { namespace, networkId } = swap
  show({ status: 'approving', swap })
  checkAccount(portico, swap)
  return attachPermit(portico, swap, call, await signTypedData(portico, { namespace, networkId, typedData }))
}

/** Has the router allowed to take what is paid. @returns false where that came to nothing, which is shown */
async function allow(portico: Portico, swap: AgreedSwap, approval: Call, show: Show): Promise<boolean> {
  const { namespace, networkId } = swap
  show({ status: 'approving', swap })
  checkAccount(portico, swap)
  const hash = await sendTransaction(portico, { namespace, networkId, ...approval })
  noteMeaning(portico, hash, { allows: sentToken(swap.from, swap.units) })
  show({ status: 'approved', swap, hash })
  const { outcome } = await waitForReceipt(portico, { hash, networkId })
  if (outcome === 'success' || outcome === 'repriced') return true
  show({ status: 'failed', swap, outcome, error: new TransactionRevertedError({ reason: outcome }) })
  return false
}

/** What the account's activity shows of a swap before the history tells of it. */
const meaningOf = ({ from, to, units }: AgreedSwap): SentMeaning => ({ swap: { from: sentToken(from, units), to: sentToken(to, 0n) } })

const sentToken = ({ address, symbol, decimals }: SwapToken, units: bigint): SentToken => ({
  symbol,
  decimals,
  units,
  ...(address !== undefined && { token: address }),
})

/** What a wallet answers that is asked to send the swap. */
const asSent = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    throw sendingError(asError(error))
  })

/** What is bought goes to the account that ordered it: another one may not pay for it. */
function checkAccount(portico: Portico, { namespace, address, networkId }: AgreedSwap): void {
  if (!isSameSender(currentSender(portico, namespace), { namespace, address, networkId })) throw new SwapAccountError()
}

const secondsSince = (moment: number): number => Math.max(1, Math.round((Date.now() - moment) / 1000))
