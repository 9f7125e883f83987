import { InvalidOptionError, WalletAnswerError, type GrantAccount } from '@portico/core'
import { MalformedAnswerError } from '@portico/core/kit'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { equalBytes, sha256 as nobleSha256 } from '@scure/btc-signer/utils.js'
import type { ReadAddress } from '../implementation/address.js'
import type { Chain } from '../implementation/chains.js'
import type { Utxo } from '../actions/esplora.js'

/** Largest PSBT that is read, in bytes. */
const sizeLimit = 4_000_000
/** Signals that the transaction may be replaced by one with a higher fee (BIP-125). */
const replaceable = 0xfffffffd

export const sha256 = (bytes: Uint8Array): Uint8Array => nobleSha256(bytes)

/** What is not known here is left as it is: a PSBT is the host's, and only the wallet has to understand all of it. */
const parseOptions = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
  unknown: 'ignore',
} as const

const networkOf = ({ hrp }: Chain) => (hrp === 'bc' ? NETWORK : { ...TEST_NETWORK, bech32: hrp })
const scriptOf = (address: string, chain: Chain) => OutScript.encode(Address(networkOf(chain)).decode(address))

/** Bytes of a PSBT in any of the forms that wallets use; undefined for what is none. */
function toBytes(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value.length <= sizeLimit ? value : undefined
  if (typeof value !== 'string' || value.length > 2 * sizeLimit) return undefined
  const text = value.trim()
  try {
    return /^70736274ff/i.test(text) ? hex.decode(text) : base64.decode(text)
  } catch {
    return undefined
  }
}

function parse(value: unknown): Transaction | undefined {
  const bytes = toBytes(value)
  if (!bytes) return undefined
  try {
    const transaction = Transaction.fromPSBT(bytes, parseOptions)
    transaction.toPSBT() // what contradicts itself is found out when it is written
    return transaction
  } catch {
    return undefined
  }
}

/** @throws InvalidOptionError when it is no PSBT (BIP-174, BIP-370) */
function parseGiven(psbt: unknown): Transaction {
  const transaction = typeof psbt === 'string' ? parse(psbt) : undefined
  if (!transaction) throw new InvalidOptionError({ option: 'psbt', problem: 'expected a PSBT as base64' })
  return transaction
}

export interface NamedInput {
  readonly index: number
  readonly address: string
  readonly sighashTypes?: readonly number[]
}

export interface PreparedPsbt {
  readonly psbt: Uint8Array
  readonly inputs: readonly NamedInput[]
}

/**
 * Reads a host's PSBT, and finds out which inputs the wallet is to sign: those named, or all that are its own. Signature
 * hash types that were named are written into it, so that every wallet sees them.
 * @throws InvalidOptionError for what is no PSBT, and for inputs that are not there or not the wallet's
 */
export function preparePsbt({
  psbt,
  inputs,
  accounts,
  chain,
}: {
  psbt: string
  inputs?: readonly NamedInput[] | undefined
  accounts: readonly GrantAccount[]
  chain: Chain
}): PreparedPsbt {
  const transaction = parseGiven(psbt)
  const refuse = (option: string, problem: string): never => {
    throw new InvalidOptionError({ option, problem })
  }
  if (inputs !== undefined) {
    if (!Array.isArray(inputs) || inputs.length === 0) refuse('inputs', 'expected a list with one at the least')
    inputs.forEach((input, at) => {
      const { index = -1, address, sighashTypes = [] }: Partial<NamedInput> = input ?? {}
      if (!Number.isInteger(index) || index < 0 || index >= transaction.inputsLength)
        refuse(`inputs[${at}].index`, 'the PSBT has no such input')
      if (!accounts.some((account) => account.address === address)) refuse(`inputs[${at}].address`, 'expected an address of the wallet')
      const isType = (type: number) => [0, 1, 2, 3, 0x81, 0x82, 0x83].includes(type)
      if (!Array.isArray(sighashTypes) || !sighashTypes.every(isType)) refuse(`inputs[${at}].sighashTypes`, 'expected signature hash types')
      const [sighashType, ...others] = sighashTypes
      if (sighashType !== undefined && others.length === 0) transaction.updateInput(index, { sighashType }, true)
    })
    return { psbt: transaction.toPSBT(), inputs }
  }
  const owned = accounts.map(({ address }) => ({ address, script: scriptOf(address, chain) }))
  const found = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const script = spentScript(transaction, index)
    const account = script && owned.find((one) => equalBytes(one.script, script))
    return account ? [{ index, address: account.address }] : []
  }).flat()
  if (found.length === 0) refuse('psbt', 'none of its inputs is spent from an address of the wallet')
  return { psbt: transaction.toPSBT(), inputs: found }
}

/** The script that locks what an input spends, where the PSBT tells. */
function spentScript(transaction: Transaction, index: number): Uint8Array | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = transaction.getInput(index)
  return witnessUtxo?.script ?? (vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout]?.script)
}

function isSigned(transaction: Transaction, index: number): boolean {
  const { partialSig, tapKeySig, tapScriptSig, finalScriptSig, finalScriptWitness } = transaction.getInput(index)
  return [partialSig, tapKeySig, tapScriptSig, finalScriptSig, finalScriptWitness].some((part) => (part?.length ?? 0) > 0)
}

/**
 * Reads what a wallet made of a PSBT: it must be the same transaction, and the inputs it was asked for must be signed.
 * @returns the PSBT as base64
 * @throws WalletAnswerError
 */
export function readSigned({ prepared: { psbt, inputs }, signed }: { prepared: PreparedPsbt; signed: unknown }): string {
  const refuse = (problem: string) => new WalletAnswerError({ method: 'signPsbt', cause: new Error(problem) })
  const transaction = parse(signed)
  const original = parse(psbt)
  if (!transaction || !original) throw refuse('The wallet answered with no PSBT.')
  if (!equalBytes(transaction.unsignedTx, original.unsignedTx)) throw refuse('The wallet answered with another transaction.')
  if (!inputs.every(({ index }) => isSigned(transaction, index))) throw refuse('The wallet left out an input.')
  return base64.encode(transaction.toPSBT())
}

export interface FinalTransaction {
  /** As the chain's endpoint takes it. */
  readonly hex: string
  readonly txid: string
}

/** Makes a signed PSBT ready to send (BIP-174, finalizer and extractor). @throws InvalidOptionError when signatures are missing */
export function finalize(psbt: string): FinalTransaction {
  const transaction = parseGiven(psbt)
  try {
    for (let index = 0; index < transaction.inputsLength; index += 1) {
      const { finalScriptSig, finalScriptWitness } = transaction.getInput(index)
      if (!finalScriptSig?.length && !finalScriptWitness?.length) transaction.finalizeIdx(index)
    }
    return { hex: hex.encode(transaction.extract()), txid: transaction.id }
  } catch (cause) {
    const problem = `it cannot be sent yet: ${cause instanceof Error ? cause.message.slice(0, 200) : 'signatures are missing'}`
    throw new InvalidOptionError({ option: 'psbt', problem })
  }
}

export interface TransferParameters {
  readonly from: ReadAddress
  /** Hex: 33 bytes compressed, or 32 bytes x-only. */
  readonly publicKey?: string | undefined
  readonly to: string
  /** Satoshi. */
  readonly amount: bigint
  /** Satoshi; 0 for none. */
  readonly change: bigint
  readonly utxos: readonly Utxo[]
  /** Raw transactions as hex by id, for the address form whose signatures do not cover amounts (P2PKH). */
  readonly previous: ReadonlyMap<string, string>
  readonly chain: Chain
}

/**
 * A transfer as a PSBT, to be signed by one address. Undefined when the wallet's public key is needed for it and not known.
 * @throws MalformedAnswerError where a coin is not what the endpoint has said of it
 */
export function buildTransfer({
  from,
  publicKey,
  to,
  amount,
  change,
  utxos,
  previous,
  chain,
}: TransferParameters): PreparedPsbt | undefined {
  const network = networkOf(chain)
  const script = scriptOf(from.address, chain)
  const key = publicKey ? hex.decode(publicKey) : undefined
  const wrapped = from.type === 'p2sh' && key?.length === 33 ? p2sh(p2wpkh(key, network), network) : undefined
  if (from.type === 'p2sh' && wrapped?.address !== from.address) return undefined
  // A key that does not give the address is no use to a signer, and may mislead it.
  const internal = from.type === 'p2tr' && key ? key.slice(-32) : undefined
  const isInternal = internal && p2tr(internal, undefined, network).address === from.address

  const transaction = new Transaction()
  for (const { txid, vout, value } of utxos) {
    const raw = previous.get(txid)
    const spent = from.type === 'p2pkh' ? { nonWitnessUtxo: raw ?? '' } : { witnessUtxo: { script, amount: value } }
    const refuse = (cause?: unknown) => new MalformedAnswerError({ path: `/tx/${txid}/hex`, problem: 'it has no such coin', cause })
    try {
      transaction.addInput({
        txid,
        index: vout,
        sequence: replaceable,
        ...spent,
        ...(wrapped?.redeemScript && { redeemScript: wrapped.redeemScript }),
        ...(isInternal && { tapInternalKey: internal }),
      })
    } catch (cause) {
      throw refuse(cause)
    }
    // No signature of P2PKH covers an amount: what a coin holds beyond what the endpoint has listed would go to the fee, unseen.
    const whole = transaction.getInput(transaction.inputsLength - 1).nonWitnessUtxo
    if (whole && whole.outputs[vout]?.amount !== value) throw refuse()
  }
  transaction.addOutputAddress(to, amount, network)
  if (change > 0n) transaction.addOutputAddress(from.address, change, network)
  return { psbt: transaction.toPSBT(), inputs: utxos.map((_, index) => ({ index, address: from.address })) }
}
