import { solanaAccounts, solanaPrivateKey } from './accounts.js'
import type { Chain } from './chain.js'
import { depths } from './commitment.js'
import { type Instruction, signTransaction, transferSol } from './instructions.js'
import type { Ledger } from './ledger.js'

const sol = 1_000_000_000n

/**
 * What one of the seeded accounts did in the last four hundred days: what came, what went, and one transfer of more than it had. Ends with
 * the clock on time, and all of it final.
 */
export function livePast(ledger: Ledger, { submit }: Chain, account: number): void {
  const self = accountAt(account)
  const friend = accountAt((account + 1) % solanaAccounts.length)
  const move = (from: typeof self, to: typeof self, lamports: bigint) => ({
    privateKey: solanaPrivateKey(from.index),
    instructions: [transferSol({ from: from.address, to: to.address, lamports })],
  })
  const past: readonly { daysAgo: number; privateKey: Uint8Array; instructions: readonly Instruction[] }[] = [
    { daysAgo: 400, ...move(friend, self, 12n * sol) },
    { daysAgo: 351, ...move(self, friend, (5n * sol) / 2n) },
    { daysAgo: 240, ...move(friend, self, 8n * sol) },
    { daysAgo: 239, ...move(self, friend, 1_000_000n * sol) },
    { daysAgo: 120, ...move(friend, self, 1n) },
    { daysAgo: 45, ...move(self, friend, sol / 4n) },
    { daysAgo: 9, ...move(friend, self, 3n * sol) },
    { daysAgo: 0.02, ...move(self, friend, sol / 10n) },
  ]
  const now = Math.floor(Date.now() / 1000)
  try {
    for (const { daysAgo, privateKey, instructions } of past) {
      ledger.setTime(now - Math.round(daysAgo * 86_400))
      submit(signTransaction(instructions, { privateKey, blockhash: ledger.blockhashes.at(ledger.slot()) }))
    }
  } finally {
    ledger.setTime(undefined)
  }
  ledger.advance(depths.finalized)
}

function accountAt(index: number): (typeof solanaAccounts)[number] {
  const found = solanaAccounts[index]
  if (!found) throw new RangeError(`There is no account ${index} in the seed.`)
  return found
}
