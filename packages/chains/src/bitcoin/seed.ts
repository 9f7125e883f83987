import { hex } from '@scure/base'
import { Transaction, p2wpkh } from '@scure/btc-signer'
import { type BitcoinAccount, paymentKey } from './accounts.js'
import type { Ledger } from './ledger.js'

/** What each payment address is given first, in satoshi; the last coin also pays the fee of its first payment. */
const coins = [40_000_000n, 30_000_000n, 20_000_000n, 10_000_000n] as const
const firstFee = 282n
const firstPayment = 1_000_000n
const ordinal = 10_000n

/**
 * Gives every account its coins and a past: each has paid 0.01 BTC to the next, and the last to the first. Payment
 * addresses then hold 1 BTC in five outputs, ordinals addresses one output of 10,000 satoshi. Ids are always the same.
 */
export function seedLedger(ledger: Ledger, accounts: readonly BitcoinAccount[]): void {
  const start = Math.floor(Date.now() / 1000) - 6 * 600
  const [savings, more, some, spending] = coins
  const giveAll = (satoshi: bigint) => accounts.map(({ payment }) => ({ address: payment.address, satoshi }))
  ledger.coinbase(giveAll(savings), start)
  ledger.coinbase(giveAll(more), start + 600)
  const inscribed = accounts.map(({ ordinals }) => ({ address: ordinals.address, satoshi: ordinal }))
  ledger.coinbase([...giveAll(some), ...inscribed], start + 1200)
  const txid = ledger.coinbase(giveAll(spending + firstFee), start + 1800)

  accounts.forEach(({ payment }, index) => {
    const next = accounts[(index + 1) % accounts.length] ?? { payment }
    const { script } = p2wpkh(hex.decode(payment.publicKey))
    const transaction = new Transaction()
    transaction.addInput({ txid, index, witnessUtxo: { amount: spending + firstFee, script } })
    transaction.addOutputAddress(next.payment.address, firstPayment)
    transaction.addOutputAddress(payment.address, spending - firstPayment)
    transaction.sign(paymentKey(index))
    transaction.finalize()
    ledger.accept(transaction.hex)
  })
  ledger.mine(1, start + 2400)
  ledger.mine(1, start + 3000)
}
