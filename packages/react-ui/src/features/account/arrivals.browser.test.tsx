import { resetView } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Modal, PorticoProvider } from '../../index.js'
import { accountGateway, heldToken, somePast } from '../../stories/accountGateway.js'
import { connected } from '../../stories/states.js'

const modal = () => document.querySelector('portico-modal')?.shadowRoot?.querySelector('.po-modal')
const tab = (text: string) =>
  [...(modal()?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])].find(({ textContent }) => textContent?.includes(text))
const soon = { timeout: 10_000 }

/** The account of somebody who was given something between the balance on the button and the first list of what it holds. */
async function open(numeric: string) {
  let asked = 0
  let tell = () => {}
  const told = new Promise<void>((resolve) => (tell = resolve))
  const portico = testPortico({
    ...accountGateway({
      balances: () => told.then(() => Response.json({ balances: [heldToken('ETH', 'Ether', numeric, 3000)] })),
      // It had not read the block yet.
      history: () => Response.json({ data: (asked += 1) === 1 ? [] : somePast, next: null }),
    }),
    adapters: [fakeAdapter({ getBalance: () => Promise.resolve(1_842_000_000_000_000_000n) })],
  })
  connected()(portico)
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    site.remove()
  })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Modal />
      </PorticoProvider>,
    ),
  )
  flushSync(() => resetView(portico, { view: 'Account' }))
  await vi.waitFor(() => expect(tab('Activity')).toBeDefined(), soon)
  tab('Activity')?.click()
  await vi.waitFor(() => expect(modal()?.textContent).toContain('Nothing yet'), soon)
  tell()
  return { asked: () => asked }
}

test('what came before the first list of what an account holds is looked for in its past', async () => {
  await open('3.842')
  await vi.waitFor(() => expect(modal()?.textContent).not.toContain('Nothing yet'), soon)
})

test('where nothing has changed the past is asked for once', async () => {
  const { asked } = await open('1.842')
  await vi.waitFor(() => expect(modal()?.textContent).toContain('$5,526'), soon)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(asked()).toBe(1)
})
