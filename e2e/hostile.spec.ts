import type { Page } from '@playwright/test'
import { connectWallet, headOf, modalOf, openConnect } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { settled } from './helpers/views.js'
import { installAlpha } from './helpers/wallets.js'

/** What each part of the modal looks like, in computed values. */
const looks = (page: Page) =>
  modalOf(page).root.evaluate((host) => {
    const properties = [
      'display',
      'position',
      'visibility',
      'opacity',
      'transform',
      'filter',
      'color',
      'background-color',
      'border-top-width',
      'border-top-style',
      'border-top-left-radius',
      'box-shadow',
      'outline-style',
      'font-family',
      'font-size',
      'font-weight',
      'line-height',
      'letter-spacing',
      'text-transform',
      'text-align',
      'direction',
      'padding-top',
      'padding-left',
      'margin-top',
      'margin-left',
      'width',
      'height',
      'fill',
      'stroke',
    ]
    const all = [...(host.shadowRoot?.querySelectorAll('dialog, .po-modal, .po-modal *') ?? [])]
    return all.map((element) => {
      const style = getComputedStyle(element)
      const { x, y } = element.getBoundingClientRect()
      return [
        element.localName,
        element.getAttribute('class'),
        Math.round(x),
        Math.round(y),
        ...properties.map((name) => `${name}: ${style.getPropertyValue(name)}`),
      ].join('\n')
    })
  })

test('in a page of resets and !important rules the modal looks exactly as on a plain page, and works', async ({ context, page }) => {
  await installAlpha(context)
  const seen: string[][] = []
  for (const path of ['/csp.html', '/hostile.html']) {
    // both for EVM alone: the same list of wallets
    await page.goto(demo(path))
    await openConnect(page)
    await expect(modalOf(page).row('Alpha')).toBeVisible()
    await settled(page)
    await page.mouse.move(2, 2)
    await page.waitForTimeout(200) // the button below was hovered, and colours fade
    seen.push(await looks(page))
  }
  const [plain = [], hostile = []] = seen
  expect(plain.length).toBeGreaterThan(40)
  expect(hostile).toEqual(plain)

  // The page is torn, as it should be: else this test would prove nothing.
  expect(
    await page
      .locator('main button')
      .first()
      .evaluate((button) => getComputedStyle(button).backgroundColor),
  ).toBe('rgb(255, 105, 180)')
  expect(
    await modalOf(page).card.evaluate((card) => {
      const { x, y, width, height } = card.getBoundingClientRect()
      return document.elementFromPoint(x + width / 2, y + height / 2)?.localName
    }),
  ).toBe('portico-modal')

  await modalOf(page).close()
  await connectWallet(page, 'Alpha')
  await page.getByRole('button', { name: 'Sign a greeting' }).click()
  await expect(page.getByText(/^Signed: 0x/)).toBeVisible()
})

test('the buttons in such a page keep their words and can be pressed', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo('/hostile.html'))
  await expect(headOf(page).connect).toBeVisible()
  await expect(headOf(page).network).toHaveAccessibleName('Network: Ethereum')
  await headOf(page).network.click()
  await modalOf(page).row('Base').click()
  await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
})
