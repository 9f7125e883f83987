import { expect, test } from 'vitest'
import * as door from './index.js'

test('the door hands out these names', () => {
  expect(Object.keys(door).toSorted()).toEqual(
    ['SiwxOptionsError', 'createSiwx', 'findProblem', 'memoryStore', 'ownerOf', 'redisStore', 'verifySignIn'].toSorted(),
  )
})
