import { createServer, request } from 'node:http'
import { socialProviders } from '@portico/core/embedded'
import type { Page } from '@playwright/test'
import { addressOf, approve, expect, test, visitorOf } from './helpers/embedded.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { scanScreen, signOnPhone } from './helpers/phone.js'
import { control, demoUrl, secureUrl } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage|Cross-Origin-Opener-Policy/ })

const names = { google: 'Google', x: 'X', discord: 'Discord', apple: 'Apple', github: 'GitHub', facebook: 'Facebook' } as const

async function choose(page: Page, name: string): Promise<void> {
  await openConnect(page)
  const tile = modalOf(page).button(`Continue with ${name}`)
  await expect(tile.or(modalOf(page).button('More ways to sign in')).first()).toBeVisible()
  if (!(await tile.isVisible())) await modalOf(page).button('More ways to sign in').click()
  await tile.click()
}

test('S31: each of six social accounts logs in by a window, and the same one finds its wallet again', async ({ page }) => {
  test.setTimeout(150_000)
  await control('/reset') // none of them has been here
  const addresses = new Set<string>()
  for (const provider of socialProviders) {
    await page.goto(demo())
    await visitorOf(page).logInWith(provider)
    await expect(headOf(page).account).toBeVisible()
    addresses.add(await addressOf(page))
    await page.getByRole('region', { name: 'Account', exact: true }).getByRole('button', { name: 'Disconnect' }).click()
    await expect(headOf(page).connect).toBeVisible()
  }
  expect(addresses.size).toBe(socialProviders.length)

  await visitorOf(page).logInWith('google')
  expect([...addresses]).toContain(await addressOf(page))
  await page.getByRole('button', { name: 'Sign message' }).click()
  await approve(page)
  await expect(page.getByText(/^Valid for/)).toBeVisible()
})

for (const policy of ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'] as const) {
  test(`R23: on a page with Cross-Origin-Opener-Policy ${policy} the login goes on`, async ({ context, page }) => {
    const server = await serveDemoWith({ 'cross-origin-opener-policy': policy })
    try {
      await page.goto(`${server.url}/?wallet=off`)
      const opened = context.waitForEvent('page')
      await choose(page, names.google)
      const popup = await opened
      await popup.locator('button[name="person"]').first().click()
      // Where the window cannot report back, it shows the site's origin and two digits, and is told to go on.
      const confirm = popup.locator('form button')
      const done = await Promise.race([popup.waitForEvent('close').then(() => true), confirm.waitFor().then(() => false)]).catch(() => true)
      if (!done) {
        await expect(popup.locator('body')).toContainText(new URL(server.url).host)
        await popup.locator('form button:enabled').click()
      }
      await page.bringToFront()
      await expectClosed(page)
      await expect(headOf(page).account).toBeVisible()
    } finally {
      await page.goto('about:blank') // what the page asks its server for meanwhile is not refused
      await server.close()
    }
  })
}

/** The demo, with other headers: where the sandbox's secure site takes it, too. */
async function serveDemoWith(
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { hostname, port } = new URL(demoUrl)
  const server = createServer((asked, answer) => {
    const forward = request({ hostname, port, path: asked.url, method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, { ...got.headers, ...headers })
      got.pipe(answer)
    })
    asked.pipe(forward)
  })
  await new Promise<void>((ready) => server.listen(Number(port) + 1, hostname, ready))
  return {
    url: `http://${hostname}:${Number(port) + 1}`,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

test('R23: a window that is closed is noticed within a second, and can be opened again', async ({ context, page }) => {
  await page.goto(demo())
  const opened = context.waitForEvent('page')
  await choose(page, names.google)
  const popup = await opened
  await popup.locator('button[name="person"]').first().waitFor()
  await popup.close()
  await expect(modalOf(page).root.getByText('Google window closed')).toBeVisible({ timeout: 2000 })
  await expect(headOf(page).connect).toHaveCount(1)
})

test('R23: where the browser opens no window, the login goes on in the page itself', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto(demo())
  await choose(page, names.google)
  await expect(modalOf(page).root.getByText('Your browser blocked the window')).toBeVisible({ timeout: 3000 })
  await modalOf(page).button('Continue in this tab').click()
  await page.locator('button[name="person"]').first().click()
  await expect(page).toHaveURL(new RegExp(`^${demoUrl}`))
  await expect(headOf(page).account).toBeVisible({ timeout: 15_000 })
})

test('Farcaster logs in with the code that a phone scans', async ({ context, page }) => {
  await page.goto(demo())
  await choose(page, 'Farcaster')
  await signOnPhone(context, await scanScreen(page, /^http/))
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
})

test('S2: the frame is a page for the registered origin alone', async () => {
  const asked = async (origin: string, project = 'sandbox') => {
    const query = new URLSearchParams({ projectId: project, origin, chainId: 'eip155:1', version: '4' })
    const answer = await fetch(`${secureUrl.replace('secure.localhost', '127.0.0.1')}/frame?${query.toString()}`) // Node knows no names below localhost
    return { status: answer.status, ancestors: /frame-ancestors [^;]*/.exec(answer.headers.get('content-security-policy') ?? '')?.[0] }
  }
  expect(await asked(demoUrl)).toEqual({ status: 200, ancestors: `frame-ancestors ${demoUrl}` })
  expect(await asked('https://evil.example')).toEqual({ status: 403, ancestors: "frame-ancestors 'none'" })
  expect(await asked(demoUrl, 'nobody')).toEqual({ status: 403, ancestors: "frame-ancestors 'none'" })
})
