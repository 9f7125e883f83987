import type { Page } from '@playwright/test'
import { expectClosed, headOf, modalOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (name.test(await focused(page))) return
  }
  throw new Error(`Tab never reached ${name}`)
}

/** The text or label of what has the focus, in the modal as well. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const deepest = (root: Document | ShadowRoot): Element | null => {
      const at = root.activeElement
      return at?.shadowRoot ? deepest(at.shadowRoot) : at
    }
    const at = deepest(document)
    // A field that is named by a label around it has no text of its own.
    return at?.getAttribute('aria-label') ?? (at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent) ?? ''
  })

test('a wallet is connected with the keyboard alone, and focus comes back to the page', async ({ context, page }) => {
  const alpha = await installAlpha(context, { policy: 'manual' })
  await page.goto(demo())
  await tabTo(page, /^Connect$/)
  await page.keyboard.press('Enter')
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  await expect.poll(() => focused(page)).toBe('Connect to Meridian')

  // Choose, turn away, and choose again.
  await tabTo(page, /^Alpha/)
  await page.keyboard.press('Enter')
  await alpha.waitFor('eth_requestAccounts')
  await expect.poll(() => focused(page)).toBe('Alpha')
  await tabTo(page, /^Back$/)
  await page.keyboard.press('Enter')
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  await expect.poll(() => focused(page)).toMatch(/^Alpha/) // where it was before
  alpha.reject()
  alpha.setPolicy('approve')
  await page.keyboard.press('Enter')
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
})

test('Escape closes, and focus goes back to the button that opened the modal', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  for (const opener of [headOf(page).connect, headOf(page).network]) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(modalOf(page).title).toBeVisible()
    await page.keyboard.press('Escape')
    await expectClosed(page)
    await expect(opener).toBeFocused()
  }
})

test('Tab goes round in the modal, forwards and backwards, and never leaves it', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await headOf(page).connect.click()
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  const around = async (key: string) => {
    const seen: string[] = []
    for (let presses = 0; presses < 16; presses += 1) {
      await page.keyboard.press(key)
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('portico-modal')
      seen.push(await focused(page))
    }
    return seen
  }
  const forwards = await around('Tab')
  const backwards = await around('Shift+Tab')
  expect(forwards).toContain('Close')
  expect(new Set(forwards)).toEqual(new Set(backwards))
  expect(new Set(forwards).size).toBeLessThan(16)
})

test('the page below is out of reach while the modal is open', async ({ page }) => {
  await page.goto(demo())
  await headOf(page).connect.click()
  await expect(modalOf(page).title).toBeVisible()
  const before = await page.evaluate(() => scrollY)
  await page.mouse.move(100, 400)
  await page.mouse.wheel(0, 600)
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await headOf(page)
    .network.click({ timeout: 500 })
    .then(
      () => expect('the button below').toBe('out of reach'),
      () => undefined,
    )
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
})

test('each control of the modal shows that it has the focus', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await headOf(page).connect.click()
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    const outline = await modalOf(page).card.evaluate((card) => {
      const root = card.getRootNode()
      // A text field shows it on the whole of itself, not on the input inside.
      const active = root instanceof ShadowRoot ? root.activeElement : undefined
      const style = active ? getComputedStyle(active.closest('.po-field') ?? active) : undefined
      return style && (Number.parseFloat(style.outlineWidth) > 0 && style.outlineStyle !== 'none' ? style.outlineStyle : style.boxShadow)
    })
    expect(outline).not.toBe('none')
    expect(outline).toBeTruthy()
  }
})

test('a transfer is sent with the keyboard alone', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await tabTo(page, /^Connect$/)
  await page.keyboard.press('Enter')
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  await tabTo(page, /^Alpha/)
  await page.keyboard.press('Enter')
  await expectClosed(page)
  await headOf(page).account.focus()
  await page.keyboard.press('Enter')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  const { title, root } = modalOf(page)
  await expect(title).toHaveText('Send')
  await tabTo(page, /^Recipient$/)
  await page.keyboard.type('0x00000000000000000000000000000000000a11ce')
  await tabTo(page, /^Amount$/)
  await page.keyboard.type('0.02')
  await expect(modalOf(page).button('Preview Send')).toBeEnabled()
  await tabTo(page, /^Preview Send$/)
  await page.keyboard.press('Enter')
  await expect(title).toHaveText('Review')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  await expect(root.getByRole('heading', { name: '0.02 ETH sent' })).toBeVisible({ timeout: 20_000 })
  await tabTo(page, /^Done$/)
  await page.keyboard.press('Enter')
  await expect(root.getByRole('tab', { name: /^Tokens/ })).toBeVisible()
})
