import { expect, test } from 'vitest'
import * as door from './index.js'

test('the door shows what is meant to be shown', () => {
  expect(Object.keys(door).toSorted()).toEqual([
    'MAX_ACCOUNTS',
    'createBitcoinWallet',
    'hostileBitcoinWallets',
    'registerLeather',
    'registerListed',
    'registerOkx',
    'registerStandard',
    'registerUnisat',
    'registerXverse',
    'testSecrets',
  ])
})
