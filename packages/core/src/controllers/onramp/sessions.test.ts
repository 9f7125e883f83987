import { fakeAddress, memoryStorage, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { forgetOnramp, grantFor, keepGrant, loadOnramp, onrampSessionStore, rememberSession, type OnrampSession } from './sessions.js'

const order = (id: string): OnrampSession => ({
  id,
  kind: 'buy',
  provider: { id: 'coinbase', name: 'Coinbase' },
  networkId: 'eip155:8453',
  address: fakeAddress,
  url: 'https://pay.coinbase.com/buy',
  startedAt: Date.now(),
  status: 'created',
  token: { symbol: 'ETH', name: 'Ether', decimals: 18 },
})

test('R15: an order that another tab has begun since is still followed after a reload', () => {
  const storage = memoryStorage()
  const tabs = [testPortico({ storage }), testPortico({ storage })] as const
  for (const portico of tabs) loadOnramp(portico)
  rememberSession(tabs[0], order('first'))
  rememberSession(tabs[1], order('second'))
  rememberSession(tabs[0], order('third'))
  forgetOnramp(tabs[0], 'first')
  const later = testPortico({ storage })
  loadOnramp(later)
  expect(
    onrampSessionStore(later)
      .getState()
      .map(({ id }) => id),
  ).toEqual(['third', 'second'])
})

test('R15: what the gateway gave another tab for a proof is not asked of the visitor again', () => {
  const storage = memoryStorage()
  const tabs = [testPortico({ storage }), testPortico({ storage })] as const
  for (const portico of tabs) loadOnramp(portico)
  keepGrant(tabs[0], 'eip155:1:0x01', 'one')
  keepGrant(tabs[1], 'eip155:1:0x02', 'two')
  rememberSession(tabs[0], order('first'))
  expect(tabs.map((portico) => grantFor(portico, 'eip155:1:0x01'))).toEqual(['one', 'one'])
  keepGrant(tabs[1], 'eip155:1:0x02', 'two')
  const later = testPortico({ storage })
  loadOnramp(later)
  expect(onrampSessionStore(later).getState()).toHaveLength(1)
  expect(['0x01', '0x02'].map((address) => grantFor(later, `eip155:1:${address}`))).toEqual(['one', 'two'])
  // One that the gateway does not take any more is forgotten in all of them.
  keepGrant(tabs[1], 'eip155:1:0x01', undefined)
  keepGrant(tabs[0], 'eip155:1:0x03', 'three')
  expect(tabs.map((portico) => grantFor(portico, 'eip155:1:0x01'))).toEqual([undefined, undefined])
})
