import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { movingSelectors } from '../../packages/contracts/src/permissions/movesTokens.js'
import { movingMethods } from '../../packages/core/src/controllers/permissions/checkPermission.js'

test('S20: what gives tokens away is the same to whoever asks for a permission and to whoever signs it', () => {
  const named = Object.entries(movingMethods)
  for (const [selector, name] of named) expect(toFunctionSelector(name), name).toBe(selector)
  expect(named.map(([selector]) => selector).toSorted()).toEqual([...movingSelectors].toSorted())
})
