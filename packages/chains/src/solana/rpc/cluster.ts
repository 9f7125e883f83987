import { z } from 'zod'
import { blockhashLifetime } from '../blockhashes.js'
import { decodeText } from '../bytes.js'
import { apiVersion, contextAt } from '../chain.js'
import { concat } from '../keys.js'
import { decodeMessage } from '../transaction.js'
import { method } from './method.js'
import { address, atCommitment } from './schema.js'

const none = z.tuple([]).rest(z.unknown())
const optional = z.tuple([atCommitment]).rest(z.unknown())

/** What the cluster says about itself. Every slot has a block, so height and slot are one number. */
export const clusterMethods = {
  getSlot: method(optional, (chain, [options]) => contextAt(chain, options ?? {}).slot),
  getBlockHeight: method(optional, (chain, [options]) => contextAt(chain, options ?? {}).slot),
  getBlockTime: method(z.tuple([z.int().min(0)]).rest(z.unknown()), ({ ledger }, [slot]) => ledger.timeOf(slot) ?? null),
  getGenesisHash: method(none, ({ ledger }) => ledger.genesisHash),
  getHealth: method(none, () => 'ok'),
  getVersion: method(none, () => ({ 'solana-core': apiVersion, 'feature-set': 3_640_012_085 })),

  getEpochInfo: method(optional, (chain, [options]) => {
    const { slot } = contextAt(chain, options ?? {})
    const slotsInEpoch = 432_000
    return {
      absoluteSlot: slot,
      blockHeight: slot,
      epoch: Math.floor(slot / slotsInEpoch),
      slotIndex: slot % slotsInEpoch,
      slotsInEpoch,
      transactionCount: chain.ledger.count(),
    }
  }),

  getLatestBlockhash: method(optional, (chain, [options]) => {
    const context = contextAt(chain, options ?? {})
    const blockhash = chain.ledger.blockhashes.at(context.slot)
    return { context, value: { blockhash, lastValidBlockHeight: context.slot + blockhashLifetime } }
  }),

  isBlockhashValid: method(z.tuple([address, atCommitment]).rest(z.unknown()), (chain, [hash, options]) => ({
    context: contextAt(chain, options ?? {}),
    value: chain.ledger.blockhashes.isValid(hash, chain.ledger.slot()),
  })),

  getFeeForMessage: method(z.tuple([z.string().max(2000), atCommitment]).rest(z.unknown()), (chain, [text, options]) => {
    const { ledger } = chain
    const message = decodeMessage(decodeText(text, 'base64'))
    const signatures = message.header.numRequiredSignatures
    const context = contextAt(chain, options ?? {})
    if (!ledger.blockhashes.isValid(message.recentBlockhash, ledger.slot())) return { context, value: null }
    // The runtime knows what it would take, priority included; for a payer that it does not know, the base fee is all.
    const unsigned = concat([Uint8Array.of(signatures), new Uint8Array(64 * signatures), message.bytes])
    return { context, value: ledger.simulate(unsigned).outcome.fee || 5000 * signatures }
  }),

  getRecentPrioritizationFees: method(z.tuple([z.nullish(z.array(address).max(128))]).rest(z.unknown()), ({ ledger }) =>
    Array.from({ length: blockhashLifetime }, (_, age) => ({
      slot: ledger.slot() - blockhashLifetime + 1 + age,
      prioritizationFee: 0,
    })),
  ),
}
