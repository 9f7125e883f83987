import { randomUUID } from 'node:crypto'
import { test as base, type BrowserContext, type FrameLocator, type Page } from '@playwright/test'
import { createVisitor, type Visitor, type VisitorMail } from '@portico/testing/visitor'
import { chooseNetwork } from './families.js'
import { expectClosed, headOf, modalOf, openConnect } from './modal.js'
import { inboxUrl } from './sandbox.js'
import { openBrowser, type StorageMode } from './storage.js'
import { expect, watch } from './test.js'

interface Fixtures {
  readonly mode: StorageMode
  readonly expectedErrors: RegExp | undefined
}

/** A page in a browser with the storage that `mode` says. Nothing may go wrong in it, and nobody else may be asked. */
export const test = base.extend<Fixtures>({
  mode: ['partitioned', { option: true }],
  expectedErrors: [undefined, { option: true }],
  context: async ({ mode, expectedErrors }, provide) => {
    const { context, close } = await openBrowser(mode)
    const seen = watch(context)
    await provide(context)
    await close()
    expect(seen.foreign, 'requests to other hosts').toEqual([])
    expect(
      seen.errors.filter((text) => !expectedErrors?.test(text)),
      'errors in the page',
    ).toEqual([])
  },
  page: async ({ context }, provide) => provide(await context.newPage()),
})
export { expect }

/** An address that nobody has used. */
export const newEmail = () => `${randomUUID().slice(0, 13)}@example.com`

export const visitorOf = (page: Page): Visitor => createVisitor({ page, inboxUrl })

/** The wallet's page inside the demo's. */
export const walletOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Portico"]')

/** The first mail to an address that comes with `send`, or after mail `after`. */
export async function nextMail(to: string, send: () => Promise<unknown>, after = 0): Promise<VisitorMail> {
  const known = (await (await fetch(`${inboxUrl}/mails?to=${encodeURIComponent(to)}`)).json()) as readonly VisitorMail[]
  const from = after || (known[0]?.id ?? 0)
  await send()
  const answer = await fetch(`${inboxUrl}/mails/next?to=${encodeURIComponent(to)}&after=${from}&timeout=15`)
  if (!answer.ok) throw new Error(`No mail to ${to} came.`)
  return (await answer.json()) as VisitorMail
}

/** Types an address and waits for the view with the code. */
export async function askForCode(page: Page, email: string): Promise<VisitorMail> {
  return await nextMail(email, async () => {
    await openConnect(page)
    await modalOf(page).root.locator('input[type="email"]').fill(email)
    await modalOf(page).button('Continue with email').click()
    await expect(codeOf(page)).toBeVisible()
  })
}

/** Where the six digits are typed: in the wallet's page, not in the demo's. */
export const codeOf = (page: Page) => walletOf(page).locator('input[autocomplete="one-time-code"]')

/** Logs in, and tells the account's address as the demo has it. */
export async function logIn(page: Page, email = newEmail()): Promise<string> {
  const { code = '' } = await askForCode(page, email)
  await codeOf(page).fill(code)
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  return await addressOf(page)
}

/** The whole address that the demo's account card shows. */
export async function addressOf(page: Page): Promise<string> {
  const address = await page
    .locator('main')
    .getByText(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/)
    .first()
    .textContent()
  return address ?? ''
}

/** Presses the wallet's Approve, or the same button of its window, as a person with a mouse does. */
export async function approve(where: Page): Promise<void> {
  const inWindow = (await where.locator('iframe[title="Portico"]').count()) === 0
  const screen = inWindow ? where : walletOf(where)
  const button = screen.locator('[data-role="approve"][data-arming="armed"]')
  await button.hover({ timeout: 30_000 }).catch(nothingOf(screen))
  await new Promise((resolve) => setTimeout(resolve, 350)) // a mouse that has just come does not count (S10)
  await button.click()
}

/** Says what the wallet shows where there is nothing to approve. */
const nothingOf = (screen: Page | FrameLocator) => async (error: unknown) => {
  const shown = await screen.locator('body').innerText()
  throw new Error(`Nothing to approve. The wallet shows: ${shown}`, { cause: error })
}

/** Approves in the frame, or in the window that it asks for: the first sign-in to a site needs one, and what decides over the account. */
export async function approveSomewhere(page: Page): Promise<void> {
  const away = walletOf(page).locator('[data-role="window"]')
  await expect(away.or(walletOf(page).locator('[data-role="approve"]')))
    .toBeVisible()
    .catch(nothingOf(walletOf(page)))
  if ((await away.count()) === 0) return approve(page)
  const opened = page.context().waitForEvent('page')
  await away.click()
  await approve(await opened)
}

/** A wallet of the page's own asks before it changes network. */
export async function switchTo(page: Page, name: string): Promise<void> {
  await chooseNetwork(page, name)
  await modalOf(page).button('Switch').click()
  await expect(headOf(page).network).toHaveAccessibleName(`Network: ${name}`)
}

/** Presses Sign message, once: on a page that still takes an earlier login up, the request waits for it. */
export async function pressSign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(modalOf(page).dialog).toBeVisible()
}

/** A second browser of the same visitor. */
export async function otherBrowser(mode: StorageMode, visit: (context: BrowserContext) => Promise<void>): Promise<void> {
  const { context, close } = await openBrowser(mode)
  try {
    await visit(context)
  } finally {
    await close()
  }
}
