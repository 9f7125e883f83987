import { Transaction } from '@scure/btc-signer'
import { compareBytes } from '@scure/btc-signer/utils.js'
import { invalidParams } from '../wallet/params.js'
import type { OwnAddress } from './keys.js'

/** An input to sign, by one of the wallet's addresses. */
export interface InputToSign {
  readonly index: number
  readonly own: OwnAddress
  /** The signature hash types that the site asks for. Default: the one in the PSBT, else all inputs and outputs. */
  readonly sighashTypes?: readonly number[] | undefined
}

/** @throws ProviderRpcError -32602 when the bytes are no PSBT (BIP-174) */
export function readPsbt(bytes: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(bytes, { allowUnknownInputs: true, allowUnknownOutputs: true, allowLegacyWitnessUtxo: true })
  } catch {
    throw invalidParams('This is not a PSBT.')
  }
}

/** The output that an input spends, where the PSBT says so. */
export function spentOutput(psbt: Transaction, index: number): { readonly amount: bigint; readonly script: Uint8Array } | undefined {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = psbt.getInput(index)
  return witnessUtxo ?? (vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout])
}

/** The inputs that spend from these addresses. */
export function inputsOf(psbt: Transaction, addresses: readonly OwnAddress[]): InputToSign[] {
  return Array.from({ length: psbt.inputsLength }, (_, index) => index).flatMap((index) => {
    const script = spentOutput(psbt, index)?.script
    const own = script && addresses.find((address) => compareBytes(address.script, script) === 0)
    return own ? [{ index, own }] : []
  })
}

/** @throws ProviderRpcError -32602 for an input that is not there, or that another address could spend */
export function checkInputs(psbt: Transaction, inputs: readonly InputToSign[]): void {
  if (inputs.length === 0) throw invalidParams('No input of this PSBT is to be signed by this wallet.')
  for (const { index, own } of inputs) {
    if (!Number.isInteger(index) || index < 0 || index >= psbt.inputsLength) throw invalidParams(`The PSBT has no input ${index}.`)
    const spent = spentOutput(psbt, index)
    if (!spent) throw invalidParams(`Input ${index} does not say what it spends.`)
    if (compareBytes(spent.script, own.script) !== 0) throw invalidParams(`Input ${index} does not spend from ${own.address}.`)
  }
}

/** Signs in place. @throws ProviderRpcError -32602 for what can't be signed */
export function signInputs(psbt: Transaction, inputs: readonly InputToSign[], finalize: boolean): void {
  for (const { index, own, sighashTypes } of inputs) {
    const { sighashType: given } = psbt.getInput(index)
    const asked = sighashTypes?.[0]
    const sighashType = given ?? asked
    try {
      psbt.updateInput(index, { ...own.inputFields, ...(sighashType !== undefined && { sighashType }) }, true)
      psbt.signIdx(own.secret, index, sighashType === undefined ? undefined : [...(sighashTypes ?? [sighashType])])
      if (finalize) psbt.finalizeIdx(index)
    } catch (error) {
      throw invalidParams(`Input ${index} can't be signed: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** The transaction that a PSBT has become. Inputs that are signed but not final are made so. @throws ProviderRpcError -32602 */
export function extractTransaction(psbt: Transaction): Uint8Array {
  for (let index = 0; index < psbt.inputsLength; index += 1) {
    const { finalScriptSig, finalScriptWitness } = psbt.getInput(index)
    if (finalScriptSig || finalScriptWitness) continue
    try {
      psbt.finalizeIdx(index)
    } catch {
      throw invalidParams(`Input ${index} is not signed.`)
    }
  }
  return psbt.extract()
}
