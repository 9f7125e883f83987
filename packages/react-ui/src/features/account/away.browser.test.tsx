import { startSend } from '@portico/core/send'
import { pushView, resetView } from '@portico/core/kit'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Modal, PorticoProvider } from '../../index.js'
import { accountGateway, down, heldToken, someTokens } from '../../stories/accountGateway.js'
import { connected } from '../../stories/states.js'

let clear = () => {}
afterEach(() => clear())

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const modal = () => shadow()?.querySelector('.po-modal')
const pressables = () => [...(modal()?.querySelectorAll<HTMLElement>('button, a') ?? [])]
const rowOf = (text: string) => pressables().find(({ textContent }) => textContent?.includes(text))
const said = 'Some tokens and prices are missing or old right now.'
const soon = { timeout: 10_000 }

/** What the gateway knows: something else is worth more than the ether. */
const all = [heldToken('TBTC', 'Bridged Bitcoin', '2', 60_000, '0x6c84a8f1c29108F47a79964b5Fe888D4f4D0dE40'), ...someTokens]

/** The modal of an account whose gateway refuses until it is back; the chain knows of 1.842 ether. */
function setUp() {
  let away = true
  const portico = testPortico({
    ...accountGateway({ balances: (url) => (away ? down(url) : Response.json({ balances: all })) }),
    adapters: [
      fakeAdapter({
        getBalance: () => Promise.resolve(1_842_000_000_000_000_000n),
        sendTransaction: () => new Promise<never>(() => undefined),
      }),
    ],
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
  return { portico, comeBack: () => (away = false) }
}

test('the account shows what the chain knows while the gateway is away, and no row moves up or down when the rest comes', async () => {
  const { portico, comeBack } = setUp()
  flushSync(() => resetView(portico, { view: 'Account' }))
  await vi.waitFor(() => expect(modal()?.textContent).toContain(said), soon)
  const ether = rowOf('1.842 ETH')
  expect(ether).toBeDefined()
  const top = () => Math.round((ether?.getBoundingClientRect().top ?? 0) - (modal()?.getBoundingClientRect().top ?? 0))
  const before = top()
  comeBack()
  rowOf('Try again')?.click()
  await vi.waitFor(() => expect(modal()?.textContent).toContain('Wrapped Ether'), soon)
  expect(modal()?.textContent).not.toContain(said)
  expect(ether?.isConnected).toBe(true)
  expect(top()).toBe(before)
})

test('a token to send is chosen of what the chain knows, and stays in its place when the rest comes', async () => {
  const { portico, comeBack } = setUp()
  startSend(portico)
  flushSync(() => resetView(portico, { view: 'WalletSend' }))
  await vi.waitFor(() => expect(modal()?.textContent).toContain('Balance 1.842'), soon)
  flushSync(() => pushView(portico, { view: 'WalletSendSelectToken' }))
  await vi.waitFor(() => expect(modal()?.textContent).toContain(said), soon)
  comeBack()
  rowOf('Try again')?.click()
  await vi.waitFor(() => expect(modal()?.textContent).toContain('Wrapped Ether'), soon)
  const rows = pressables().flatMap(({ textContent }) => textContent?.match(/Bridged Bitcoin|Ether|USD Coin|Chainlink|Aave/)?.[0] ?? [])
  expect(rows[0]).toBe('Ether')
  expect(rows).toContain('Bridged Bitcoin')
})
