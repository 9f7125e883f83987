import { expect, test } from 'vitest'
import { fieldsOf, listOf, ofKind, oneOf, recordOf, type Check } from './checks.js'

const text = ofKind('string')
const site = fieldsOf<{ readonly name: string; readonly icons: readonly string[] }>({ name: text, icons: listOf(text) })
const methods = recordOf((name) => name === 'eip155', 'eip155', listOf(text))
const form = oneOf({ modal: true, sheet: true })

test.each<[Check, unknown]>([
  [text, ''],
  [ofKind('object'), new Map()],
  [site, {}],
  [site, { name: 'Shop', icons: [], other: 5 }],
  [site, { name: undefined }],
  [methods, {}],
  [methods, { eip155: undefined }],
  [methods, { eip155: ['eth_sign'] }],
  [form, 'sheet'],
])('what is as it should be is let by: %o %o', (isGood, value) => {
  expect(() => isGood('given', value)).not.toThrow()
})

test.each<[Check, unknown, string, string]>([
  [text, 5, 'given', 'expected a string, got number'],
  [ofKind('object'), null, 'given', 'expected an object, got null'],
  [ofKind('object'), [], 'given', 'expected an object, got an array'],
  [ofKind('array'), { length: 0 }, 'given', 'expected an array, got object'],
  [site, 'Shop', 'given', 'expected an object, got string'],
  [site, { icons: 'icon.png' }, 'given.icons', 'expected an array, got string'],
  [site, { icons: ['icon.png', null] }, 'given.icons[1]', 'expected a string, got null'],
  [methods, ['eth_sign'], 'given', 'expected an object, got an array'],
  [methods, { solana: [] }, 'given.solana', 'expected eip155'],
  [methods, { eip155: [5] }, 'given.eip155[0]', 'expected a string, got number'],
  [form, 'page', 'given', "'page' is none of 'modal', 'sheet'"],
  [form, {}, 'given', 'expected a string, got object'],
])('what is not is named by its path: %o %o', (isGood, value, option, problem) => {
  expect(() => isGood('given', value)).toThrow(
    expect.objectContaining({ name: 'InvalidOptionError', option, message: expect.stringContaining(problem) as string }) as Error,
  )
})
