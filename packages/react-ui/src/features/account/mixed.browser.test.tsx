import { resetView } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Modal, PorticoProvider } from '../../index.js'
import { connected } from '../../stories/states.js'

let clear = () => {}
afterEach(() => clear())

test('S36: a token whose symbol mixes alphabets says so in the list, and one that merely uses another alphabet does not', async () => {
  const tokens = ['USDC', 'USD\u0421', '\u0420\u0423\u0411'].map((symbol, at) => ({
    address: `0x${String(at + 1).repeat(40)}`,
    symbol,
    name: 'USD Coin',
    units: 5_000_000n,
    decimals: 6,
  }))
  const adapter = fakeAdapter({ getBalance: () => Promise.resolve(1n), getTokenBalances: () => Promise.resolve(tokens) })
  const portico = testPortico({ adapters: [adapter] })
  connected()(portico)
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  clear = () => {
    flushSync(() => root.unmount())
    site.remove()
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  flushSync(() => resetView(portico, { view: 'Account' }))
  const rows = () => [...(document.querySelector('portico-modal')?.shadowRoot?.querySelectorAll('.po-held button') ?? [])]
  const marked = () => rows().flatMap(({ textContent }) => (textContent?.includes('Mixes alphabets') ? [textContent] : []))
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(3), { timeout: 4000 })
  expect(marked()).toEqual([expect.stringContaining('USD\u0421')])
})
