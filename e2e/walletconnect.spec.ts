import type { Page, WebSocketRoute } from '@playwright/test'
import { cardOf, chooseNetwork, expectAccount, expectSent, pressSend, reviewTransfer, signMessage } from './helpers/families.js'
import { recordButtons } from './helpers/frames.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { closePhones, openPhone, scanScreen } from './helpers/phone.js'
import { chain, relayUrl } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'

const reserve = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

test.afterEach(closePhones)

/** Opens the view with the code that any wallet may scan. */
async function showCode(page: Page) {
  await openConnect(page)
  await modalOf(page).row('WalletConnect').click()
  await expect(modalOf(page).title).toHaveText('Scan with any wallet')
}

/** Connects a phone by the code on screen. */
async function connectPhone(page: Page, phone = openPhone()) {
  await showCode(page)
  await phone.scan(await scanScreen(page))
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  return phone
}

test('a phone scans the code on screen, and one approval connects three chain families, which sign and send', async ({ page }) => {
  const phone = openPhone()
  const [account] = phone.accounts
  await page.goto(demo())
  await showCode(page)
  const request = await phone.scan(await scanScreen(page))
  expect(request).toMatchObject({ method: 'wc_sessionPropose', peer: { name: 'Meridian', url: new URL(demo()).origin } })
  await expectClosed(page)

  await expectAccount(page, account?.eip155)
  await signMessage(page, account?.eip155)
  const ether = await chain(1).getBalance({ address: reserve })
  await reviewTransfer(page)
  await pressSend(page)
  await expectSent(page)
  expect(await chain(1).getBalance({ address: reserve })).toBe(ether + 250_000_000_000_000_000n)

  await chooseNetwork(page, 'Solana')
  await expectClosed(page)
  await expectAccount(page, account?.solana)
  await signMessage(page, account?.solana)

  await chooseNetwork(page, 'Bitcoin')
  await expectClosed(page)
  await expectAccount(page, account?.bip122.payment.address)
  await signMessage(page, account?.bip122.payment.address)
  expect(phone.sessions()).toHaveLength(1)
})

test('the link that is copied is the code on screen, and a wallet that is given it connects (S45)', async ({ context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = openPhone()
  await page.goto(demo())
  await showCode(page)
  await modalOf(page).button('Copy link').click()
  const uri = await page.evaluate(() => navigator.clipboard.readText())
  expect(await scanScreen(page)).toBe(uri)
  await expect(modalOf(page).card).toContainText(`The wallet should show ${new URL(demo()).host}`)
  await phone.scan(uri)
  await expectClosed(page)
})

test('a code that was declined is followed by another try, from the same view', async ({ page }) => {
  const phone = openPhone({ autoApprove: false })
  await page.goto(demo())
  await showCode(page)
  await phone.scan(await scanScreen(page))
  await phone.reject()
  await expect(modalOf(page).root.getByRole('alert')).toContainText('Nothing was shared')
  await modalOf(page).button('Try again').click()
  await phone.scan(await scanScreen(page))
  await phone.approve()
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
})

test('R13: a code that was not scanned is shown again, an expired one is renewed in the open view, and after a while a new one has to be asked for', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(demo())
  await showCode(page)
  const first = await scanScreen(page)
  await modalOf(page).back()
  await modalOf(page).row('WalletConnect').click()
  expect(await scanScreen(page)).toBe(first)

  await page.clock.fastForward('04:05')
  await expect(async () => expect(await scanScreen(page)).not.toBe(first)).toPass()
  for (let renewals = 0; renewals < 4; renewals += 1) await page.clock.fastForward('04:05')
  await expect(modalOf(page).root.getByText('This code has expired')).toBeVisible()
  await modalOf(page).button('New code').click()
  const phone = openPhone()
  await phone.scan(await scanScreen(page))
  await expectClosed(page)
})

test('R4: a reload picks the session up in every chain family, without a question and without a flash of Connect', async ({ page }) => {
  await page.goto(demo())
  const phone = await connectPhone(page)
  const [account] = phone.accounts
  const asked = phone.requests.length
  const buttons = await recordButtons(page)
  await page.reload()
  await expectAccount(page, account?.eip155)
  expect(await buttons()).not.toContain('Connect')
  await chooseNetwork(page, 'Solana')
  await expectClosed(page)
  await expectAccount(page, account?.solana)
  expect(phone.requests.length).toBe(asked)
  await signMessage(page, account?.solana)
})

test('the site says goodbye, and the phone hears it; the phone says goodbye, and the site does', async ({ page }) => {
  await page.goto(demo())
  const phone = await connectPhone(page)
  await cardOf(page, 'Wallets').getByRole('button', { name: 'Disconnect all' }).click()
  await expect(headOf(page).connect).toBeVisible()
  await expect.poll(() => phone.sessions().length).toBe(0)

  const again = await connectPhone(page)
  await again.disconnect()
  await expect(headOf(page).connect).toBeVisible()
  await page.reload()
  await expect(headOf(page).connect).toBeVisible()
})

test('the person picks another network and another account on the phone, and the site follows', async ({ page }) => {
  await page.goto(demo())
  const phone = await connectPhone(page, openPhone({ accounts: 2 }))
  await phone.switchChain('eip155:10')
  await expect(headOf(page).network).toHaveAccessibleName('Network: OP Mainnet')
  await phone.switchAccount(1)
  await expectAccount(page, phone.accounts[1]?.eip155)
})

test('a request waits while the phone is away, and is answered when it is back (R12)', async ({ page }) => {
  await page.goto(demo())
  const phone = await connectPhone(page)
  phone.goOffline()
  await page.getByRole('button', { name: 'Sign message' }).click()
  phone.goOnline()
  await expect(page.getByText(/^Valid for/)).toBeVisible({ timeout: 20_000 })
})

test('while the relay cannot be reached the view says so, keeps the code, and goes on by itself', async ({ page }) => {
  let away = true
  const lines: WebSocketRoute[] = []
  await page.routeWebSocket(new RegExp(`^${relayUrl}`), (line) => {
    if (away) return void line.close({ code: 1013 })
    lines.push(line)
    line.connectToServer()
  })
  await page.goto(demo())
  await showCode(page)
  await expect(modalOf(page).root.getByText('Wallets can’t be reached. Trying again.')).toBeVisible()
  const uri = await scanScreen(page)
  away = false
  await expect(modalOf(page).root.getByText('Wallets can’t be reached. Trying again.')).toHaveCount(0, { timeout: 30_000 })
  expect(await scanScreen(page)).toBe(uri)
  const phone = openPhone()
  await phone.scan(uri)
  await expectClosed(page)

  // The line is cut in the middle of a session: the next request goes out all the same.
  for (const line of lines) await line.close({ code: 1001 })
  await signMessage(page, phone.accounts[0]?.eip155)
})

test('two tabs share one session: both show it, either may ask, and the other goes on when one is closed', async ({ context, page }) => {
  await page.goto(demo())
  const phone = await connectPhone(page)
  const other = await context.newPage()
  await other.goto(demo())
  await expectAccount(other, phone.accounts[0]?.eip155)
  await signMessage(other, phone.accounts[0]?.eip155)
  await page.close()
  await other.getByRole('button', { name: 'Sign message' }).click()
  await expect(async () =>
    expect(phone.requests.filter(({ method, outcome }) => method === 'personal_sign' && outcome === 'approved')).toHaveLength(2),
  ).toPass()
  await phone.disconnect()
  await expect(headOf(other).connect).toBeVisible()
})

test('S45: the code is in no log, no request, no referrer and no storage but its own', async ({ page, seen }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(demo())
  await showCode(page)
  const uri = await scanScreen(page)
  const secrets = [uri, /symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? '']
  const phone = openPhone()
  await phone.scan(uri)
  await expectClosed(page)
  await signMessage(page, phone.accounts[0]?.eip155)
  const stored = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => !key.endsWith('/walletconnect'))
      .join(),
  )
  for (const secret of secrets) {
    expect(secret).not.toBe('')
    for (const text of [...said, ...seen.requests, stored, await page.evaluate(() => document.referrer), page.url()])
      expect(text).not.toContain(secret)
  }
})
