import type { Page } from '@playwright/test'
import { approve, expect, logIn, newEmail, nextMail, otherBrowser, pressSign, test, visitorOf, walletOf } from './helpers/embedded.js'
import { expectClosed, headOf, modalOf } from './helpers/modal.js'
import { control, secureUrl } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'
import { settled } from './helpers/views.js'

test.use({ expectedErrors: /status of 4\d\d|Access to storage/ })

/** Opens the wallet's safety page, which the frame shows. */
async function openSafety(page: Page): Promise<void> {
  await headOf(page).account.click()
  await modalOf(page).root.getByRole('button', { name: 'Settings' }).click()
  await modalOf(page)
    .root.getByRole('button', { name: /^Wallet safety/ })
    .click()
}

/** The frame is on top of the modal's dialog; a press beside its page is one on what is below. */
async function goBack(page: Page): Promise<void> {
  await settled(page)
  const { x = 0, y = 0, width = 0, height = 0 } = (await modalOf(page).button('Back').boundingBox()) ?? {}
  await page.mouse.click(x + width / 2, y + height / 2)
}

/** A device that holds passkeys, as far as a page can tell. @param present whether its owner answers it; they answer what is asked after the returned function is called @param prf whether they can protect a wallet */
async function addAuthenticator(page: Page, { present = true, prf = true } = {}): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    hasPrf: prf,
    automaticPresenceSimulation: present,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  return () => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
}

test('a recovery code makes the wallet the visitor’s alone, and opens it in a fresh browser; the words are exported in a window', async ({
  context,
  page,
  mode,
}) => {
  test.setTimeout(120_000)
  const email = newEmail()
  await page.goto(demo())
  const address = await logIn(page, email)
  await openSafety(page)
  const wallet = walletOf(page)
  await wallet.getByRole('button', { name: 'Make a recovery code' }).click()
  const code = (await wallet.locator('[data-role="recovery-code"]').textContent()) ?? ''
  await wallet.getByRole('button', { name: 'Continue' }).click()
  await wallet.getByRole('textbox').fill(code.toLowerCase())
  await wallet.getByRole('button', { name: 'Done' }).click()
  await expect(wallet.getByText('Your recovery code is set up')).toBeVisible()
  await expect(wallet.getByText('Only you can open it')).toBeVisible()

  await wallet.getByRole('button', { name: 'Show the 24 words' }).click()
  await wallet.getByRole('textbox').fill(code)
  await wallet.getByRole('button', { name: 'Continue' }).click()
  const opened = context.waitForEvent('page')
  await wallet.locator('[data-role="window"]').click()
  const words = await opened
  await expect(words).toHaveURL(new RegExp(`^${secureUrl}/export`))
  await words.getByRole('button', { name: 'Show the words' }).click()
  await expect(words.locator('[data-role="words"] li')).toHaveCount(24)
  await words.getByRole('button', { name: 'I have written them down' }).click()

  await otherBrowser(mode, async (other) => {
    const fresh = await other.newPage()
    await fresh.goto(demo())
    expect(await logIn(fresh, email)).toBe(address)
    await fresh.getByRole('button', { name: 'Sign message' }).click()
    const frame = walletOf(fresh)
    await frame.getByRole('textbox').fill('AAAA-BBBB-CCCC')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expect(frame.getByText('This is not the recovery code of this wallet')).toBeVisible()
    await frame.getByRole('textbox').fill(code)
    await frame.getByRole('button', { name: 'Continue' }).click()
    await approve(fresh)
    await expect(fresh.getByText(/^Valid for/)).toContainText(address)
  })
})

test('R17: a page that is loaded again goes on waiting for the mail, and the link that comes from turning away is over', async ({
  page,
  mode,
}) => {
  test.setTimeout(150_000)
  const email = newEmail()
  await page.goto(demo())
  const address = await logIn(page, email)
  await otherBrowser(mode, async (context) => {
    const other = await context.newPage()
    await other.goto(demo())
    expect(await logIn(other, email)).toBe(address)
    await pressSign(other)
    const match = walletOf(other).locator('[data-role="match"]')
    const byMail = walletOf(other).getByRole('button', { name: 'Confirm by e-mail' })
    const open = async ({ links }: { readonly links: readonly string[] }) => {
      const asked = await context.newPage()
      await asked.goto(links.find((url) => url.includes('vault.localhost')) ?? '')
      return asked
    }

    const first = await nextMail(email, () => byMail.click())
    await expect(match).toBeVisible()
    await walletOf(other).getByRole('button', { name: 'Cancel' }).click()
    await expect(async () => {
      const over = await open(first)
      await expect(over.getByRole('heading', { name: 'This link is over' })).toBeVisible({ timeout: 500 })
      await over.close()
    }).toPass()

    await pressSign(other)
    await byMail.click()
    await expect(
      walletOf(other)
        .getByText(/^Please try again after \d+ seconds$/)
        .last(),
    ).toBeVisible()
    await expect(walletOf(other).getByText(/^Please try again after/)).toHaveCount(0, { timeout: 35_000 })
    const second = await nextMail(email, () => byMail.click(), first.id)
    const digits = await match.textContent()
    await other.reload()
    await pressSign(other)
    await expect(match).toHaveText(digits ?? '')
    const asked = await open(second)
    await expect(asked.locator('body')).toContainText(digits?.trim() ?? 'two digits')
    await asked.locator('button[value="confirm"]').click()
    await expect(asked.getByRole('heading', { name: 'Done' })).toBeVisible()
    await asked.close()
    await approve(other)
    await expect(other.getByText(/^Valid for/)).toContainText(address)
  })
})

test('the words’ code is taken as its keyboard writes it; a wrong one is said to be, and after five another is mailed', async ({
  context,
  page,
}) => {
  test.setTimeout(120_000)
  const email = newEmail()
  await page.goto(demo())
  await logIn(page, email)
  await openSafety(page)
  const wallet = walletOf(page)
  const export24 = wallet.getByRole('button', { name: 'Show the 24 words' })
  const mailCode = wallet.getByRole('button', { name: 'Mail me a code' })
  await export24.click()
  await expect(wallet.getByText('For your protection there is a waiting time')).toBeVisible()
  await expect(async () => {
    await goBack(page)
    await export24.click()
    await expect(mailCode).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 40_000 })
  const typeCode = async (code: string) => {
    await wallet.getByRole('textbox').fill(code)
    await wallet.getByRole('button', { name: 'Continue' }).click()
  }
  const first = await nextMail(email, () => mailCode.click())
  await page.reload() // R17: the code that came is taken all the same
  await openSafety(page)
  await export24.click()
  const wrong = (first.code === '000000' ? '111111' : '000000') as string
  for (const left of [4, 3, 2, 1, 0]) {
    await typeCode(wrong)
    await expect(wallet.getByText(`That code isn’t right. Tries left: ${left}`)).toBeVisible()
  }
  await typeCode(first.code ?? '')
  await expect(wallet.getByText('That code has expired')).toBeVisible()
  await expect(async () => {
    await mailCode.click()
    await expect(wallet.getByRole('textbox')).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 40_000, intervals: [5000] }) // half a minute between two mails
  const { code = '' } = await nextMail(email, async () => {}, first.id)
  const digits = [...code].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join('')
  await typeCode(`${digits.slice(0, 3)} ${digits.slice(3)}`)
  const opened = context.waitForEvent('page')
  await wallet.locator('[data-role="window"]').click()
  await expect((await opened).getByRole('button', { name: 'Show the words' })).toBeVisible()
})

test('a device that has a passkey of the wallet is told so where the visitor looks, and gets no second one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 760 })
  await addAuthenticator(page)
  await page.goto(demo())
  await logIn(page)
  await openSafety(page)
  await walletOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(walletOf(page).getByText('Your passkey is set up')).toBeVisible()
  await walletOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(walletOf(page).getByRole('alert')).toHaveText('This device already has a passkey for this wallet')
  await expect(walletOf(page).getByRole('alert')).toBeInViewport({ ratio: 1 })
  await expect(walletOf(page).getByText('Passkeys', { exact: true }).locator('..')).toContainText('1')
})

test('why no passkey was added stands where the visitor looks, also before a wallet is first used', async ({ page }) => {
  await control('/reset')
  await addAuthenticator(page, { prf: false })
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(demo())
  await visitorOf(page).logInWith('x') // shows the vault nothing: the wallet is to be protected first
  await pressSign(page)
  await walletOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(walletOf(page).getByRole('alert')).toContainText('Take a recovery code or a passphrase instead')
  await expect(walletOf(page).getByRole('alert')).toBeInViewport({ ratio: 1 })
})

test('a passkey whose question was left is asked for again, and is there once', async ({ page }) => {
  const answer = await addAuthenticator(page, { present: false })
  await page.goto(demo())
  await logIn(page)
  await openSafety(page)
  const add = walletOf(page).getByRole('button', { name: 'Add a passkey' })
  await add.click()
  await expect(add).toHaveAttribute('aria-busy', 'true')
  await goBack(page)
  await modalOf(page)
    .root.getByRole('button', { name: /^Wallet safety/ })
    .click()
  await answer()
  await add.click()
  await expect(walletOf(page).getByText('Your passkey is set up')).toBeVisible()
  await expect(walletOf(page).getByText('Passkeys', { exact: true }).locator('..')).toContainText('1')
})

test('a passkey opens the wallet after everything that the browser kept was cleared', async ({ page }) => {
  test.setTimeout(120_000) // two logins
  const email = newEmail()
  await addAuthenticator(page)
  await page.goto(demo())
  const address = await logIn(page, email)
  await openSafety(page)
  await walletOf(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(walletOf(page).getByText('Your passkey is set up')).toBeVisible()
  await expect(walletOf(page).getByText('Only you can open it')).toBeVisible()

  const frame = page.frames().find((one) => one.url().startsWith(`${secureUrl}/frame`))
  await frame?.evaluate(async () => {
    // Emptied and not deleted: that would wait until the page has closed them, which it does when the reload takes it away.
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const stores = [...database.objectStoreNames]
          const clearing = database.transaction(stores, 'readwrite')
          for (const store of stores) clearing.objectStore(store).clear()
          clearing.onabort = () => reject(clearing.error)
          clearing.oncomplete = () => (database.close(), resolve())
        }
      })
    }
    localStorage.clear()
  })
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  expect(await logIn(page, email)).toBe(address)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await walletOf(page).getByRole('button', { name: 'Use a passkey' }).click()
  await approve(page)
  await expect(page.getByText(/^Valid for/)).toContainText(address)
})

test('S47: a passkey that is removed is not offered in a fresh browser and opens the wallet nowhere; the last way in is not removed', async ({
  page,
  mode,
}) => {
  test.setTimeout(150_000)
  const email = newEmail()
  await addAuthenticator(page)
  await page.goto(demo())
  const address = await logIn(page, email)
  await openSafety(page)
  const wallet = walletOf(page)
  await wallet.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(wallet.getByText('Your passkey is set up')).toBeVisible()
  await wallet.getByRole('button', { name: 'Your passkeys' }).click()
  await expect(wallet.getByText('Add another passkey, a recovery code or a passphrase first')).toBeVisible()
  await expect(wallet.getByRole('button', { name: /^Passkey on this device/ })).toHaveCount(0)
  await goBack(page)
  await wallet.getByRole('button', { name: 'Make a recovery code' }).click()
  const code = (await wallet.locator('[data-role="recovery-code"]').textContent()) ?? ''
  await wallet.getByRole('button', { name: 'Continue' }).click()
  await wallet.getByRole('textbox').fill(code)
  await wallet.getByRole('button', { name: 'Done' }).click()
  await expect(wallet.getByText('Your recovery code is set up')).toBeVisible()

  await otherBrowser(mode, async (other) => {
    const fresh = await other.newPage()
    await fresh.goto(demo())
    expect(await logIn(fresh, email)).toBe(address)
    await fresh.getByRole('button', { name: 'Sign message' }).click()
    const frame = walletOf(fresh)
    // While the question is open that offers it, the passkey is removed in the first browser.
    await expect(frame.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await wallet.getByRole('button', { name: 'Your passkeys' }).click()
    await wallet.getByRole('button', { name: /^Passkey on this device/ }).click()
    const letter = await nextMail(email, async () => {
      await wallet.locator('[data-role="remove"]').click()
      await expect(wallet.getByText('The passkey was removed')).toBeVisible()
    })
    expect(letter.subject).toBe('How your wallet is recovered was changed')
    await frame.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(frame.getByText('The passkey did not work')).toBeVisible()
    await frame.locator('[data-role="reject"]').click()
    await fresh.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('textbox')).toBeVisible()
    await expect(frame.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
    await frame.getByRole('textbox').fill(code)
    await frame.getByRole('button', { name: 'Continue' }).click()
    await approve(fresh)
    await expect(fresh.getByText(/^Valid for/)).toContainText(address)
  })
  await goBack(page)
  await expect(wallet.getByText('Passkeys', { exact: true }).locator('..')).toContainText('None')
  await expect(wallet.getByRole('button', { name: 'Your passkeys' })).toHaveCount(0)
  await expect(wallet.getByText('Only you can open it')).toBeVisible()
})

test('a passphrase opens the wallet in a fresh browser; a weak one is refused, and the only one is not removed', async ({ page, mode }) => {
  test.setTimeout(150_000)
  const email = newEmail()
  const passphrase = 'velvet anchor bishop cradle'
  await page.goto(demo())
  const address = await logIn(page, email)
  await openSafety(page)
  const wallet = walletOf(page)
  await wallet.getByRole('button', { name: 'Add a passphrase' }).click()
  const [first, again] = [wallet.getByLabel('Passphrase', { exact: true }), wallet.getByLabel('The same again', { exact: true })]
  const set = async (typed: string) => {
    await first.last().fill(typed)
    await again.last().fill(typed)
    await wallet.getByRole('button', { name: 'Set the passphrase' }).click()
  }
  await set('password1987')
  await expect(wallet.getByText('This is too easy to guess')).toBeVisible()
  await set(passphrase)
  await expect(wallet.getByText('Your passphrase is set up')).toBeVisible({ timeout: 30_000 })
  await expect(wallet.getByText('Only you can open it')).toBeVisible()

  await otherBrowser(mode, async (other) => {
    const fresh = await other.newPage()
    await fresh.goto(demo())
    expect(await logIn(fresh, email)).toBe(address)
    await fresh.getByRole('button', { name: 'Sign message' }).click()
    const frame = walletOf(fresh)
    const field = frame.getByLabel('Passphrase', { exact: true }).last()
    await field.fill('velvet anchor bishop candle')
    await frame.getByRole('button', { name: 'Continue' }).click()
    await expect(frame.getByText('This is not the passphrase of this wallet')).toBeVisible({ timeout: 30_000 })
    await field.fill(passphrase)
    await frame.getByRole('button', { name: 'Continue' }).click()
    await approve(fresh)
    await expect(fresh.getByText(/^Valid for/)).toContainText(address)
  })

  await wallet.getByRole('button', { name: 'Change the passphrase' }).click()
  await wallet.getByRole('button', { name: 'Remove the passphrase' }).click()
  await expect(wallet.getByText('Add a passkey or a recovery code first')).toBeVisible()
})

test('a request that closes with the modal is said to be aborted, and the next one is asked', async ({ page }) => {
  await page.goto(demo())
  await logIn(page)
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(walletOf(page).locator('[data-role="approve"]')).toBeVisible()
  // The frame is on top of the modal's dialog; a press beside it is one on what is below.
  const { x, y, width, height } = (await modalOf(page).button('Close').first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width / 2, y + height / 2)
  await expectClosed(page)
  await expect(page.getByRole('region', { name: 'Sign a message' }).getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await approve(page)
  await expect(page.getByText(/^Valid for/)).toBeVisible()
})
