import { AmountTooSmallError, InsufficientFundsError, InvalidOptionError } from '@portico/core'
import type { AddressType } from '../implementation/address.js'
import type { Utxo } from './esplora.js'

/** Weight of an input that spends from an address of a single key, signature and key of the largest size (BIP-141). */
const inputWeights: Readonly<Partial<Record<AddressType, number>>> = { p2wpkh: 272, p2tr: 231, p2sh: 364, p2pkh: 593 }
/** Weight of an output: amount, length and script. */
const outputWeights: Readonly<Record<AddressType, number>> = { p2wpkh: 124, p2wsh: 172, p2tr: 172, p2pkh: 136, p2sh: 128 }
/** Version, lock time, marker, and the numbers of inputs and outputs. */
const overheadWeight = 42
/** What an output must hold to be relayed, in satoshi: three times what it would cost to spend at one satoshi for each byte. */
const dust: Readonly<Record<AddressType, bigint>> = { p2wpkh: 294n, p2wsh: 330n, p2tr: 330n, p2pkh: 546n, p2sh: 540n }
/** All the bitcoin that there will ever be, in satoshi. */
const allCoins = 2_100_000_000_000_000n
/** A larger transaction is not relayed. */
const inputLimit = 500

export interface Selection {
  readonly utxos: readonly Utxo[]
  /** Satoshi. */
  readonly fee: bigint
  /** Satoshi; 0 when there is nothing to give back. */
  readonly change: bigint
}

export interface SelectParameters {
  readonly utxos: readonly Utxo[]
  /** The sender's address form. A `p2sh` is taken for a wrapped `p2wpkh`. */
  readonly from: AddressType
  readonly to: AddressType
  /** Satoshi. */
  readonly amount: bigint
  /** Satoshi for each virtual byte. */
  readonly feeRate: number
  /** The least that will do where all coins are spent: rates move between the moment at which that was worked out and this one. */
  readonly leastRate?: number
}

/** @throws InvalidOptionError for what is no amount, AmountTooSmallError for dust */
export function checkAmount(amount: bigint | undefined, to: AddressType): bigint {
  if (typeof amount !== 'bigint' || amount <= 0n || amount > allCoins)
    throw new InvalidOptionError({ option: 'value', problem: 'expected satoshi as a positive bigint' })
  if (amount < dust[to]) throw new AmountTooSmallError({ least: dust[to] })
  return amount
}

/** What transactions of one address form cost, by how many coins they spend and whom they pay. @throws InvalidOptionError */
function feesOf(from: AddressType, feeRate: number) {
  const inputWeight = inputWeights[from]
  if (inputWeight === undefined) throw new InvalidOptionError({ option: 'address', problem: 'its coins need more than one key' })
  const feeOf = (inputs: number, outputs: readonly AddressType[]) => {
    const weight =
      overheadWeight + (inputs > 252 ? 8 : 0) + inputs * inputWeight + outputs.reduce((sum, output) => sum + outputWeights[output], 0)
    return BigInt(Math.ceil(Math.ceil(weight / 4) * feeRate))
  }
  /** Those worth more than they cost to spend, confirmed ones first, the largest first. */
  const order = (utxos: readonly Utxo[]) =>
    utxos
      .filter(({ value }) => value > BigInt(Math.ceil(Math.ceil(inputWeight / 4) * feeRate)))
      .toSorted((one, other) => Number(other.confirmed) - Number(one.confirmed) || Number(other.value - one.value))
      .slice(0, inputLimit)
  return { feeOf, order }
}

/** The most that can be sent at once, in satoshi; 0 where that would be dust. @throws InvalidOptionError */
export function mostOf({ utxos, from, to, feeRate }: Omit<SelectParameters, 'amount' | 'leastRate'>): bigint {
  const { feeOf, order } = feesOf(from, feeRate)
  const worth = order(utxos)
  const most = worth.reduce((sum, { value }) => sum + value, 0n) - feeOf(worth.length, [to])
  return most < dust[to] ? 0n : most
}

/**
 * Chooses what a transfer spends: confirmed outputs first, the largest first, none that costs more than it holds. What is
 * left goes back to the sender, or to the fee when it would be dust.
 * @throws InsufficientFundsError
 */
export function selectUtxos({ utxos, from, to, amount, feeRate, leastRate = feeRate }: SelectParameters): Selection {
  const { feeOf, order } = feesOf(from, feeRate)
  const chosen: Utxo[] = []
  let total = 0n
  for (const utxo of order(utxos)) {
    chosen.push(utxo)
    total += utxo.value
    const fee = feeOf(chosen.length, [to, from])
    const change = total - amount - fee
    if (change >= dust[from]) return { utxos: chosen, fee, change }
    if (total - amount >= feeOf(chosen.length, [to])) return { utxos: chosen, fee: total - amount, change: 0n }
  }
  if (total - amount < feesOf(from, leastRate).feeOf(chosen.length, [to])) throw new InsufficientFundsError()
  return { utxos: chosen, fee: total - amount, change: 0n }
}
