import type { Portico, SavedState } from '@portico/core'
import { emptySavedState } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, memoryStorage, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { ConnectButton, NetworkButton, PorticoButton, PorticoProvider } from './index.js'

const saved: SavedState = {
  ...emptySavedState,
  connections: {
    eip155: [{ connector: { id: 'com.harbor', kind: 'announced', name: 'Harbor' }, addresses: [fakeAddress], networkId: 'eip155:10' }],
  },
}
const stored = { '@portico/portico/state': JSON.stringify(saved) }
const app = (portico: Portico) => (
  <PorticoProvider portico={portico}>
    <PorticoButton />
    <NetworkButton />
  </PorticoProvider>
)

let root: Root | undefined
afterEach(() => root?.unmount())

function place(html = '') {
  const element = document.createElement('div')
  element.innerHTML = html
  document.body.append(element)
  return element
}

test('a page from a server that knows the visitor hydrates without a warning, and shows the same', async () => {
  const errors = vi.spyOn(console, 'error')
  const element = place(renderToString(app(testPortico({ initialState: saved }))))
  expect(element.textContent).toContain('0x7f…c41b09')
  root = hydrateRoot(element, app(testPortico({ initialState: saved, storage: memoryStorage(stored) })), {
    onRecoverableError: (error) => console.error(error),
  })
  await vi.waitFor(() => expect(element.textContent).toContain('0 ETH'))
  expect(element.textContent).toContain('0x7f…c41b09')
  expect(errors).not.toHaveBeenCalled()
})

test('a page from a server that does not know the visitor hydrates without a warning, and then knows them', async () => {
  const errors = vi.spyOn(console, 'error')
  const element = place(renderToString(app(testPortico())))
  expect(element.textContent).toContain('Connect')
  root = hydrateRoot(element, app(testPortico({ storage: memoryStorage(stored) })), { onRecoverableError: (error) => console.error(error) })
  await vi.waitFor(() => expect(element.textContent).toContain('0x7f…c41b09'))
  expect(errors).not.toHaveBeenCalled()
})

test('a reload never flashes disconnected: the first commit already shows the account', () => {
  const element = place()
  const seen: string[] = []
  new MutationObserver(() => undefined).observe(element, { childList: true })
  root = createRoot(element)
  const portico = testPortico({
    storage: memoryStorage(stored),
    adapters: [fakeAdapter({ reconnect: () => new Promise(() => undefined) })],
  })
  flushSync(() => root?.render(app(portico)))
  seen.push(element.textContent ?? '')
  expect(seen[0]).toContain('0x7f…c41b09')
  expect(seen[0]).not.toContain('Connect')
})

test('of two parts of a page that hydrate each by itself, the one whose button was pressed says that it is under way', async () => {
  const portico = testPortico()
  const part = (
    <PorticoProvider portico={portico}>
      <ConnectButton />
    </PorticoProvider>
  )
  const parts = [place(renderToString(part)), place(renderToString(part))]
  const roots = parts.map((element) => hydrateRoot(element, part))
  const isBusy = () => parts.map((element) => element.querySelector('button')?.ariaBusy === 'true')
  await vi.waitFor(() => {
    parts[0]?.querySelector('button')?.click() // once it has hydrated; nothing on the page shows the modal
    expect(isBusy()[0]).toBe(true)
  })
  expect(isBusy()).toEqual([true, false])
  for (const one of roots) one.unmount()
})
