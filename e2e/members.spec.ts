import type { Page } from '@playwright/test'
import { reject } from '@portico/testing'
import { deployedAccount, installKappa, undeployedAccount } from './helpers/contractWallet.js'
import { cardOf, chooseNetwork, type FamilyWallet } from './helpers/families.js'
import { installGamma, installThree } from './helpers/familyWallets.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { closePhones, openPhone, scanScreen } from './helpers/phone.js'
import { chain, control, demoUrl, gatewayUrl } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, timesAsked } from './helpers/wallets.js'

/** What a browser says of a server that answers 401 to whom it does not know, or does not answer. */
test.use({ expectedErrors: /status of (401|503)|Failed to load resource/ })
test.afterEach(closePhones)

/** How often the person behind a wallet of any family was asked to sign a text. */
const timesSigned = ({ person: { log } }: FamilyWallet) =>
  log.filter(({ method }) => /sign(message)?$/i.test(method.replace('personal_', ''))).length

const membership = (page: Page) => cardOf(page, 'Membership')
const signInButton = (page: Page) => modalOf(page).button('Sign in')

/** Chooses a wallet in the modal. */
async function choose(page: Page, name: string) {
  await openConnect(page)
  await modalOf(page).row(name).click()
}

async function expectMember(page: Page, account: RegExp | string) {
  await expect(membership(page)).toContainText(/Welcome, member no\. \d+\./)
  await expect(membership(page).getByRole('definition').first()).toHaveText(account)
}

for (const family of ['evm', 'bitcoin'] as const) {
  test(`${family}: one question to connect and one to sign in open the page, which stays open after a reload until the visitor signs out`, async ({
    context,
    page,
  }) => {
    const { [family]: wallet } = await installThree(context)
    await page.goto(demo('/members.html'))
    await expect(membership(page)).toContainText('Nobody is connected.')
    await choose(page, wallet.name)
    await expect(signInButton(page)).toBeVisible()
    await expect(modalOf(page).root).toContainText(new URL(demo()).host)
    await signInButton(page).click()
    await expectClosed(page)
    const [address = ''] = wallet.addresses
    await expectMember(page, new RegExp(`:${address}$`))
    expect(timesSigned(wallet)).toBe(1)

    await page.reload()
    await expectMember(page, new RegExp(`:${address}$`))
    expect(timesSigned(wallet)).toBe(1)
    await membership(page).getByRole('button', { name: 'Sign out' }).click()
    await expect(membership(page)).toContainText('You are connected, and not signed in.')
    await expect(cardOf(page, 'Signed in')).toContainText('None.')
  })
}

test('Solana: one question connects and signs in, and the page is open', async ({ context, page }) => {
  const gamma = await installGamma(context)
  await page.goto(demo('/members.html'))
  await choose(page, 'Gamma')
  await expectClosed(page)
  await expectMember(page, new RegExp(`^solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${gamma.accounts[0]}$`))
})

test('who cancels goes on without where that is up to them, and signs in later', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/members.html'))
  await choose(page, 'Alpha')
  await modalOf(page).button('Cancel').click()
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  await expect(membership(page)).toContainText('You are connected, and not signed in.')
  expect(timesAsked(alpha, 'personal_sign')).toBe(0)

  alpha.script('personal_sign', reject())
  await membership(page).getByRole('button', { name: 'Sign in' }).click()
  await signInButton(page).click()
  await expect(modalOf(page).root).toContainText('Signature declined')
  await modalOf(page).root.getByRole('button', { name: /again/i }).click()
  await expectClosed(page)
  await expectMember(page, new RegExp(`${alpha.accounts[0]}$`))
})

test('S24: where signing in is required its view cannot be closed, and who cancels is disconnected', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/members.html?required'))
  await choose(page, 'Alpha')
  await expect(signInButton(page)).toBeVisible()
  await expect(modalOf(page).button('Close')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(signInButton(page)).toBeVisible()
  await modalOf(page).button('Cancel').click()
  await expect(headOf(page).connect).toBeVisible()
  await expect(membership(page)).toContainText('Nobody is connected.')
  expect(timesAsked(alpha, 'personal_sign')).toBe(0)
})

test('a session that begins or ends in one tab does in the other, within a second', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/members.html'))
  await choose(page, 'Alpha')
  await signInButton(page).click()
  await expectMember(page, new RegExp(`${alpha.accounts[0]}$`))
  const other = await context.newPage()
  await other.goto(demo('/members.html'))
  await expectMember(other, new RegExp(`${alpha.accounts[0]}$`))
  await membership(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(membership(other)).toContainText('not signed in', { timeout: 1500 })
  expect(timesAsked(alpha, 'personal_sign')).toBe(1)
})

test('a session that the server has forgotten is found out with the next request, and nobody is shown what is for members', async ({
  context,
  page,
}) => {
  const alpha = await installAlpha(context)
  await page.goto(demo('/members.html'))
  await choose(page, 'Alpha')
  await signInButton(page).click()
  await expectMember(page, new RegExp(`${alpha.accounts[0]}$`))
  await control('/reset')
  await membership(page).getByRole('button', { name: 'Ask again' }).click()
  await expect(membership(page)).toContainText('You are connected, and not signed in.')
})

test('a phone that connects by its code signs in with a second question', async ({ page }) => {
  const phone = openPhone()
  await page.goto(demo('/members.html'))
  await openConnect(page)
  await modalOf(page).row('WalletConnect').click()
  await phone.scan(await scanScreen(page))
  // Of three chain families: a text of each cannot ride along with the code, so the modal asks.
  await signInButton(page).click()
  await expectClosed(page)
  await expectMember(page, new RegExp(`${phone.accounts[0]?.eip155}$`, 'i'))
})

for (const way of ['one question', 'two, where the wallet knows no better'] as const) {
  test(`on a page of Ethereum alone a phone that connects by its code is asked ${way}`, async ({ page }) => {
    const phone = openPhone({ authenticate: way === 'one question' })
    await page.goto(demo('/members.html?ethereum&required'))
    await openConnect(page)
    await modalOf(page).row('WalletConnect').click()
    await phone.scan(await scanScreen(page))
    if (way !== 'one question') await signInButton(page).click()
    await expectClosed(page)
    await expectMember(page, new RegExp(`^eip155:1:${phone.accounts[0]?.eip155}$`, 'i'))
    expect(phone.requests.map(({ method }) => method)).toEqual(
      way === 'one question' ? ['wc_sessionAuthenticate'] : ['wc_sessionPropose', 'personal_sign'],
    )

    await page.reload()
    await expectMember(page, new RegExp(`^eip155:1:${phone.accounts[0]?.eip155}$`, 'i'))
  })
}

test('a member who changes to another chain family connects a wallet there, signs in with it, and is back on the page', async ({
  context,
  page,
}) => {
  const { evm, bitcoin } = await installThree(context)
  await page.goto(demo('/members.html'))
  await choose(page, evm.name)
  await signInButton(page).click()
  await expectMember(page, new RegExp(`:${evm.addresses[0]}$`))
  await chooseNetwork(page, bitcoin.network)
  await expect(modalOf(page).title).toHaveText('Switch to Bitcoin')
  await modalOf(page).button('Connect a Bitcoin wallet').click()
  await modalOf(page).row(bitcoin.name).click()
  await signInButton(page).click()
  await expectClosed(page)
  await expectMember(page, new RegExp(`:${bitcoin.addresses[0]}$`))
})

test('S23: a contract’s account signs in, by its contract and on its own chain alone', async ({ context, page }) => {
  const account = await deployedAccount()
  const kappa = await installKappa(context, account)
  await page.goto(demo('/members.html'))
  await choose(page, 'Kappa')
  await signInButton(page).click()
  await expectMember(page, `eip155:1:${account.address}`)
  await expect(membership(page)).toContainText('its own chain')

  // Elsewhere nobody knows whose address that is.
  await chooseNetwork(page, 'OP Mainnet')
  await signInButton(page).click()
  await expect(modalOf(page).root).toContainText('Sign to continue')
  await modalOf(page).button('Cancel').click()
  await expectClosed(page)
  await expect(membership(page)).toContainText('You are connected, and not signed in.')
  expect(timesAsked(kappa, 'personal_sign')).toBe(2)
})

test('S23: so does one whose contract is still to be made, and it is not made by that', async ({ context, page }) => {
  const account = await undeployedAccount()
  await installKappa(context, account)
  await page.goto(demo('/members.html'))
  await choose(page, 'Kappa')
  await signInButton(page).click()
  await expectMember(page, `eip155:1:${account.address}`)
  await expect(membership(page)).toContainText('its own chain')
  expect(await chain(1).getCode({ address: account.address })).toBeUndefined()
})

test('the gateway signs visitors in for a site without a server, and the site’s API asks it who they are', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(demo('/members.html?gateway'))
  await choose(page, 'Alpha')
  await signInButton(page).click()
  await expectMember(page, `eip155:1:${alpha.accounts[0]}`)
  expect(asked.filter((url) => url === `${gatewayUrl}/v1/siwx/verify`)).toHaveLength(1)
  expect(asked.filter((url) => /\/siwx\//.test(url) && !url.startsWith(gatewayUrl))).toEqual([])
  await page.reload()
  await expectMember(page, `eip155:1:${alpha.accounts[0]}`)
  await membership(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(membership(page)).toContainText('You are connected, and not signed in.')
  expect(timesAsked(alpha, 'personal_sign')).toBe(1)
})

test('S22: who has a wrong clock signs in all the same; where a server refuses the times of the text, it is the clock that is named', async ({
  context,
  page,
}) => {
  const alpha = await installAlpha(context)
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await page.goto(demo('/members.html'))
  await choose(page, 'Alpha')
  let isRefused = true
  await page.route('**/siwx/verify', async (route) => {
    const headers = { 'access-control-allow-origin': demoUrl, 'access-control-allow-credentials': 'true' }
    if (isRefused && route.request().method() === 'POST') await route.fulfill({ status: 401, headers, json: { error: 'issuedAt' } })
    else await route.continue()
  })
  await signInButton(page).click()
  await expect(modalOf(page).root).toContainText('The clock of this device seems to be wrong.')
  await expect(modalOf(page).root).toContainText('In 24 hours')
  isRefused = false
  await modalOf(page).button('Sign again').click()
  await expectClosed(page)
  await expectMember(page, new RegExp(`${alpha.accounts[0]}$`))
})
