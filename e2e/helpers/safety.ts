import type { FrameLocator, Page } from '@playwright/test'
import { walletOf } from './embedded.js'
import { expectClosed, headOf, modalOf } from './modal.js'
import { expect } from './test.js'

/** Opens Wallet safety, by the way of the account and its settings. */
export async function openSafety(page: Page): Promise<FrameLocator> {
  await headOf(page).account.click()
  await modalOf(page).button('Settings').click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Wallet safety/ })
    .click()
  return walletOf(page)
}

/**
 * Closes Wallet safety, as a mouse does: the head is the modal's, behind the dialog that the frame's place is cut out of, and moves with the
 * height of what the frame shows.
 */
export async function closeSafety(page: Page): Promise<void> {
  const close = modalOf(page).button('Close')
  await expect(async () => {
    const box = await close.boundingBox({ timeout: 300 }).catch(() => null)
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expectClosed(page, 1000)
  }).toPass({ timeout: 15_000 })
}
