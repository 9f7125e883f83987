import { CapabilityMissingError, InvalidOptionError, type NetworkId } from '@portico/core'
import { BundleTooLargeError, type SentCalls } from '@portico/core/calls'
import { exclusively, type CallsRequest } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { latestBlockhash, untilNew } from '../implementation/blockhash.js'
import { base58 } from '../implementation/bytes.js'
import type { Connections } from '../implementation/connections.js'
import { encodeMessage, unsigned, type Instruction } from '../implementation/encode.js'
import { parseTransaction } from '../implementation/message.js'
import { pricesOf } from '../implementation/priority.js'
import { readUnits } from '../implementation/json.js'
import { commitment, type Rpc } from '../implementation/rpc.js'
import type { createSigning, Sent } from '../implementation/sign.js'
import { waitForReceipt } from '../implementation/waitForReceipt.js'
import { abilitiesOf } from './abilities.js'
import { mostTransactions, writeBatchId } from './batchId.js'
import { asksForOne } from './capabilities.js'
import { readInstruction } from './instructions.js'
import type { LeftBatch, LeftBatches } from './left.js'
import { pack } from './pack.js'
import { getCallsStatus } from './status.js'
import { withPrice } from './withPrice.js'

export interface SendCallsContext {
  readonly connections: Pick<Connections, 'use'>
  readonly rpc: Rpc
  readonly signing: ReturnType<typeof createSigning>
  readonly sent: ReadonlyMap<string, Sent>
  /** Messages that the wallet was asked for. */
  readonly asked: Set<string>
  /** Signatures of transactions that were signed, and will not be sent. */
  readonly unsent: Set<string>
  readonly left: LeftBatches
}

/**
 * Sends calls as one transaction, of which all happens or nothing. Where they do not fit into one, the wallet is asked once for several,
 * and each is sent when the one before it is confirmed; after one that fails none is.
 * @throws InvalidOptionError, BundleTooLargeError, AtomicityNotSupportedError, UnsupportedNonOptionalCapabilityError, and what signing
 * and sending the first transaction throw
 */
export async function sendCalls(context: SendCallsContext, request: CallsRequest): Promise<SentCalls> {
  const { calls, atomicRequired, id, capabilities, connectorId, address, networkId } = request
  const { connections, rpc, signing, left } = context
  const target = { connectorId, address, networkId }
  if (id !== undefined)
    throw new InvalidOptionError({ option: 'id', problem: 'leave it out: a batch on Solana is named by its signatures' })
  const isOne = asksForOne(capabilities, calls) || atomicRequired === true
  const instructions = calls.map((call, at) => readInstruction(call, at, address))
  const { version, signsSeveral } = abilitiesOf(connections.use(target)) // before the chain is asked

  const writes = instructions.flatMap(({ accounts }) => accounts.flatMap((used) => (used.writable ? used.address : [])))
  const { known, messages } = await untilNew(context.asked, async () => {
    const [{ blockhash, lastValidBlockHeight }, { standard }] = await Promise.all([
      latestBlockhash(rpc, networkId),
      pricesOf(rpc, { networkId, writes: [...new Set([address, ...writes])].slice(0, 128) }),
    ])
    const write = (some: readonly Instruction[]) =>
      encodeMessage({ version, payer: address, blockhash, instructions: withPrice(some, standard) })
    return { known: lastValidBlockHeight, messages: pack(instructions, write) }
  })
  const [only] = messages
  if (messages.length === 1 && only) {
    const signature = await signing.signAndSendTransaction({ ...target, transaction: unsigned(only) })
    return { id: writeBatchId({ networkId, lastValidBlockHeight: await lastValid(rpc, networkId, known), signatures: [signature] }) }
  }
  if (isOne || messages.length > mostTransactions) throw new BundleTooLargeError()
  if (!signsSeveral) {
    // It sends what it signs: transfers can be asked for one by one, and of the rest the site knows where to part it.
    if (calls.some((call) => 'programAddress' in call)) throw new BundleTooLargeError()
    throw new CapabilityMissingError({ capability: 'signTransactions', namespace: 'solana' })
  }
  const wires = await signing.signTransactions({ ...target, transactions: messages.map(unsigned) })
  const signatures = wires.map(signatureOf)
  const lastValidBlockHeight = await lastValid(rpc, networkId, known)
  const [first] = wires
  if (first) await signing.send(target, first, {})
  const batch = { networkId, lastValidBlockHeight, wires }
  left.keep(batch)
  void exclusively(idOf(batch), () => sendRest(context, batch, 1))
  return { id: writeBatchId({ networkId, lastValidBlockHeight, signatures }) }
}

/**
 * Goes on with what a page before this one has left: it was closed, or loaded anew, with some of a batch still to be sent. A tab that is
 * there still goes on by itself. Never throws.
 */
export async function sendLeft(context: SendCallsContext): Promise<void> {
  const { rpc, left } = context
  const goOn = async (batch: LeftBatch) => {
    const { networkId, lastValidBlockHeight, wires } = batch
    if (!left.read().some((one) => idOf(one) === idOf(batch))) return
    try {
      const { status, receipts } = await getCallsStatus(rpc, idOf(batch), new Set())
      const height = readUnits(await rpc.call({ networkId, method: 'getBlockHeight', params: [{ commitment }] }))
      const isStopped = status !== 100 || receipts.some((receipt) => receipt.status === 'reverted')
      if (isStopped || (height !== undefined && height > lastValidBlockHeight)) return left.drop(batch)
      const landed = new Set(receipts.map(({ transactionHash }) => transactionHash))
      const next = wires.findIndex((wire) => !landed.has(signatureOf(wire)))
      await sendRest(context, batch, Math.max(next, 0))
    } catch {
      // The next page looks again.
    }
  }
  await Promise.all(left.read().map((batch) => exclusively(idOf(batch), () => goOn(batch))))
}

/** Sends those from a place on, each when the one before it is there. Never throws. */
async function sendRest({ rpc, signing, sent, unsent, left }: SendCallsContext, batch: LeftBatch, from: number): Promise<void> {
  const { networkId, wires } = batch
  const signatures = wires.map(signatureOf)
  let reached = from
  try {
    for (const wire of wires.slice(from)) {
      const hash = signatures[reached - 1]
      if (hash !== undefined) {
        const { outcome } = await waitForReceipt(rpc, { hash, networkId, sent: sent.get(hash) })
        if (outcome !== 'success') break
      }
      await signing.send({ networkId }, wire, {})
      reached += 1
    }
  } catch (error) {
    // A node that did not answer may have taken it.
    if (error instanceof EndpointError) reached += 1
  }
  left.drop(batch)
  for (const one of signatures.slice(reached)) unsent.add(one)
}

const idOf = ({ networkId, lastValidBlockHeight, wires }: LeftBatch): string =>
  writeBatchId({ networkId, lastValidBlockHeight, signatures: wires.map(signatureOf) })

/** The signature by which the network knows a transaction. */
const signatureOf = (wire: Uint8Array): string => base58.encode(parseTransaction(wire)?.signatures[0] ?? new Uint8Array(64))

/** Until when any blockhash of this moment is good: a wallet may have taken a newer one than it was given. Never throws: it is sent by then. */
async function lastValid(rpc: Rpc, networkId: NetworkId, known: bigint): Promise<bigint> {
  const newest = await latestBlockhash(rpc, networkId).catch(() => undefined)
  return newest?.lastValidBlockHeight ?? known + blockhashLifetime
}

/** In blocks. */
const blockhashLifetime = 150n
