import type { Visitor, VisitorMail, VisitorOptions, VisitorPage, VisitorProvider } from './types.js'

/**
 * A step of a visitor could not be done.
 * @example
 * try {
 *   await visitor.logIn({ email: 'ada@example.com' })
 * } catch (error) {
 *   if (!(error instanceof VisitorError)) throw error
 *   await page.screenshot({ path: 'stuck.png' }) // the page shows something else than the step expects
 *   throw error
 * }
 */
export class VisitorError extends Error {
  override readonly name = 'VisitorError'
}

/** As the modal writes them. */
const providerNames: Readonly<Record<VisitorProvider, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

/** How long the wallet wants a mouse to be over it before a press counts, in milliseconds, with room to spare. */
const pointerRest = 400

/** In the wallet's frame. */
const code = 'input[autocomplete="one-time-code"]'
/** The modal's own; the wallet's frame has another one. */
const dialog = 'portico-modal dialog[open]'
const wallet = 'iframe[title="Portico"]'

/**
 * Somebody without a wallet, for a dapp's own end-to-end tests: logs in to the embedded wallet through the real modal, in one
 * call, with the codes that the sandbox's inbox has caught.
 * @example
 * const visitor = createVisitor({ page, inboxUrl: 'http://127.0.0.1:8025' })
 * await visitor.logIn({ email: 'ada@example.com' })
 * await page.getByRole('button', { name: 'Sign' }).click()
 * await visitor.approve()
 */
export function createVisitor({ page, inboxUrl, open, atProvider = pressFirst, timeout = 15_000 }: VisitorOptions): Visitor {
  const openModal = async () => {
    if (await page.locator(dialog).first().isVisible()) return
    await (open
      ? open()
      : page
          .getByRole('button', { name: /^Connect/ })
          .first()
          .click({ timeout }))
  }
  const connected = () => page.locator(dialog).first().waitFor({ state: 'hidden', timeout })

  async function mail(to: string, { after = 0 }: { readonly after?: number } = {}): Promise<VisitorMail> {
    if (!inboxUrl) throw new VisitorError('Where are the mails? Name the inbox: createVisitor({ inboxUrl }).')
    const query = new URLSearchParams({ to, after: String(after), timeout: String(timeout / 1000) })
    const response = await fetch(`${inboxUrl}/mails/next?${query.toString()}`)
    const answer: unknown = await response.json()
    if (!response.ok || !isMail(answer)) throw new VisitorError(`No mail to ${to} came within ${timeout / 1000} s.`)
    return answer
  }

  async function lastMail(to: string): Promise<number> {
    const response = await fetch(`${inboxUrl}/mails?${new URLSearchParams({ to }).toString()}`)
    const mails: unknown = await response.json()
    const [newest]: unknown[] = Array.isArray(mails) ? mails : []
    return isMail(newest) ? newest.id : 0
  }

  return {
    async logIn({ email }) {
      const after = await lastMail(email)
      await openModal()
      await page.locator(`${dialog} input[type="email"]`).first().fill(email, { timeout })
      await page.getByRole('button', { name: 'Continue with email' }).first().click({ timeout })
      const field = page.frameLocator(wallet).locator(code).first()
      await field.waitFor({ timeout })
      const { code: digits } = await mail(email, { after })
      if (digits === undefined) throw new VisitorError(`The mail to ${email} has no code.`)
      await field.fill(digits, { timeout })
      await connected()
    },
    async logInWith(provider) {
      await openModal()
      const button = page.getByRole('button', { name: new RegExp(`^(Continue with )?${providerNames[provider]}$`) }).first()
      // The ways to log in come a moment after the modal; the last of them are behind another press.
      const isShown = await button.waitFor({ timeout: timeout / 5 }).then(
        () => true,
        () => false,
      )
      if (!isShown) await page.getByRole('button', { name: 'More ways to sign in' }).first().click({ timeout })
      const opened = page.waitForEvent('popup', { timeout })
      await Promise.all([opened, button.click({ timeout })])
      await atProvider(await opened)
      await connected()
    },
    async approve() {
      const button = page.frameLocator(wallet).locator('[data-role="approve"][data-arming="armed"]').first()
      await button.hover({ timeout })
      await new Promise((resolve) => setTimeout(resolve, pointerRest))
      await button.click({ timeout })
    },
    reject: () => page.frameLocator(wallet).locator('[data-role="reject"]').first().click({ timeout }),
    mail,
  }
}

/** The sandbox's identity provider asks who one is. */
async function pressFirst(popup: VisitorPage): Promise<void> {
  await popup.locator('button[name="person"]').first().click()
}

function isMail(value: unknown): value is VisitorMail {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'links' in value &&
    Array.isArray(value.links)
  )
}
