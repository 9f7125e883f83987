import { fakeAddress, memoryStorage, testPortico } from '@portico/testing'
import { expect, test } from 'vitest'
import { forgetOnramp, loadOnramp, onrampSessionStore, rememberSession, type OnrampSession } from './sessions.js'

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
