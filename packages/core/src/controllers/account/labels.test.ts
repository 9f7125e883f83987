import { fakeAddress, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { addressLabelStore, labelOf, setAddressLabels } from './labels.js'

const other = '0x9999999999999999999999999999999999999999'
const shown = (portico: ReturnType<typeof testPortico>, address: string) => labelOf(addressLabelStore(portico).getState(), address)

test('a site names addresses: hex whatever its case, others to the letter', () => {
  const portico = testPortico({ addressLabels: { [fakeAddress.toLowerCase()]: 'Treasury', Sol1: 'Mint' } })
  expect([shown(portico, fakeAddress), shown(portico, 'Sol1'), shown(portico, 'sol1'), shown(portico, other)]).toEqual([
    'Treasury',
    'Mint',
    undefined,
    undefined,
  ])
})

test('S17: an address that only looks like one with a name has none', () => {
  const portico = testPortico({ addressLabels: { [fakeAddress]: 'Treasury' } })
  expect(shown(portico, `${fakeAddress.slice(0, 20)}0000000000000000${fakeAddress.slice(-6)}`)).toBeUndefined()
})

test('later labels take the place of the first, and one portico knows nothing of those of another', () => {
  const [one, another] = [testPortico({ addressLabels: { [other]: 'Old' } }), testPortico()]
  setAddressLabels(one, { [fakeAddress]: 'New' })
  expect([shown(one, other), shown(one, fakeAddress), shown(another, fakeAddress)]).toEqual([undefined, 'New', undefined])
})

test('S36: a label is text: no direction characters, and not a page of it', () => {
  const portico = testPortico({ addressLabels: { [other]: `\u202eyrusaerT${'x'.repeat(999)}`, [fakeAddress]: '\u200b' } })
  expect(shown(portico, other)).toMatch(/^yrusaerTx{56}$/)
  expect(shown(portico, fakeAddress)).toBeUndefined()
})

test('a label that is no text is refused, and one in the options is not shown', () => {
  const wrong = { [other]: 7 } as unknown as Record<string, string>
  const portico = testPortico({ addressLabels: wrong })
  expect(shown(portico, other)).toBeUndefined()
  expect(shown(portico, 'constructor')).toBeUndefined()
  expect(() => setAddressLabels(portico, wrong)).toThrow(expect.objectContaining({ option: `addressLabels.${other}` }))
})
