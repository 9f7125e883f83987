import { hex } from '@scure/base'
import { Transaction, p2wpkh } from '@scure/btc-signer'
import { type BitcoinAccount, paymentKey } from './accounts.js'
import type { Ledger } from './ledger.js'

const fee = 1_000n

/** Coins that came, in satoshi, and of some what was sent on; the rest came back as change. */
const past = [
  { daysAgo: 500, came: 3_200_000n },
  { daysAgo: 330, came: 1_500_000n, sent: { daysAgo: 329, satoshi: 900_000n } },
  { daysAgo: 140, came: 546n },
  { daysAgo: 31, came: 800_000n, sent: { daysAgo: 12, satoshi: 250_000n } },
  { daysAgo: 3, came: 420_000n },
] as const

/** What one of the accounts did in the last five hundred days, before the seed: its blocks are the first. */
export function livePast(ledger: Ledger, accounts: readonly BitcoinAccount[], account: number): void {
  const self = accounts[account]
  const friend = accounts[(account + 1) % accounts.length]
  if (!self || !friend) throw new RangeError(`There is no account ${account} in the seed.`)
  const now = Math.floor(Date.now() / 1000)
  const at = (daysAgo: number): number => now - Math.round(daysAgo * 86_400)
  for (const { daysAgo, came, ...later } of past) {
    const txid = ledger.coinbase([{ address: self.payment.address, satoshi: came }], at(daysAgo))
    if (!('sent' in later)) continue
    const { sent } = later
    const transaction = new Transaction()
    transaction.addInput({ txid, index: 0, witnessUtxo: { amount: came, script: p2wpkh(hex.decode(self.payment.publicKey)).script } })
    transaction.addOutputAddress(friend.payment.address, sent.satoshi)
    transaction.addOutputAddress(self.payment.address, came - sent.satoshi - fee)
    transaction.sign(paymentKey(account))
    transaction.finalize()
    ledger.accept(transaction.hex)
    ledger.mine(1, at(sent.daysAgo))
  }
}
