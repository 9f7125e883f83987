import { type AccountId } from '../../kit/caip/ids.js'
import { isAccountId } from '../../kit/caip/accountIds.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { readItem } from '../../storage/storage.js'
import { writeItem } from '../../storage/writeItem.js'

/** How many are remembered. */
const mostLeft = 8

/** Those of this page view, where storage forgets (R14). */
const memoryOf = defineSlot<readonly AccountId[] | undefined>('left accounts', () => undefined)

/** Accounts whose sessions the visitor has left with their wallet, and the server has not ended yet. What is malformed is left out. */
export function leftAccounts(portico: Portico): readonly AccountId[] {
  const kept = memoryOf(portico)
  if (kept) return kept
  try {
    const list: unknown = JSON.parse(readItem(portico, 'left') ?? '[]')
    return Array.isArray(list) ? list.slice(0, mostLeft).filter(isAccountId) : []
  } catch {
    return []
  }
}

/** Adds to them, the latest first. */
export function rememberLeft(portico: Portico, accounts: readonly AccountId[]): void {
  write(portico, [...new Set([...accounts, ...leftAccounts(portico)])])
}

/** Takes from them: sessions have ended, or the visitor has signed in anew. */
export function forgetLeft(portico: Portico, accounts: readonly AccountId[]): void {
  const left = leftAccounts(portico)
  const rest = left.filter((account) => !accounts.includes(account))
  if (rest.length < left.length) write(portico, rest)
}

function write(portico: Portico, accounts: readonly AccountId[]): void {
  const kept = accounts.slice(0, mostLeft)
  memoryOf.put(portico, writeItem(portico, 'left', JSON.stringify(kept)) ? undefined : kept)
}
