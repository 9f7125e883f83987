/// <reference types="node" />
import { hex } from '@scure/base'
import { Transaction, p2tr, p2wpkh } from '@scure/btc-signer'
import { createBitcoin, type Bitcoin } from '@portico/chains/bitcoin'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { BitcoinAddress } from './types.js'

/** A ledger for a test file, as seeded before each test. */
export function useLedger(port: number): { readonly ledger: Bitcoin; readonly url: string } {
  const ledger = createBitcoin({ port, automine: false })
  beforeAll(() => ledger.start())
  beforeEach(() => ledger.reset())
  afterAll(() => ledger.stop())
  return { ledger, url: ledger.url }
}

export interface PsbtOptions {
  readonly from: BitcoinAddress
  readonly to: string
  readonly amount?: bigint
  /** Leaves out what a wallet knows about its own key. */
  readonly bare?: boolean
  readonly sighashType?: number
}

/** An unsigned PSBT that spends a new coin of 50,000 satoshi, and pays 1000 for it. */
export function makePsbt(ledger: Bitcoin, { from, to, amount = 49_000n, bare = false, sighashType }: PsbtOptions): Uint8Array {
  const key = hex.decode(from.publicKey)
  const txid = ledger.faucet(from.address, 50_000n)
  const { script, ...fields } = from.type === 'p2tr' ? p2tr(key) : { ...p2wpkh(key) }
  const psbt = new Transaction()
  psbt.addInput({
    txid,
    index: 0,
    witnessUtxo: { amount: 50_000n, script },
    ...('tapInternalKey' in fields && !bare && { tapInternalKey: fields.tapInternalKey }),
    ...(sighashType !== undefined && { sighashType }),
  })
  psbt.addOutputAddress(to, amount)
  return psbt.toPSBT()
}

/** Finalises a signed PSBT and sends it. Answers the status and the words of the ledger. */
export async function finalizeAndSend(url: string, psbt: Uint8Array): Promise<{ status: number; text: string; txid: string }> {
  const transaction = Transaction.fromPSBT(psbt)
  if (!transaction.isFinal) transaction.finalize()
  const response = await fetch(`${url}/tx`, { method: 'POST', body: transaction.hex })
  return { status: response.status, text: await response.text(), txid: transaction.id }
}
