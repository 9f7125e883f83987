import type { Page } from '@playwright/test'
import { modalOf } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { settled } from './helpers/views.js'
import { installAlpha } from './helpers/wallets.js'

async function inArabic(page: Page) {
  await page.addInitScript(() => localStorage.setItem('meridian/language', 'ar'))
  await page.goto(demo())
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
}

const overflow = (page: Page) =>
  modalOf(page).card.evaluate((card) =>
    Math.max(...[card, ...card.querySelectorAll('.po-body')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
  )

test('in Arabic the modal reads from right to left, arrows are mirrored, and nothing is too wide', async ({ context, page }) => {
  await installAlpha(context)
  await inArabic(page)
  const { root, title, card } = modalOf(page)
  await page.getByRole('banner').locator('.po-host').last().click()
  await expect(title).toHaveText(/Meridian/)
  await expect(root.locator('.portico')).toHaveAttribute('dir', 'rtl')
  await expect(root.locator('.portico')).toHaveAttribute('lang', 'ar')
  await settled(page)
  expect(await card.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  expect(await overflow(page)).toBe(0)

  // The chevron of the way to all wallets points to the left, and stands at the left end.
  const more = root.locator('.po-row').last()
  const chevron = more.locator('.po-i').last()
  expect(await chevron.evaluate((icon) => new DOMMatrix(getComputedStyle(icon).transform).a)).toBe(-1)
  const [row, icon] = [await more.boundingBox(), await chevron.boundingBox()]
  expect(icon!.x - row!.x).toBeLessThan(row!.width / 4)
  // The close button is at the left.
  const close = await card.locator('.po-head__end button').boundingBox()
  expect(close!.x - (await card.boundingBox())!.x).toBeLessThan(40)

  await more.click()
  // Its code may still be on its way: until it is there, nothing moves.
  await expect(card).toHaveAttribute('data-view', 'AllWallets')
  await settled(page)
  expect(await overflow(page)).toBe(0)
  const back = await card.locator('.po-head button').first().boundingBox()
  expect(back!.x - (await card.boundingBox())!.x).toBeGreaterThan(200)
})

test('in Arabic a wallet connects, and addresses and amounts keep their order', async ({ context, page }) => {
  await installAlpha(context)
  await inArabic(page)
  const { root, dialog } = modalOf(page)
  const button = page.getByRole('banner').locator('.po-host').last()
  await button.click()
  await root.getByRole('button', { name: /^Alpha/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(button).toContainText('0x90…93b906')
  await button.click()
  await settled(page)
  await expect(root.locator('.po-figure.po-num')).toBeVisible()
  for (const text of await root.locator('.po-addr, .po-figure bdi').all()) {
    expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  }
  expect(await overflow(page)).toBe(0)
})

test('in Arabic a transfer is sent: addresses and amounts keep their order, and nothing is too wide', async ({ context, page }) => {
  await installAlpha(context)
  await inArabic(page)
  const { root, dialog } = modalOf(page)
  const opener = page.getByRole('banner').locator('.po-host').last()
  await opener.click()
  await root.getByRole('button', { name: /^Alpha/ }).click()
  await expect(dialog).toHaveCount(0)
  await opener.click()
  const send = root.getByRole('button', { name: 'إرسال', exact: true })
  await send.click()
  await root.getByRole('textbox', { name: 'المستلم' }).fill('0x00000000000000000000000000000000000a11ce')
  // Digits as they are typed there.
  await root.getByRole('textbox', { name: 'المبلغ' }).fill('٠٫٠٣')
  const preview = root.getByRole('button', { name: 'معاينة الإرسال' })
  await expect(preview).toBeEnabled()
  await settled(page)
  expect(await overflow(page)).toBe(0)
  await preview.click()
  await expect(root.locator('.po-whole')).toBeVisible()
  await settled(page)
  expect(await overflow(page)).toBe(0)
  for (const text of await root.locator('.po-whole, .po-send__sum bdi').all())
    expect(await text.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  await send.click()
  await expect(root.getByRole('heading', { name: /^أُرسل/ })).toBeVisible({ timeout: 20_000 })
  await settled(page)
  expect(await overflow(page)).toBe(0)
})
