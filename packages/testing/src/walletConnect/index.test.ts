import { expect, test } from 'vitest'
import * as door from './index.js'

test('the door shows what is meant to be shown', () => {
  expect(Object.keys(door).toSorted()).toEqual(['createWalletConnectWallet'])
})
