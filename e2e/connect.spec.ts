import { reject, sameRdns } from '@portico/testing'
import { connectWallet, expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { demo, expect, test } from './helpers/test.js'
import { installAlpha, installBeta, short, timesAsked } from './helpers/wallets.js'

test('an announced wallet connects, and the modal closes by itself', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await openConnect(page)
  const { row, title } = modalOf(page)
  await expect(row('Alpha')).toContainText('Installed')
  alpha.setPolicy('manual')
  await row('Alpha').click()
  await expect(title).toHaveText('Alpha')
  await expect(modalOf(page).root.getByText('Continue in Alpha')).toBeVisible()
  await alpha.waitFor('eth_requestAccounts')
  alpha.approve()
  await expect(modalOf(page).root.getByText('Connected', { exact: true })).toBeVisible()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(1)
})

test('a wallet that only sets window.ethereum connects as the Browser Wallet', async ({ context, page }) => {
  const alpha = await installAlpha(context, { announced: { announce: false, asEthereum: true }, flags: { isMetaMask: true } })
  await page.goto(demo())
  await connectWallet(page, 'Browser Wallet')
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
})

test('R4: a conflicting window.ethereum never takes the place of an announced wallet', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const beta = await installBeta(context, { announced: { announce: false, asEthereum: true } })
  await page.goto(demo())
  await openConnect(page)
  await expect(modalOf(page).row('Browser Wallet')).toBeVisible()
  await modalOf(page).row('Alpha').click()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  expect(timesAsked(beta, 'eth_requestAccounts')).toBe(0)
})

test('R4: a wallet that announces itself late appears without reopening', async ({ context, page }) => {
  await installAlpha(context, { announced: { late: 2500 } })
  await page.goto(demo())
  await openConnect(page)
  await expect(modalOf(page).row('Alpha')).toHaveCount(0)
  await expect(modalOf(page).row('Alpha')).toBeVisible()
})

test('S34: of two wallets that claim to be one, each is listed, both are marked, and each can be chosen', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  const impostor = await installBeta(context, { announced: { info: sameRdns(alpha) } })
  await page.goto(demo())
  await openConnect(page)
  const rows = modalOf(page).row('Alpha')
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await expect(row).toContainText('com.example.alpha')
  await rows.nth(0).click()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  expect(timesAsked(impostor, 'eth_requestAccounts')).toBe(0)
})

test('S34, S35: hostile announcements are dropped or shown as text, and nothing of them runs', async ({ context, page }) => {
  await context.addInitScript(() => {
    const provider = { request: async () => null, on: () => undefined, removeListener: () => undefined }
    const hostile: readonly unknown[] = [
      undefined,
      null,
      'wallet',
      { info: null, provider },
      { info: {}, provider },
      { info: { uuid: 'x', name: 'No uuid', rdns: 'a.b', icon: '' }, provider },
      { info: { uuid: crypto.randomUUID(), name: 'No provider', rdns: 'com.example.none', icon: '' }, provider: {} },
      {
        info: {
          uuid: crypto.randomUUID(),
          name: '<img src=x onerror="document.title=1">',
          rdns: 'com.example.markup',
          icon: 'javascript:document.title=2',
        },
        provider,
      },
      {
        info: {
          uuid: crypto.randomUUID(),
          name: `Long\u202e ${'very '.repeat(200)}`,
          rdns: 'com.example.long',
          icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" onload="parent.document.title=3"><script>parent.document.title=4</script></svg>')}`,
        },
        provider,
      },
    ]
    window.addEventListener('eip6963:requestProvider', () => {
      for (const detail of hostile) window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    })
  })
  const alpha = await installAlpha(context)
  await page.goto(demo())
  await openConnect(page)
  const { row, card, root } = modalOf(page)
  await expect(row('Alpha')).toBeVisible()
  await expect(root.getByText('No uuid')).toHaveCount(0)
  await expect(root.getByText('No provider')).toHaveCount(0)
  await expect(root.getByText('<img src=x onerror="document.title=1">')).toBeVisible()
  expect(await root.getByText(/^Long very/).textContent()).not.toContain('\u202e')
  expect(await card.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  await expect(page).toHaveTitle('Meridian')
  await row('Alpha').click()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
})

test('a visitor who declines is told so, and connects on the second try', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  alpha.script('eth_requestAccounts', reject())
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Alpha').click()
  await expect(modalOf(page).root.getByRole('alert')).toContainText('Connection declined')
  await expect(headOf(page).account).toHaveCount(0)
  await modalOf(page).button('Try again').click()
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(2)
})

test('a wallet that has a request open already is named, and works once that is answered', async ({ context, page }) => {
  const alpha = await installAlpha(context)
  alpha.script('eth_requestAccounts', reject(-32002))
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Alpha').click()
  await expect(modalOf(page).root.getByText('Alpha is waiting for you')).toBeVisible()
  await modalOf(page).button('Try again').click()
  await expectClosed(page)
  await expect(headOf(page).account).toBeVisible()
})

test('R1: a wallet that was left open and is chosen again connects with the answer to what it asks', async ({ context, page }) => {
  const alpha = await installAlpha(context, { policy: 'manual' })
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Alpha').click()
  await alpha.waitFor('eth_requestAccounts')
  await modalOf(page).back()
  await modalOf(page).row('Alpha').click()
  await expect.poll(() => timesAsked(alpha, 'eth_requestAccounts')).toBe(2)
  await expect(modalOf(page).root.getByText('Continue in Alpha')).toBeVisible()
  alpha.approve()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
})

test('R1, R2: going back while the wallet is silent cancels at once, and its late yes changes nothing', async ({ context, page }) => {
  const alpha = await installAlpha(context, { policy: 'manual' })
  const beta = await installBeta(context)
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Alpha').click()
  await alpha.waitFor('eth_requestAccounts')
  await modalOf(page).back()
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')

  alpha.approve()
  // Let in too late, the wallet is told that it is not wanted any more.
  await expect.poll(() => alpha.state.permitted).toEqual([])
  await expect(modalOf(page).title).toHaveText('Connect to Meridian')
  await expect(headOf(page).account).toHaveCount(0)

  await modalOf(page).row('Beta').click()
  await expectClosed(page)
  await expect(headOf(page).account).toContainText(short(beta.accounts[0]))
})

test('R1: closing the modal while the wallet is silent leaves a page that can connect', async ({ context, page }) => {
  const alpha = await installAlpha(context, { policy: 'manual' })
  await page.goto(demo())
  await openConnect(page)
  await modalOf(page).row('Alpha').click()
  await alpha.waitFor('eth_requestAccounts')
  await modalOf(page).close()
  await expectClosed(page)
  await expect(headOf(page).connect).toBeEnabled()
  alpha.reject()

  alpha.setPolicy('approve')
  await connectWallet(page, 'Alpha')
  await expect(headOf(page).account).toBeVisible()
})
