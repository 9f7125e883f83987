import { hex } from '@scure/base'
import type { Ledger, LedgerTransaction, Unspent } from './ledger.js'
import { disassemble, readScript, scriptOf } from './script.js'
import type { Output } from './verify.js'

/** How many confirmed transactions of an address are told at once. */
export const PAGE_LENGTH = 25
const MEMPOOL_LENGTH = 50

/** What esplora says of an address. @throws InvalidAddressError */
export function addressJson(ledger: Ledger, address: string) {
  const script = scriptOf(address)
  const history = ledger.history(script)
  const stats = (isConfirmed: boolean) => {
    const those = history.filter(({ block }) => (block !== undefined) === isConfirmed)
    const funded = those.flatMap(({ raw }) => paying(raw.outputs, script))
    const spent = those.flatMap(({ prevouts }) => paying(prevouts, script))
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: Number(sum(funded)),
      spent_txo_count: spent.length,
      spent_txo_sum: Number(sum(spent)),
      tx_count: those.length,
    }
  }
  return { address, chain_stats: stats(true), mempool_stats: stats(false) }
}

/** @throws InvalidAddressError */
export function utxoJson(ledger: Ledger, address: string) {
  const block = ({ txid }: Unspent) => ledger.get(txid)?.block?.height ?? 0
  const outputs = ledger.unspent(scriptOf(address)).toSorted((one, other) => block(one) - block(other))
  return outputs.map(({ txid, vout, amount }) => ({ txid, vout, status: statusJson(ledger.get(txid)), value: Number(amount) }))
}

/** Confirmed transactions of an address, a page of 25 after the one named. @throws InvalidAddressError */
export function confirmedJson(ledger: Ledger, address: string, after?: string) {
  const confirmed = ledger.history(scriptOf(address)).filter(({ block }) => block !== undefined)
  const from = after === undefined ? 0 : confirmed.findIndex(({ txid }) => txid === after) + 1
  if (after !== undefined && from === 0) return []
  return confirmed.slice(from, from + PAGE_LENGTH).map(transactionJson)
}

/** Transactions of an address that wait. @throws InvalidAddressError */
export function mempoolJson(ledger: Ledger, address: string) {
  const waiting = ledger.history(scriptOf(address)).filter(({ block }) => block === undefined)
  return waiting.slice(0, MEMPOOL_LENGTH).map(transactionJson)
}

export function statusJson(transaction: LedgerTransaction | undefined) {
  const block = transaction?.block
  if (!block) return { confirmed: false }
  return { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
}

export function transactionJson(transaction: LedgerTransaction) {
  const { txid, raw, isCoinbase, prevouts, size, weight, fee } = transaction
  return {
    txid,
    version: raw.version,
    locktime: raw.lockTime,
    vin: raw.inputs.map((input, index) => {
      const prevout = prevouts[index]
      const redeem = prevout && readScript(prevout.script).form === 'p2sh' ? input.finalScriptSig.subarray(1) : undefined
      const witness = raw.witnesses?.[index] ?? []
      return {
        txid: hex.encode(input.txid),
        vout: input.index,
        prevout: prevout ? outputJson(prevout) : null,
        scriptsig: hex.encode(input.finalScriptSig),
        scriptsig_asm: disassemble(input.finalScriptSig),
        ...(witness.length > 0 && { witness: witness.map((item) => hex.encode(item)) }),
        is_coinbase: isCoinbase,
        sequence: input.sequence,
        ...(redeem && { inner_redeemscript_asm: disassemble(redeem) }),
      }
    }),
    vout: raw.outputs.map(outputJson),
    size,
    weight,
    fee: Number(fee),
    status: statusJson(transaction),
  }
}

function outputJson({ amount, script }: Output) {
  const { form, address } = readScript(script)
  return {
    scriptpubkey: hex.encode(script),
    scriptpubkey_asm: disassemble(script),
    scriptpubkey_type: form,
    ...(address !== undefined && { scriptpubkey_address: address }),
    value: Number(amount),
  }
}

/** Satoshi for each virtual byte by the number of blocks one is ready to wait. No market stands behind them: always the same. */
export function feeEstimates(): Readonly<Record<string, number>> {
  const targets = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1008]
  return Object.fromEntries(targets.map((target) => [target, Math.max(1, Math.round(12_000 / target ** 0.8) / 1000)]))
}

function paying(outputs: readonly Output[], script: Uint8Array): Output[] {
  const wanted = hex.encode(script)
  return outputs.filter((output) => hex.encode(output.script) === wanted)
}

function sum(outputs: readonly Output[]): bigint {
  return outputs.reduce((total, { amount }) => total + amount, 0n)
}
