import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStage } from '../screens/stage.js'
import { createEnding, explorerLink, shownFor } from './ending.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const stage = createStage()
  const surfaces: unknown[] = []
  const ending = createEnding({ stage, surface: (purpose) => void surfaces.push(purpose) })
  const sent = () => stage.show({ kind: 'sent', onClose: () => ending.close() })
  return { stage, surfaces, ending, sent, kind: () => stage.state().screen.kind }
}

test('what was sent is shown for a moment, and then the place goes by itself', () => {
  const { surfaces, ending, sent, kind } = setUp()
  sent()
  ending.changed(0)
  vi.advanceTimersByTime(shownFor - 1)
  expect([kind(), surfaces]).toEqual(['sent', []])
  vi.advanceTimersByTime(1)
  expect([kind(), surfaces]).toEqual(['empty', [undefined]])
  ending.close()
  expect(surfaces).toEqual([undefined])
})

test('it goes at once when the visitor says so, and anything else goes at once', () => {
  const { surfaces, ending, sent, stage, kind } = setUp()
  sent()
  ending.changed(0)
  const { screen } = stage.state()
  if (screen.kind === 'sent') screen.onClose()
  expect([kind(), surfaces]).toEqual(['empty', [undefined]])
  stage.show({ kind: 'working', step: 'signing' })
  ending.changed(0)
  expect([kind(), surfaces]).toEqual(['empty', [undefined, undefined]])
})

test('the next request is asked at once, and nothing takes it away', () => {
  const { surfaces, ending, sent, stage, kind } = setUp()
  sent()
  ending.changed(0)
  ending.changed(1)
  stage.show({ kind: 'checking', origin: 'https://shop.example', onReject: () => {} })
  vi.advanceTimersByTime(shownFor * 2)
  ending.close()
  expect([kind(), surfaces]).toEqual(['checking', []])
})

test.each<[string, string | undefined, unknown, string | undefined]>([
  ['of an EVM chain', 'https://etherscan.io', `0x${'a'.repeat(64)}`, `https://etherscan.io/tx/0x${'a'.repeat(64)}`],
  ['below a path', 'https://scan.example/base/', `0x${'a'.repeat(64)}`, `https://scan.example/base/tx/0x${'a'.repeat(64)}`],
  [
    'of Solana, with its cluster',
    'https://explorer.solana.com/?cluster=devnet',
    { signature: '5'.repeat(88) },
    `https://explorer.solana.com/tx/${'5'.repeat(88)}?cluster=devnet`,
  ],
  ['of no explorer', undefined, `0x${'a'.repeat(64)}`, undefined],
  ['of a batch, which is no transaction', 'https://etherscan.io', { id: `0x${'a'.repeat(64)}` }, undefined],
  ['of a node that answers a path', 'https://etherscan.io', '../../evil', undefined],
  ['of an address that is none', 'etherscan', `0x${'a'.repeat(64)}`, undefined],
  ['of a script', 'javascript:alert(1)//', `0x${'a'.repeat(64)}`, undefined],
])('a link %s', (_, explorer, sent, link) => expect(explorerLink(explorer, sent)).toBe(link))
