import type { Page } from '@playwright/test'
import { askForCode, approve, codeOf, expect, newEmail, nextMail, test, walletOf } from './helpers/embedded.js'
import { cardOf } from './helpers/families.js'
import { expectClosed, headOf, modalOf } from './helpers/modal.js'
import { demo } from './helpers/test.js'
import { settled } from './helpers/views.js'

test.use({ expectedErrors: /status of 4\d\d/ })

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (await isThere()) return
  }
  throw new Error('Tab never reached it')
}
const has = (page: Page, name: RegExp) => () =>
  page.evaluate(
    ([source, flags]) => {
      let at = document.activeElement
      while (at?.shadowRoot) at = at.shadowRoot.activeElement
      return new RegExp(source, flags).test(at?.getAttribute('aria-label') ?? at?.textContent ?? '')
    },
    [name.source, name.flags] as const,
  )

test('a visitor logs in and approves with the keyboard alone', async ({ page }) => {
  const email = newEmail()
  await page.goto(demo())
  await tabTo(page, has(page, /^Connect$/))
  await page.keyboard.press('Enter')
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  await tabTo(page, has(page, /^Email$/))
  await page.keyboard.type(email)
  const { code = '' } = await nextMail(email, () => page.keyboard.press('Enter'))
  // The field has the focus by itself: what is typed now goes there.
  await expect(codeOf(page)).toBeFocused()
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await page.keyboard.type(wrong)
  await expect(walletOf(page).getByRole('alert')).toContainText('That code isn’t right. Tries left: 4')
  await expect(codeOf(page)).toBeFocused()
  await expect(codeOf(page)).toHaveValue('')
  await page.keyboard.type(code)
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()

  await tabTo(page, has(page, /^Sign message$/))
  await page.keyboard.press('Enter')
  const sign = walletOf(page).locator('[data-role="approve"]')
  await expect(sign).toBeVisible()
  await tabTo(page, () => sign.evaluate((button) => button === document.activeElement))
  // A press in the half second for which nothing may change, the focus neither, is none (S10), and does not spoil the next one.
  await page.keyboard.press('Space')
  await expect(sign).toBeVisible()
  await expect(walletOf(page).locator('[data-role="approve"][data-arming="armed"]')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText(/^Valid for/)).toBeVisible()
})

for (const [way, leave] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  [
    'Back',
    // The wallet's page lies over the modal, and lets a press beside it through.
    async (page: Page) => {
      await settled(page)
      const { x = 0, y = 0, width = 0, height = 0 } = (await modalOf(page).button('Back').boundingBox()) ?? {}
      await page.mouse.click(x + width / 2, y + height / 2)
    },
  ],
] as const) {
  test(`${way} leads from the code to the address, and takes the field away`, async ({ page }) => {
    const email = newEmail()
    await page.goto(demo())
    await askForCode(page, email)
    await expect(codeOf(page)).toBeFocused()
    await leave(page)
    await expect(modalOf(page).root.locator('input[type="email"]')).toHaveValue(email)
    await expect(codeOf(page)).toHaveCount(0)
    await expect(page.locator('iframe[title="Portico"]')).toBeHidden()
  })
}

/** What a page that is hostile, or was broken into, does: it listens to everything, and speaks on the wallet's own port. */
interface Hostile {
  readonly heard: () => Promise<string>
  /** Sends a request on the port, and tells the frame's answer. */
  readonly ask: (name: string, payload: unknown) => Promise<{ type: string; payload?: { reason?: string; message?: string } }>
}
async function breakInto(page: Page): Promise<Hostile> {
  await page.addInitScript(() => {
    const heard: string[] = []
    const ports: MessagePort[] = []
    Object.assign(window, { heard, ports })
    const note = (event: Event) => {
      for (const target of event.composedPath()) if (target instanceof HTMLInputElement) heard.push(target.value)
      if (event instanceof KeyboardEvent) heard.push(event.key)
      if (event instanceof InputEvent) heard.push(event.data ?? '')
    }
    for (const name of ['keydown', 'keyup', 'beforeinput', 'input', 'change', 'paste']) window.addEventListener(name, note, true)
    window.addEventListener(
      'message',
      ({ ports: [port] }) => {
        if (!port) return
        ports.push(port)
        const post = port.postMessage.bind(port)
        port.postMessage = (message: unknown) => {
          heard.push(JSON.stringify(message))
          post(message)
        }
        port.addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)))
      },
      true,
    )
  })
  return {
    heard: () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join('')),
    ask: (name, payload) =>
      page.evaluate(
        ([type, said]) =>
          new Promise((resolve, reject) => {
            const port = (window as unknown as { ports: MessagePort[] }).ports.at(-1)
            if (!port) return reject(new Error('The frame gave no port'))
            const id = crypto.randomUUID()
            port.addEventListener(
              'message',
              ({ data }: MessageEvent<{ id?: string; type: string }>) => data.id === id && resolve(data as never),
            )
            MessagePort.prototype.postMessage.call(port, { type: `APP_${type}`, id, payload: said })
          }),
        [name, payload] as const,
      ),
  }
}

test.describe('offline', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })
  test('a code that was typed there stays, and is sent by a press once the network is back', async ({ context, page }) => {
    await page.goto(demo())
    const { code = '' } = await askForCode(page, newEmail())
    await context.setOffline(true)
    await codeOf(page).fill(code)
    await expect(walletOf(page).getByRole('alert')).toBeVisible()
    await expect(codeOf(page)).toHaveValue(code)
    await context.setOffline(false)
    await walletOf(page).getByRole('button', { name: 'Try again' }).click()
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
  })
})

test('S51: a page that listens to everything learns no code, and one that was told it cannot use it', async ({ page }) => {
  const hostile = await breakInto(page)
  await page.goto(demo())
  const email = newEmail()
  const { code = '' } = await askForCode(page, email)
  // The visitor read it to the page, which sends it from the visitor's own browser, or lets a thief's page send it.
  expect(await hostile.ask('CONNECT_OTP', { otp: code })).toMatchObject({
    type: 'FRAME_CONNECT_OTP_ERROR',
    payload: { reason: 'code_in_page' },
  })
  await expect(codeOf(page)).toBeVisible() // and the question stays
  await codeOf(page).click()
  await page.keyboard.type(code)
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  expect(await hostile.heard()).toContain(email) // it does listen
  const withoutOwn = (await hostile.heard()).replaceAll(/\d{4}-\d\d-\d\d\S*|0x[0-9a-f]+/gi, '')
  expect(withoutOwn.split(code)).toHaveLength(1)

  await page.getByRole('button', { name: 'Sign message' }).click()
  await approve(page)
  await expect(cardOf(page, 'Sign a message').getByText(/^Valid for/)).toBeVisible()
})
