import { expect, test } from 'vitest'
import { valueOf } from './amount.js'

test('without a price nothing has a value', () => {
  expect(valueOf('2', 1.5)).toEqual({ price: 1.5, value: 3 })
  expect(valueOf('2', undefined)).toEqual({ price: 0 })
  expect(valueOf('2', 0)).toEqual({ price: 0 })
})
