import { resetView } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Modal, PorticoProvider } from '../../index.js'
import { accountGateway, someTokens } from '../../stories/accountGateway.js'
import { connected } from '../../stories/states.js'

let clear = () => {}
afterEach(() => clear())

test('a press on the way out is not taken by a token that comes late where it stood', async () => {
  await page.viewport(1280, 900) // a sheet stands on its last row, and moves the others
  let tell: (answer: Response) => void = () => undefined
  const portico = testPortico({
    ...accountGateway({ balances: () => new Promise<Response>((resolve) => (tell = resolve)) }),
    adapters: [fakeAdapter()],
  })
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
  const shadow = () => document.querySelector('portico-modal')?.shadowRoot
  const modal = () => shadow()?.querySelector<HTMLElement>('.po-modal')
  const disconnect = () => [...(modal()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Disconnect')
  flushSync(() => resetView(portico, { view: 'Account' }))
  await vi.waitFor(() => expect(disconnect()).toBeDefined(), { timeout: 10_000 })
  await new Promise((resolve) => setTimeout(resolve, 1000)) // the card stands still
  const { left, top } = disconnect()?.getBoundingClientRect() ?? new DOMRect()
  const press = () => {
    const place = { clientX: left + 40, clientY: top + 20, bubbles: true, cancelable: true, composed: true }
    const target = shadow()?.elementFromPoint(place.clientX, place.clientY)
    target?.dispatchEvent(new PointerEvent('pointerdown', place))
    flushSync(() => target?.dispatchEvent(new MouseEvent('click', { ...place, detail: 1 })))
    return target?.closest('button')?.textContent
  }
  tell(Response.json({ balances: someTokens }))
  await vi.waitFor(() => expect(modal()?.textContent).toContain('Chainlink'), { timeout: 10_000, interval: 5 })
  const there = press()
  expect(there).toBeDefined()
  expect(there).not.toBe('Disconnect')
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(modal()?.dataset['view']).toBe('Account')
  press()
  await vi.waitFor(() => expect(modal()?.dataset['view']).toBe('Token'), { timeout: 10_000 })
})
