import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PrepareContext } from '../../types.js'
import { freeNonce } from './earlier.js'
import { account, settle, visitor } from './operation.test.helper.js'

const now = 1_800_000_000_000
const operation = `0x${'ab'.repeat(32)}`
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

/** The next nonce of an account whose last operation had the nonce 4, and how long it was waited for. */
async function nonceAfter(
  batch: object,
  { nonces = [4n], context = {} }: { nonces?: readonly bigint[]; context?: Partial<PrepareContext> } = {},
) {
  let asked = 0
  const page = visitor({ nonce: () => nonces[Math.min(asked++, nonces.length - 1)] ?? 0n, context })
  const kept = { id: 'b', networkId: 'eip155:1', from: account, nonce: 4, calls: 1, hashes: [], stopped: false, at: now, operation }
  await page.context.batches.keep({ ...kept, ...batch } as never)
  const outcome = await settle(freeNonce(account, page.network, page.context))
  return { outcome, waited: Date.now() - now, calls: page.node.calls.length }
}

test.each<[string, object, readonly bigint[], bigint]>([
  ['is used', {}, [5n], 5n],
  ['was refused', { stopped: true }, [4n], 4n],
  ['is of a batch without an operation', { operation: undefined }, [4n], 4n],
])('what the account sent before and %s is not waited for', async (_, batch, nonces, expected) => {
  expect(await nonceAfter(batch, { nonces })).toEqual({ outcome: expected, waited: 0, calls: 1 })
})

test('what the account sent before and nobody knows any more is not waited for: its nonce is read again', async () => {
  // Read first, then where it is asked what became of the operation, and then anew.
  const { outcome, waited } = await nonceAfter({ at: now - 120_001 }, { nonces: [4n, 4n, 6n] })
  expect([outcome, waited]).toEqual([6n, 0])
})

test('what the account sent before is waited for until its nonce is used, and whoever looks is told', async () => {
  let told = 0
  const { outcome, waited } = await nonceAfter({}, { nonces: [4n, 4n, 4n, 4n, 5n], context: { onWait: () => (told += 1) } })
  expect([outcome, told]).toEqual([5n, 2])
  expect(waited).toBeGreaterThanOrEqual(300)
})

test('after two minutes it is said that it was sent, and by which hash it is known', async () => {
  const { outcome, waited } = await nonceAfter({})
  expect(outcome).toMatchObject({ name: 'OperationPendingError', code: -32603, hash: operation })
  expect(Math.round(waited / 1000)).toBe(120)
})
