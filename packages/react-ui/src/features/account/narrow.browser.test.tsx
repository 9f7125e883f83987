import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ar } from '../../locales/ar/index.js'
import { accountGateway, heldToken } from '../../stories/accountGateway.js'
import { both, connected } from '../../stories/states.js'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { catalogueCss } from '../../styles/catalogue.css.js'
import { harbor } from '../../stories/wallets.js'
import AccountView from './AccountView.js'
import WalletsView from './WalletsView.js'

beforeAll(async () => {
  await page.viewport(320, 800)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(catalogueCss)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.body.style.margin = '0'
})

let clear = () => {}
afterEach(() => clear())

/** Shows the account as on the narrowest of phones, and waits for something in it. */
async function see(selector: string, change: Partial<ViewStoryProps>): Promise<Element> {
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  host.dataset['theme'] = 'light'
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  root.render(
    <ViewStory
      View={AccountView}
      adapter={{ getBalance: () => Promise.resolve(10n ** 18n) }}
      arrange={connected()}
      form="sheet"
      {...change}
    />,
  )
  return await vi.waitUntil(() => host.querySelector(selector), { timeout: 5000 })
}

test('the address is not cut on a phone of 320 px', async () => {
  const address = await see('.po-who .po-addr', {})
  expect(address.scrollWidth).toBeLessThanOrEqual(address.clientWidth)
})

test('an address is not cut by millions beside it on a phone of 360 px', async () => {
  await page.viewport(360, 800)
  onTestFinished(() => page.viewport(320, 800))
  const other = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
  const worth = await see('.po-row__e > bdi, .po-row bdi:not(.po-addr)', {
    View: WalletsView,
    arrange: both(connected({ address: other, connector: { ...harbor, id: 'other' } }), connected()),
    options: accountGateway({ balances: [heldToken('ETH', 'Ether', '10011.71875', 3200)] }),
  })
  await vi.waitFor(() => expect(worth.closest('.portico')?.textContent).toContain('$32,037,500'))
  for (const { scrollWidth, clientWidth, textContent } of worth.closest('.portico')?.querySelectorAll('.po-row__t') ?? [])
    expect(scrollWidth, textContent ?? '').toBeLessThanOrEqual(clientWidth)
})

test('an amount that has too little room keeps its first digits, also where rows run from right to left', async () => {
  const options = accountGateway({ balances: [heldToken('ETH', 'Ether', '1234567890.125', 3470)] })
  const amount = await see('.po-row__s > .po-num', { locale: ar, options })
  expect(amount.textContent).toMatch(/^1,234,567,890\.125/)
  const digit = document.createRange()
  digit.setStart(amount.firstChild ?? amount, 0)
  digit.setEnd(amount.firstChild ?? amount, 1)
  const row = amount.parentElement?.getBoundingClientRect()
  expect(digit.getBoundingClientRect().left).toBeGreaterThanOrEqual(row?.left ?? Infinity)
})

test.each([320, 360, 480])('WCAG 1.4.12: on a page of %i px, with text spaced widely, no second line loses its end', async (width) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(320, 800))
  const spacing = new CSSStyleSheet()
  spacing.replaceSync('* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important }')
  const before = document.adoptedStyleSheets
  document.adoptedStyleSheets = [...before, spacing]
  onTestFinished(() => void (document.adoptedStyleSheets = before))
  const line = await see('.po-row__s', { adapter: { getBalance: () => Promise.resolve(0n) }, arrange: connected({ balance: 0n }) })
  const lines = [...(line.closest('.po-body')?.querySelectorAll('.po-row__s') ?? [])]
  expect(lines.length).toBeGreaterThan(0)
  for (const { scrollWidth, clientWidth, scrollHeight, clientHeight, textContent } of lines) {
    expect(scrollWidth, textContent ?? '').toBeLessThanOrEqual(clientWidth)
    expect(scrollHeight, textContent ?? '').toBeLessThanOrEqual(clientHeight)
  }
})
