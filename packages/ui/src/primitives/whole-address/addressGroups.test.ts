import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressGroups } from './addressGroups.js'

const ends = { start: 4, end: 6 }

test('an address stands in groups of four, with what its short form shows in bold', () => {
  expect(
    addressGroups('0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09', ends).map((runs) =>
      runs.map(([text, bold]) => (bold ? `*${text}*` : text)).join(''),
    ),
  ).toEqual(['*0x7f*', '3A9c', '2E5b', '41D0', '8fA6', 'C7e1', '9B0d', '52F3', 'a8E7', '*c41b*', '*09*'])
})

test('S17: the groups, joined, are the whole address, whatever it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[-.%a-zA-Z0-9]{0,128}$/), (address) => {
      const groups = addressGroups(address, ends)
      expect(
        groups
          .flat()
          .map(([text]) => text)
          .join(''),
      ).toBe(address)
      expect(groups.slice(0, -1).every((runs) => runs.reduce((sum, [text]) => sum + text.length, 0) === 4)).toBe(true)
    }),
  )
})
