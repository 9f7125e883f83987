import { expect, test } from 'vitest'
import * as door from './index.js'

test('the door hands out these names', () => {
  expect(Object.keys(door).toSorted()).toEqual(
    [
      'SignInMessageError',
      'composeSignInMessage',
      'encodeRecap',
      'isRecap',
      'parseSignInMessage',
      'readRecap',
      'readTime',
      'recapStatement',
      'signInChain',
      'signInChainId',
      'writeSignInMessage',
    ].toSorted(),
  )
})
