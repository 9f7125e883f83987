import { getAddressEncoder, getProgramDerivedAddress, address as kitAddress } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { solanaAccounts } from './accounts.js'
import { createBlockhashes } from './blockhashes.js'
import { associatedTokenAddress, programAddress } from './keys.js'
import { associatedTokenProgram } from './programs.js'
import { stringify } from './rpc/json.js'
import { createSlotClock } from './slotClock.js'
import { tokenAmount } from './tokenState.js'
import { solanaTokens } from './tokens.js'

test('derives the addresses that the stock libraries derive', async () => {
  for (const { address } of solanaAccounts) {
    const owner = kitAddress(address)
    for (const { mint, program } of solanaTokens) {
      const [expected] = await findAssociatedTokenPda({ owner, mint: kitAddress(mint), tokenProgram: kitAddress(program) })
      expect(associatedTokenAddress({ owner: address, mint, program })).toBe(expected)
    }
    const seeds = [Uint8Array.from(getAddressEncoder().encode(owner))]
    const [expected] = await getProgramDerivedAddress({ programAddress: kitAddress(associatedTokenProgram), seeds })
    expect(programAddress(associatedTokenProgram, seeds).address).toBe(expected)
  }
})

test('blockhashes follow from chain and slot, and live for 150 slots, backwards too', () => {
  const hashes = createBlockhashes('one')
  expect(hashes.at(1000)).toBe(createBlockhashes('one').at(1000))
  expect(hashes.at(1000)).not.toBe(createBlockhashes('other').at(1000))
  expect(hashes.isValid(hashes.at(1000), 1150)).toBe(true)
  expect(hashes.isValid(hashes.at(1000), 1151)).toBe(false)
  expect(hashes.isValid(hashes.at(1151), 1150)).toBe(false)
  expect(hashes.isValid(hashes.at(1000), 1000)).toBe(true)
  expect(hashes.recent(1000)).toHaveLength(151)
  expect(hashes.recent(1000)[0]).toEqual({ slot: 1000, hash: hashes.at(1000) })
})

test('writes 64 bits without losing any', () => {
  const value = { lamports: 2n ** 64n - 1n, none: undefined, list: [1n, undefined, null], text: '"\n' }
  expect(stringify(value)).toBe('{"lamports":18446744073709551615,"list":[1,null,null],"text":"\\"\\n"}')
})

test.each([
  [0n, 6, '0', 0],
  [1n, 6, '0.000001', 0.000001],
  [12_345_678n, 6, '12.345678', 12.345678],
  [5_000_000n, 6, '5', 5],
  [7n, 0, '7', 7],
])('shows %s units of %i decimals as %s', (amount, decimals, uiAmountString, uiAmount) => {
  expect(tokenAmount(amount, decimals)).toEqual({ amount: amount.toString(), decimals, uiAmount, uiAmountString })
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('makes slots every 400 ms while somebody cares, and has no timer otherwise', () => {
  let isNeeded = true
  const tick = vi.fn()
  const clock = createSlotClock({ tick, isNeeded: () => isNeeded })
  expect(vi.getTimerCount()).toBe(0)
  clock.wake()
  clock.wake()
  vi.advanceTimersByTime(2000)
  expect(tick).toHaveBeenCalledTimes(5)
  isNeeded = false
  vi.advanceTimersByTime(400)
  expect(tick).toHaveBeenCalledTimes(5)
  expect(vi.getTimerCount()).toBe(0)
  isNeeded = true
  clock.wake()
  vi.advanceTimersByTime(400)
  expect(tick).toHaveBeenCalledTimes(6)
  clock.stop()
  expect(vi.getTimerCount()).toBe(0)
})
