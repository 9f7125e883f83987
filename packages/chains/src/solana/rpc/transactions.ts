import { z } from 'zod'
import { blockhashLifetime } from '../blockhashes.js'
import { decodeText } from '../bytes.js'
import { type Chain, contextAt } from '../chain.js'
import { depths } from '../commitment.js'
import { JsonRpcError, invalidParams } from '../errors.js'
import type { Outcome } from '../runtime.js'
import { type Transaction, decodeTransaction, isSigned } from '../transaction.js'
import { describeError } from '../transactionErrors.js'
import { encodeAccount } from './encodeAccount.js'
import { encodeEntry } from './encodeTransaction.js'
import { method } from './method.js'
import { address, historyOptions, sendOptions, signature, simulateOptions, transactionOptions } from './schema.js'

const encoded = z.string().min(1).max(4000)

export const transactionMethods = {
  sendTransaction: method(z.tuple([encoded, sendOptions]).rest(z.unknown()), (chain, [text, options]) => {
    const transaction = decodeTransaction(decodeText(text, options?.encoding ?? 'base58'))
    const signed = isSigned(transaction)
    if (!options?.skipPreflight) {
      contextAt(chain, { commitment: options?.preflightCommitment, minContextSlot: options?.minContextSlot })
      if (!signed) throw new JsonRpcError(-32_003, 'Transaction signature verification failure')
      const { outcome } = simulate(chain, transaction)
      if (outcome.err !== null) {
        const message = `Transaction simulation failed: ${describeError(outcome.err)}`
        throw new JsonRpcError(-32_002, message, { accounts: null, ...summary(outcome) })
      }
    }
    // Without preflight a node passes on whatever it gets, and the leader drops what can't be in a block.
    if (signed && refusal(chain, transaction) === undefined) chain.submit(transaction)
    return transaction.id
  }),

  simulateTransaction: method(z.tuple([encoded, simulateOptions]).rest(z.unknown()), (chain, [text, options]) => {
    const { ledger } = chain
    const { sigVerify, replaceRecentBlockhash, innerInstructions, accounts } = options ?? {}
    const transaction = decodeTransaction(decodeText(text, options?.encoding ?? 'base58'))
    if (sigVerify && replaceRecentBlockhash) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    const context = contextAt(chain, options ?? {})
    if (sigVerify && !isSigned(transaction)) {
      return { context, value: { accounts: null, ...summary({ ...nothing, err: 'SignatureFailure' }) } }
    }
    const { outcome, accounts: written } = simulate(chain, transaction, { anyBlockhash: replaceRecentBlockhash ?? false })
    const encoding = accounts?.encoding ?? 'base64'
    const wanted = accounts?.addresses.map((key) =>
      encodeAccount(ledger.runtime, written.get(key) ?? ledger.runtime.account(key), { encoding }),
    )
    const value = {
      accounts: outcome.err === null && wanted ? wanted : null,
      ...summary(outcome),
      ...(innerInstructions && { innerInstructions: outcome.innerInstructions }),
      ...(replaceRecentBlockhash && {
        replacementBlockhash: {
          blockhash: ledger.blockhashes.at(ledger.slot()),
          lastValidBlockHeight: ledger.slot() + blockhashLifetime,
        },
      }),
    }
    return { context, value }
  }),

  getSignatureStatuses: method(z.tuple([z.array(signature).max(256)]).rest(z.unknown()), (chain, [ids]) => {
    const { ledger } = chain
    const value = ids.map((id) => {
      const entry = ledger.entry(id)
      if (!entry) return null
      const confirmationStatus = ledger.commitmentOf(entry)
      const confirmations = confirmationStatus === 'finalized' ? null : ledger.slot() - entry.slot
      const status = entry.err === null ? { Ok: null } : { Err: entry.err }
      return { slot: entry.slot, confirmations, confirmationStatus, err: entry.err, status }
    })
    return { context: contextAt(chain, { commitment: 'processed' }), value }
  }),

  getSignaturesForAddress: method(z.tuple([address, historyOptions]).rest(z.unknown()), ({ ledger }, [key, options]) => {
    const { commitment, limit, before, until } = options ?? {}
    const upTo = ledger.slot(atLeastConfirmed(commitment))
    const entries = ledger.entriesOf(key).filter(({ slot }) => slot <= upTo)
    const from = before ? entries.findIndex(({ id }) => id === before) + 1 : 0
    const end = until ? entries.findIndex(({ id }) => id === until) : -1
    // A signature that is not in this history ends it, as it does on a cluster.
    const page = before && from === 0 ? [] : entries.slice(from, end === -1 ? undefined : end).slice(0, limit ?? 1000)
    return page.map((entry) => ({
      signature: entry.id,
      slot: entry.slot,
      blockTime: entry.blockTime,
      err: entry.err,
      memo: memoOf(entry.logs),
      confirmationStatus: ledger.commitmentOf(entry),
    }))
  }),

  getTransaction: method(z.tuple([signature, transactionOptions]).rest(z.unknown()), ({ ledger }, [id, options]) => {
    const entry = ledger.entry(id)
    if (!entry || ledger.slot() - entry.slot < depths[atLeastConfirmed(options?.commitment)]) return null
    const maxVersion = options?.maxSupportedTransactionVersion ?? undefined
    return encodeEntry(entry, { encoding: options?.encoding ?? 'json', maxVersion })
  }),
}

const nothing: Outcome = { err: null, logs: [], unitsConsumed: 0, fee: 0, innerInstructions: [], returnData: null }

/** Runs it and forgets it, unless the rules of the ledger refuse it before. */
function simulate(chain: Chain, transaction: Transaction, { anyBlockhash = false } = {}) {
  const err = refusal(chain, transaction, { anyBlockhash })
  if (err !== undefined) return { outcome: { ...nothing, err }, accounts: new Map<string, never>() }
  return chain.ledger.simulate(transaction.bytes)
}

/** What the ledger has against a transaction that the runtime would take. */
function refusal({ ledger }: Chain, { id, message }: Transaction, { anyBlockhash = false } = {}): string | undefined {
  if (!anyBlockhash && !ledger.blockhashes.isValid(message.recentBlockhash, ledger.slot())) return 'BlockhashNotFound'
  return ledger.entry(id) ? 'AlreadyProcessed' : undefined
}

function summary({ err, logs, unitsConsumed, returnData }: Outcome) {
  return { err, logs, unitsConsumed, returnData }
}

/** History is finalized unless asked otherwise, and never less than confirmed. */
function atLeastConfirmed(commitment: keyof typeof depths | null | undefined): 'confirmed' | 'finalized' {
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return commitment ?? 'finalized'
}

/** What memo programs logged: `[length] text`. */
function memoOf(logs: readonly string[]): string | null {
  const memos = logs.flatMap((log) => {
    const found = /^Program log: Memo \(len (\d+)\): "(.*)"$/.exec(log)
    return found ? [`[${found[1]}] ${found[2]}`] : []
  })
  return memos.join('; ') || null
}
