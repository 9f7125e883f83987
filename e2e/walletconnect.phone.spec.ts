import type { Page } from '@playwright/test'
import { expectAccount, signMessage } from './helpers/families.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { closePhones, openPhone } from './helpers/phone.js'
import { demo, expect, test } from './helpers/test.js'

test.use({
  userAgent: 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
})
test.afterEach(closePhones)

/** Notes the links by which wallets are opened, instead of opening them: this machine has no app for them. */
async function noteLinks(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript(() => {
    const links: string[] = []
    Reflect.set(window, 'openedLinks', links)
    window.open = (url) => {
      links.push(String(url))
      return null
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'openedLinks') as string[])
}

const uriIn = (link: string | undefined) => new URL(link ?? '').searchParams.get('uri') ?? ''

test('a tap on a wallet opens it by its universal link with the code, and the visitor comes back connected', async ({ page }) => {
  const links = await noteLinks(page)
  await page.goto(demo())
  await openConnect(page)
  await expect(modalOf(page).root.getByRole('button', { name: /^WalletConnect/ })).toHaveCount(0)
  await modalOf(page).row('Pocket').tap()
  await expect(modalOf(page).title).toHaveText('Pocket')
  await expect(async () => expect(await links()).toHaveLength(1)).toPass()
  const [link] = await links()
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/phone\/wc\?uri=wc%3A/)
  const phone = openPhone()
  await phone.scan(uriIn(link))
  await expectClosed(page)
  await expectAccount(page, phone.accounts[0]?.eip155)

  // A request takes the visitor to the wallet again, without the code.
  await signMessage(page, phone.accounts[0]?.eip155)
  await expect(async () => expect((await links()).at(-1)).toMatch(/\/phone\/wc\?requestId=\d+&sessionTopic=[0-9a-f]{64}$/)).toPass()
})

test('a page that was thrown away while its visitor was in the wallet comes back connected', async ({ page }) => {
  const links = await noteLinks(page)
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Pocket').tap()
  await expect(async () => expect(await links()).toHaveLength(1)).toPass()
  const uri = uriIn((await links())[0])
  await page.goto('about:blank')
  const phone = openPhone()
  await phone.scan(uri)
  await page.goto(demo())
  await expectAccount(page, phone.accounts[0]?.eip155)
  await expect(headOf(page).connect).toHaveCount(0)
})

test('the code is also there for another device, and the link can be copied', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await noteLinks(page)
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Search all wallets').tap()
  await modalOf(page).button('Scan with a phone').tap()
  await modalOf(page).button('Copy link').tap()
  const uri = await page.evaluate(() => navigator.clipboard.readText())
  const phone = openPhone()
  await phone.scan(uri)
  await expectClosed(page)
  await expectAccount(page, phone.accounts[0]?.eip155)
})
