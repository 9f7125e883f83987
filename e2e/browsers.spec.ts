import { cpSync, rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addressOf, approve, expect, logIn, newEmail, nextMail, pressSign, test, walletOf } from './helpers/embedded.js'
import { headOf, modalOf } from './helpers/modal.js'
import { newProfile, openProfile } from './helpers/storage.js'
import { demo } from './helpers/test.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

const signed = (page: Page) => page.getByText(/^Valid for/)

/**
 * Answers a request, and waits until the server has its place in the line back: there is one line for all browsers of a wallet on a site
 * (S12), and a browser that is closed before keeps it for 45 s.
 */
async function answer(page: Page, act: () => Promise<void>): Promise<void> {
  const ended = page.waitForResponse((response) => response.url().endsWith('/v1/requests/end'))
  await act()
  await ended
}

/** A browser that is new to the wallet gets a way of its own, by a mailed link of the vault. */
async function recover(page: Page, email: string): Promise<void> {
  const { links } = await nextMail(email, () => walletOf(page).getByRole('button', { name: 'Confirm by e-mail' }).click())
  const mailed = await page.context().newPage()
  await mailed.goto(links.find((link) => link.includes('vault.localhost')) ?? '')
  await mailed.getByRole('button', { name: 'Yes, that is me' }).click()
  await expect(mailed.getByRole('heading', { name: 'Done' })).toBeVisible() // a page that is closed on its way may never close
  await mailed.close()
  await page.bringToFront()
}

test('S47: a browser that is removed in Wallet safety cannot sign from then on, nor can a copy of all that it had kept', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const email = newEmail()
  const [lost, copy] = [newProfile(), newProfile()]
  try {
    await page.goto(demo())
    const address = await logIn(page, email)

    // A second browser of the same owner, which signs by itself; and somebody copies all that it keeps.
    let other = await openProfile(lost)
    let there = await other.context.newPage()
    await there.goto(demo())
    expect(await logIn(there, email)).toBe(address)
    await pressSign(there)
    await recover(there, email)
    await answer(there, () => approve(there))
    await expect(signed(there)).toContainText(address)
    await other.close()
    cpSync(lost, copy, { recursive: true })
    for (const profile of [copy, lost]) {
      other = await openProfile(profile)
      there = await other.context.newPage()
      await there.goto(demo())
      await expect(headOf(there).account).toBeVisible()
      await pressSign(there)
      await answer(there, () => approve(there))
      await expect(signed(there), 'both sign before').toContainText(address)
      if (profile === copy) await other.close()
    }

    await headOf(page).account.click()
    await modalOf(page).root.getByRole('button', { name: 'Settings' }).click()
    await modalOf(page)
      .root.getByRole('button', { name: /^Wallet safety/ })
      .click()
    const safety = walletOf(page)
    await safety.getByRole('button', { name: 'Browsers that can sign' }).click()
    await expect(safety.getByText('This browser')).toBeVisible()
    await safety.getByRole('button', { name: /Remove/ }).click()
    await safety.locator('[data-role="remove"]').click()
    await expect(safety.getByRole('status').filter({ hasText: 'was removed' })).toBeVisible()
    await expect(safety.getByRole('button', { name: /Remove/ })).toHaveCount(0)

    // The page that was open all the while, and the copy when it is opened.
    await refused(there)
    await other.close()
    const thief = await openProfile(copy)
    const stolen = await thief.context.newPage()
    await stolen.goto(demo())
    await expect(headOf(stolen).account).toBeVisible()
    expect(await addressOf(stolen)).toBe(address)
    await refused(stolen)
    await thief.close()
  } finally {
    for (const profile of [lost, copy]) rmSync(profile, { recursive: true, force: true })
  }
})

/** Nothing is signed: the wallet's page asks for a proof, as in a new browser. */
async function refused(page: Page): Promise<void> {
  await page.reload()
  await expect(headOf(page).account).toBeVisible()
  await pressSign(page)
  await expect(walletOf(page).getByRole('heading', { name: 'This browser is new to your wallet' })).toBeVisible()
  await expect(walletOf(page).locator('[data-role="approve"]')).toHaveCount(0)
  await expect(signed(page)).toHaveCount(0)
  await answer(page, () => walletOf(page).getByRole('button', { name: 'Cancel' }).click())
}
