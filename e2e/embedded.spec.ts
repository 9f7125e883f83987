import {
  addressOf,
  approve,
  askForCode,
  codeOf,
  expect,
  logIn,
  newEmail,
  nextMail,
  otherBrowser,
  pressSign,
  test,
  walletOf,
} from './helpers/embedded.js'
import { cardOf, chooseNetwork, expectAccount, expectSent, inShort, pressSend, reviewTransfer } from './helpers/families.js'
import { expectClosed, headOf, modalOf, openConnect } from './helpers/modal.js'
import { chain, secureUrl } from './helpers/sandbox.js'
import type { StorageMode } from './helpers/storage.js'
import { demo } from './helpers/test.js'

const reserve = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** What a browser says of calls that find nobody logged in, and of storage that it denies. */
const expectedErrors = /status of 4\d\d|Access to storage/

test.use({ expectedErrors })

test.describe('a visitor with an e-mail address', () => {
  test('partitioned storage is partitioned: the frame does not see what its origin keeps at the top', async ({ context, page }) => {
    await page.goto(`${secureUrl}/healthz`)
    await page.evaluate(() => localStorage.setItem('probe', 'top'))
    await page.goto(demo())
    await logIn(page)
    const frame = context
      .pages()
      .flatMap((one) => one.frames())
      .find((one) => one.url().startsWith(`${secureUrl}/frame`))
    expect(await frame?.evaluate(() => localStorage.getItem('probe'))).toBeNull()
  })

  for (const mode of ['partitioned', 'blocked'] as const satisfies readonly StorageMode[]) {
    test.describe(`storage ${mode}`, () => {
      test.use({ mode })

      test('logs in, signs and sends on two chains, is there after a reload, and signs out', async ({ page }) => {
        await page.goto(demo())
        const address = await logIn(page)

        await page.getByRole('button', { name: 'Sign message' }).click()
        await approve(page)
        await expect(page.getByText(/^Valid for/)).toContainText(address)

        await cardOf(page, 'Account').getByRole('button', { name: 'Get 10 test ETH' }).click()
        await expect(cardOf(page, 'Account')).toContainText('10')
        const before = await chain(1).getBalance({ address: reserve })
        await reviewTransfer(page)
        await pressSend(page)
        await expect(walletOf(page).getByText(/Send 0\.25 ETH/)).toBeVisible()
        await approve(page)
        await expectSent(page)
        expect(await chain(1).getBalance({ address: reserve })).toBe(before + 250_000_000_000_000_000n)

        await chooseNetwork(page, 'Solana')
        await modalOf(page).button('Switch').click()
        await expectClosed(page)
        const solana = await addressOf(page)
        expect(solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
        await page.getByRole('button', { name: 'Sign message' }).click()
        await approve(page)
        await expect(page.getByText(/^Valid for/)).toContainText(solana)

        await page.reload()
        await expectAccount(page, solana)
        await page.getByRole('button', { name: 'Sign message' }).click()
        await walletOf(page).locator('[data-role="reject"]').click()
        await expect(cardOf(page, 'Sign a message').getByRole('alert')).toHaveText('Request declined')

        await cardOf(page, 'Account').getByRole('button', { name: 'Disconnect' }).click()
        await expect(headOf(page).connect).toBeVisible()
        await page.reload()
        await expect(headOf(page).connect).toBeVisible()
      })
    })
  }

  test('a wrong code is said and can be typed again; a code is good once', async ({ page }) => {
    const email = newEmail()
    await page.goto(demo())
    const { code = '' } = await askForCode(page, email)
    await codeOf(page).fill(code === '000000' ? '000001' : '000000')
    await expect(walletOf(page).getByRole('alert')).toBeVisible()
    await codeOf(page).fill(code)
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
  })

  test('S26: after five wrong codes the right one is not taken either, and a new one can be asked for', async ({ page }) => {
    await page.goto(demo())
    const { code = '' } = await askForCode(page, newEmail())
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = String((Number(code) + 1 + tries) % 1_000_000).padStart(6, '0')
      await codeOf(page).fill(wrong)
      await expect(codeOf(page)).toBeEditable()
      await expect(walletOf(page).getByRole('alert')).toBeVisible()
    }
    await expect(walletOf(page).getByRole('alert')).toContainText(/too many|new code/i)
    await expect(headOf(page).connect).toHaveCount(1)
  })

  test('another browser signs after a press on a mailed link, with the same address', async ({ page, mode }) => {
    const email = newEmail()
    await page.goto(demo())
    const address = await logIn(page, email)
    await otherBrowser(mode, async (context) => {
      const other = await context.newPage()
      await other.goto(demo())
      expect(await logIn(other, email)).toBe(address)
      await other.getByRole('button', { name: 'Sign message' }).click()
      const mail = await nextMail(email, () => walletOf(other).getByRole('button', { name: 'Confirm by e-mail' }).click())
      const match = await walletOf(other).locator('[data-role="match"]').textContent()
      const confirm = await context.newPage()
      await confirm.goto(mail.links.find((url) => url.includes('vault.localhost')) ?? '')
      await expect(confirm.locator('body')).toContainText(match?.trim() ?? 'no digits')
      await confirm.locator('button[value="confirm"]').click()
      await expect(confirm.locator('button[value="confirm"]')).toHaveCount(0) // a page that is closed on its way may never close
      await confirm.close()
      await approve(other)
      await expect(other.getByText(/^Valid for/)).toContainText(address)

      // From now on this browser has a share of its own.
      await other.reload()
      await pressSign(other)
      await approve(other)
      await expect(other.getByText(/^Valid for/)).toContainText(address)
    })
  })

  test('a risky request is approved in a window of the wallet, and the signature is the account’s (S11)', async ({ context, page }) => {
    await page.goto(demo())
    const address = await logIn(page)
    await page.getByRole('radio', { name: 'A permit' }).click()
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    await expect(walletOf(page).locator('[data-role="approve"]')).toHaveCount(0)
    const opened = context.waitForEvent('page')
    await walletOf(page).locator('[data-role="window"]').click()
    const popup = await opened
    await expect(popup).toHaveURL(new RegExp(`^${secureUrl}/approve`))
    await expect(popup.locator('body')).toContainText(new URL(demo()).origin)
    await popup.getByRole('checkbox').check() // the spender is a person: the visitor has to say that they know
    await approve(popup)
    await expect(cardOf(page, 'Sign typed data').getByText(/^Valid for/)).toContainText(address)
  })

  test('S11: a window that is closed without an answer is said to be, and the next one approves the same request', async ({
    context,
    page,
  }) => {
    await page.goto(demo())
    const address = await logIn(page)
    await page.getByRole('radio', { name: 'A permit' }).click()
    await page.getByRole('button', { name: 'Sign typed data' }).click()
    const openWindow = async () => {
      const opened = context.waitForEvent('page')
      await walletOf(page).locator('[data-role="window"]').click()
      return opened
    }
    const closed = await openWindow()
    await expect(closed.locator('[data-role="approve"]')).toBeVisible()
    await closed.close({ runBeforeUnload: true }) // as a visitor closes it
    await expect(walletOf(page).getByText('The window was closed without an answer.')).toBeVisible()
    await expect(walletOf(page).locator('[data-role="window"]'), 'who goes by the keyboard is where they were').toBeFocused()
    const popup = await openWindow()
    await popup.getByRole('checkbox').check()
    await approve(popup)
    await expect(cardOf(page, 'Sign typed data').getByText(/^Valid for/)).toContainText(address)
  })

  test('S11: a window says that nobody waits for it once the site’s page was loaded again, or the request taken back', async ({
    context,
    page,
  }) => {
    await page.goto(demo())
    await logIn(page)
    const openWindow = async () => {
      await page.getByRole('radio', { name: 'A permit' }).click()
      await page.getByRole('button', { name: 'Sign typed data' }).click()
      const opened = context.waitForEvent('page')
      await walletOf(page).locator('[data-role="window"]').click()
      const popup = await opened
      await expect(popup.locator('[data-role="approve"]')).toBeVisible()
      return popup
    }
    const takenBack = await openWindow()
    await walletOf(page).locator('[data-role="reject"]').click()
    await expect(takenBack.getByText('Nobody waits for this any more')).toBeVisible()
    const reloaded = await openWindow()
    await page.reload()
    await expect(reloaded.getByText('Nobody waits for this any more')).toBeVisible()
    await expect(reloaded.locator('[data-role="approve"]')).toHaveCount(0)
    const closed = reloaded.waitForEvent('close')
    await reloaded.getByRole('button', { name: 'Close' }).click()
    await closed
  })

  test('S33: an address is changed with a code to the old and one to the new, and both are told', async ({ page }) => {
    const [before, after] = [newEmail(), newEmail()]
    await page.goto(demo())
    const address = await logIn(page, before)
    await headOf(page).account.click()
    await modalOf(page).root.getByRole('button', { name: 'Settings' }).click()
    await modalOf(page)
      .root.getByRole('button', { name: /^Email/ })
      .click()
    await modalOf(page).root.locator('input[type="email"]').fill(after)
    const old = await nextMail(before, () => modalOf(page).button('Continue').click())
    const fresh = await nextMail(after, () => codeOf(page).fill(old.code ?? ''))
    await expect(walletOf(page).getByText(after)).toBeVisible() // its mail may be here before its field is
    await codeOf(page).fill(fresh.code ?? '')
    await expect(modalOf(page).root.getByText('Email updated').first()).toBeVisible()
    for (const [to, last] of [
      [before, old],
      [after, fresh],
    ] as const) {
      expect((await nextMail(to, async () => {}, last.id)).code, 'told, before the next code is mailed').toBeUndefined()
    }
    await modalOf(page).close()
    await cardOf(page, 'Account').getByRole('button', { name: 'Disconnect' }).click()
    await expect(headOf(page).connect).toBeVisible()
    await logIn(page, after)
    await expect(cardOf(page, 'Wallets')).toContainText(inShort(address))
  })

  test('S30: with device links, a browser that is not known confirms a mailed link before it gets a code', async ({ context, page }) => {
    const email = newEmail()
    await page.goto(demo('/?device=yes'))
    const mail = await nextMail(email, async () => {
      await openConnect(page)
      await modalOf(page).root.locator('input[type="email"]').fill(email)
      await modalOf(page).button('Continue with email').click()
      await expect(modalOf(page).title).toHaveText('Register this device')
    })
    const link = mail.links.find((url) => url.startsWith(secureUrl)) ?? ''
    expect((await fetch(link.replace('secure.localhost', '127.0.0.1'))).ok).toBe(true) // a scanner's look confirms nothing
    const confirm = await context.newPage()
    await confirm.goto(link)
    const coded = await nextMail(email, () => confirm.locator('button[value="yes"]').click(), mail.id)
    await codeOf(page).fill(coded.code ?? '')
    await expectClosed(page)
    await expect(headOf(page).account).toBeVisible()
  })
})

test('S12: a request says that it waits for one in another window of the site, follows it, and can be taken back', async ({
  context,
  page,
}) => {
  await page.goto(demo())
  await logIn(page)
  const other = await context.newPage()
  await other.goto(demo())
  await expect(headOf(other).account).toBeVisible()
  await page.bringToFront()
  await pressSign(page)
  await expect(walletOf(page).locator('[data-role="approve"]')).toBeVisible()
  await other.bringToFront() // both are seen, as windows beside each other are
  await pressSign(other)
  await expect(walletOf(other).getByText('Another request is open')).toBeVisible()
  await walletOf(page).locator('[data-role="reject"]').click()
  await expect(walletOf(other).locator('[data-role="approve"]')).toBeVisible()
  await pressSign(page)
  await expect(walletOf(page).getByText('Another request is open')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cardOf(page, 'Sign a message').getByRole('alert')).toHaveText('Request declined')
  await expect(walletOf(other).locator('[data-role="approve"]')).toBeVisible()
})

test('S11: a request that the page covers now and then is never armed, and is offered a window', async ({ page }) => {
  await page.goto(demo())
  await logIn(page)
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.popover = 'manual'
    const look = { inset: '0', width: '100%', height: '100%', background: 'rgb(0 0 0 / .1)', 'pointer-events': 'none' }
    for (const [name, value] of Object.entries(look)) cover.style.setProperty(name, value)
    document.body.append(cover)
    // Shown, it is above all that was there before.
    setInterval(() => cover.togglePopover(), 300)
  })
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(walletOf(page).locator('[data-role="window"]')).toBeVisible()
  await expect(walletOf(page).locator('[data-role="approve"]')).toHaveCount(0)
})

test('S11: a request that the page covers for good once it was armed is offered a window', async ({ page }) => {
  await page.goto(demo())
  await logIn(page)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(walletOf(page).locator('[data-arming="armed"]')).toBeVisible()
  await page.evaluate(() => {
    const cover = document.createElement('div')
    cover.popover = 'manual'
    const look = { inset: '0', width: '100%', height: '100%', background: 'rgb(0 0 0 / .1)', 'pointer-events': 'none' }
    for (const [name, value] of Object.entries(look)) cover.style.setProperty(name, value)
    document.body.append(cover)
    cover.showPopover()
  })
  await expect(walletOf(page).locator('[data-role="window"]')).toBeVisible()
  await expect(walletOf(page).locator('[data-role="approve"]')).toHaveCount(0)
})
