import { expect, test } from 'vitest'
import type { Node } from '../rpc/node.js'
import { createGasPrices } from './gasPrices.js'

test('R16: gives a price again for two seconds, and reads it anew once the clock was set back', async () => {
  let now = 86_400_000
  let price = 0n
  const read = () => Promise.resolve([{ result: `0x${((price += 1_000_000_000n)).toString(16)}` }, { error: new Error('no fee history') }])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the node is asked
  const prices = createGasPrices({ batch: read } as unknown as Node, () => now)
  const first = await prices()
  now += 1999
  expect(await prices()).toBe(first)
  now -= 43_200_000
  expect(await prices()).not.toBe(first)
})
