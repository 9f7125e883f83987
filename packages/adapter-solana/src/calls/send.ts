import { CapabilityMissingError, InvalidOptionError, type NetworkId } from '@portico/core'
import { BundleTooLargeError, type SentCalls } from '@portico/core/calls'
import type { AccountTarget, CallsRequest } from '@portico/core/kit'
import { EndpointError } from '../errors.js'
import { latestBlockhash } from '../implementation/blockhash.js'
import { base58 } from '../implementation/bytes.js'
import type { Connections } from '../implementation/connections.js'
import { encodeMessage, unsigned } from '../implementation/encode.js'
import { parseTransaction } from '../implementation/message.js'
import { pricesOf } from '../implementation/priority.js'
import type { Rpc } from '../implementation/rpc.js'
import type { createSigning, Sent } from '../implementation/sign.js'
import { waitForReceipt } from '../implementation/waitForReceipt.js'
import { abilitiesOf } from './abilities.js'
import { mostTransactions, writeBatchId } from './batchId.js'
import { asksForOne } from './capabilities.js'
import { readInstruction } from './instructions.js'
import { pack } from './pack.js'
import { withPrice } from './withPrice.js'

export interface SendCallsContext {
  readonly connections: Pick<Connections, 'use'>
  readonly rpc: Rpc
  readonly signing: ReturnType<typeof createSigning>
  readonly sent: ReadonlyMap<string, Sent>
  /** Signatures of transactions that were signed, and will not be sent. */
  readonly unsent: Set<string>
}

/**
 * Sends calls as one transaction, of which all happens or nothing. Where they do not fit into one, the wallet is asked once for several,
 * and each is sent when the one before it is confirmed; after one that fails none is.
 * @throws InvalidOptionError, BundleTooLargeError, AtomicityNotSupportedError, UnsupportedNonOptionalCapabilityError, and what signing
 * and sending the first transaction throw
 */
export async function sendCalls(context: SendCallsContext, request: CallsRequest): Promise<SentCalls> {
  const { calls, atomicRequired, id, capabilities, connectorId, address, networkId } = request
  const { connections, rpc, signing, unsent } = context
  const target = { connectorId, address, networkId }
  if (id !== undefined)
    throw new InvalidOptionError({ option: 'id', problem: 'leave it out: a batch on Solana is named by its signatures' })
  const isOne = asksForOne(capabilities, calls) || atomicRequired === true
  const instructions = calls.map((call, at) => readInstruction(call, at, address))
  const { version, signsSeveral } = abilitiesOf(connections.use(target)) // before the chain is asked

  const writes = instructions.flatMap(({ accounts }) => accounts.flatMap((used) => (used.writable ? used.address : [])))
  const [{ blockhash, lastValidBlockHeight: known }, { standard }] = await Promise.all([
    latestBlockhash(rpc, networkId),
    pricesOf(rpc, { networkId, writes: [...new Set([address, ...writes])].slice(0, 128) }),
  ])
  const messages = pack(instructions, (some) =>
    encodeMessage({ version, payer: address, blockhash, instructions: withPrice(some, standard) }),
  )
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
  void sendRest(context, target, wires).then((reached) => signatures.slice(reached).forEach((one) => unsent.add(one)))
  return { id: writeBatchId({ networkId, lastValidBlockHeight, signatures }) }
}

/** Sends all but the first. Never throws. @returns how many may have reached the chain */
async function sendRest({ rpc, signing, sent }: SendCallsContext, target: AccountTarget, wires: readonly Uint8Array[]): Promise<number> {
  const { networkId } = target
  let reached = 1
  try {
    for (const wire of wires.slice(1)) {
      const hash = signatureOf(wires[reached - 1] ?? wire)
      const { outcome } = await waitForReceipt(rpc, { hash, networkId, sent: sent.get(hash) })
      if (outcome !== 'success') break
      await signing.send(target, wire, {})
      reached += 1
    }
  } catch (error) {
    // A node that did not answer may have taken it.
    if (error instanceof EndpointError) reached += 1
  }
  return reached
}

/** The signature by which the network knows a transaction. */
const signatureOf = (wire: Uint8Array): string => base58.encode(parseTransaction(wire)?.signatures[0] ?? new Uint8Array(64))

/** Until when any blockhash of this moment is good: a wallet may have taken a newer one than it was given. Never throws: it is sent by then. */
async function lastValid(rpc: Rpc, networkId: NetworkId, known: bigint): Promise<bigint> {
  const newest = await latestBlockhash(rpc, networkId).catch(() => undefined)
  return newest?.lastValidBlockHeight ?? known + blockhashLifetime
}

/** In blocks. */
const blockhashLifetime = 150n
