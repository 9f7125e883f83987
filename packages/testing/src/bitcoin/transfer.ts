import { Address, OutScript, Transaction } from '@scure/btc-signer'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { invalidParams } from '../wallet/params.js'
import type { Coin } from './esplora.js'
import type { OwnAddress } from './keys.js'
import { namesOf } from './networks.js'
import { extractTransaction, signInputs } from './psbt.js'
import type { BitcoinNetwork } from './types.js'

export interface Recipient {
  readonly address: string
  /** Satoshi. */
  readonly amount: bigint
}

/** Virtual bytes: of an input that spends from each form (signature of the usual length), and of what every transaction has. */
const inputSizes = { p2wpkh: 68, p2sh: 91, p2tr: 58 } as const
const OVERHEAD = 11
const DUST = 546n

/** @throws ProviderRpcError -32602 when an address is none of this network */
export function checkRecipients(recipients: readonly Recipient[], network: BitcoinNetwork): void {
  if (recipients.length === 0) throw invalidParams('There is no recipient.')
  for (const { address, amount } of recipients) {
    if (amount <= 0n) throw invalidParams('The amount must be more than nothing.')
    scriptOf(address, network)
  }
}

function scriptOf(address: string, network: BitcoinNetwork): Uint8Array {
  try {
    return OutScript.encode(Address(namesOf(network).forms).decode(address))
  } catch {
    throw invalidParams(`"${address.slice(0, 100)}" is not an address of this network.`)
  }
}

export interface TransferRequest {
  readonly own: OwnAddress
  readonly network: BitcoinNetwork
  readonly recipients: readonly Recipient[]
  readonly coins: readonly Coin[]
  /** Satoshi for each virtual byte. */
  readonly feeRate: number
}

/** A signed transfer: coins from the largest on until they suffice, and change where it is worth keeping. @throws ProviderRpcError */
export function buildTransfer({ own, network, recipients, coins, feeRate }: TransferRequest): Uint8Array {
  const outputs = recipients.map(({ address, amount }) => ({ amount, script: scriptOf(address, network) }))
  const amount = outputs.reduce((total, output) => total + output.amount, 0n)
  const sizeOf = (script: Uint8Array) => 9 + script.length
  const fixed = OVERHEAD + outputs.reduce((total, { script }) => total + sizeOf(script), 0)
  const feeOf = (inputs: number, more = 0) => BigInt(Math.ceil(feeRate * (fixed + more + inputs * inputSizes[own.type])))

  const chosen: Coin[] = []
  let sum = 0n
  for (const coin of coins.toSorted((one, other) => Number(other.value - one.value))) {
    if (sum >= amount + feeOf(chosen.length)) break
    chosen.push(coin)
    sum += coin.value
  }
  if (sum < amount + feeOf(chosen.length)) throw rpcError(rpcErrorCodes.internal, 'Insufficient balance.')

  const transaction = new Transaction()
  for (const { txid, vout, value } of chosen) {
    transaction.addInput({ txid, index: vout, witnessUtxo: { amount: value, script: own.script }, ...own.inputFields })
  }
  for (const output of outputs) transaction.addOutput(output)
  const change = sum - amount - feeOf(chosen.length, sizeOf(own.script))
  if (change >= DUST) transaction.addOutput({ amount: change, script: own.script })
  signInputs(
    transaction,
    chosen.map((_, index) => ({ index, own })),
    true,
  )
  return extractTransaction(transaction)
}
