import { base58 } from '@scure/base'
import fc from 'fast-check'
import { getAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { lookAlikeOf, recipientFinding } from './addresses.js'
import { own, ownSolana, testContext } from './kit.test.helper.js'

const known = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const context = testContext({ knownAddresses: [known] })

test('S17: 10,000 addresses that equal a known one in the short form, and differ, are all flagged', () => {
  const hexDigits = fc.stringMatching(/^[0-9a-f]{32}$/)
  const base58Part = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{34}$/)
  let flagged = 0
  for (const [index, middle] of fc.sample(hexDigits, 5000).entries()) {
    const address = `0x${known.slice(2, 4)}${middle}${known.slice(-6)}`
    if (address.toLowerCase() === known.toLowerCase()) continue
    const written = index % 2 ? getAddress(address) : address
    const { warnings, risk } = recipientFinding(written, context)
    expect({ warnings, risk }).toEqual({ warnings: [{ kind: 'lookAlike', values: { address: written, known } }], risk: 'risky' })
    flagged += 1
  }
  for (const middle of fc.sample(base58Part, 5000)) {
    const address = `${ownSolana.slice(0, 4)}${middle}${ownSolana.slice(-6)}`
    if (address === ownSolana) continue
    expect(recipientFinding(address, context).warnings).toEqual([{ kind: 'lookAlike', values: { address, known: ownSolana } }])
    flagged += 1
  }
  expect(flagged).toBe(10_000)
  recordPromise({
    id: 'S17',
    name: 'recipients that imitate a known address',
    runs: flagged,
    accepted: 0,
  })
})

test('an address that is known, in whatever case, raises nothing', () => {
  for (const address of [known, known.toLowerCase(), own, own.toLowerCase(), ownSolana]) {
    expect(recipientFinding(address, context)).toEqual({ effects: [], warnings: [], risk: 'normal' })
  }
})

test('of a base58 address the case counts: another case is another account, and looks alike', () => {
  const [first = ''] = ownSolana
  const other =
    first.toLowerCase() === first ? `${first.toUpperCase()}${ownSolana.slice(1)}` : `${first.toLowerCase()}${ownSolana.slice(1)}`
  expect(lookAlikeOf(other, [ownSolana])).toBe(ownSolana)
})

test('an address that resembles none is a new recipient', () => {
  const address = base58.encode(new Uint8Array(32).fill(200))
  expect(recipientFinding(address, context)).toEqual({
    effects: [],
    warnings: [{ kind: 'newRecipient', values: { address } }],
    risk: 'caution',
  })
  expect(lookAlikeOf(`0x71${known.slice(4)}`, [known])).toBeUndefined()
  expect(lookAlikeOf(`${known.slice(0, -1)}9`, [known])).toBeUndefined()
})

test('a known address that another known one resembles is not flagged', () => {
  const twin = `${known.slice(0, 10)}0000${known.slice(14)}`
  expect(lookAlikeOf(known, [twin, known])).toBeUndefined()
})
