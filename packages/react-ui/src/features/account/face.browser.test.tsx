import { fakeAddress, fakeAdapter, testPortico } from '@portico/testing'
import { noteAccount, resetView } from '@portico/core/kit'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Modal, PorticoButton, PorticoProvider } from '../../index.js'
import { connected } from '../../stories/states.js'

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')}`

test('an account has one face: the same picture in the button and in each view, and its name wherever one stands', async () => {
  const portico = testPortico({ adapters: [fakeAdapter()] })
  connected()(portico)
  noteAccount(portico, 'eip155', fakeAddress, { profileName: 'mira.wcn.id', profileImage: picture })
  const site = document.createElement('main')
  document.body.append(site)
  const root = createRoot(site)
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <PorticoButton />
        <Modal />
      </PorticoProvider>,
    ),
  )
  const card = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')
  const facesIn = (part: ParentNode | null | undefined) =>
    [...(part?.querySelectorAll('.po-tile.is-arch:not(.po-view-out *)') ?? [])].map((tile) =>
      tile.querySelector(':scope > img')?.getAttribute('src'),
    )

  await vi.waitFor(() => expect(facesIn(site)).toEqual([picture]))
  for (const view of ['Account', 'Settings', 'Wallets', 'Receive'] as const) {
    flushSync(() => resetView(portico, { view }))
    await vi.waitFor(() => expect(card()?.getAttribute('data-view')).toBe(view), { timeout: 4000 })
    await vi.waitFor(() => expect([view, facesIn(card())]).toEqual([view, [picture]]))
    if (view !== 'Receive') expect(card()?.textContent).toContain('mira.wcn.id')
  }
  flushSync(() => root.unmount())
  site.remove()
})
