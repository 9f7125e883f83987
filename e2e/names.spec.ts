import { getAddress, parseEther } from 'viem'
import { approve, expect, logIn, otherBrowser, test, walletOf } from './helpers/embedded.js'
import { headOf, modalOf, connectWallet } from './helpers/modal.js'
import { chain } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'
import { field, newLabel, openNames, register, zone } from './helpers/names.js'
import { installAlpha } from './helpers/wallets.js'

/** What a browser says of calls that find nobody logged in, and of names that are refused. */
test.use({ expectedErrors: /status of 4\d\d/ })

test('a name is declined, then registered, shown at once and after a reload, and sent to by a friend', async ({ page }) => {
  const label = newLabel()
  await page.goto(demo())
  const address = await logIn(page)
  await openNames(page)
  await field(page).fill(`${label}_`)
  await expect(modalOf(page).root.getByText('Use at least 4 characters: letters, digits or hyphens')).toBeVisible()
  await field(page).fill(label)
  await modalOf(page).button(`Claim ${label}.${zone}`).click()
  await walletOf(page).locator('[data-role="reject"]').click()
  await expect(modalOf(page).root.getByText('You declined the signature')).toBeVisible()
  await expect(field(page)).toHaveValue(label)
  await modalOf(page).button('Try again').click()
  await approve(page)
  const name = `${label}.${zone}`
  await expect(modalOf(page).root.getByRole('heading', { name })).toBeVisible()
  await expect(modalOf(page).root.getByText(/on every EVM network/)).toBeVisible()
  await modalOf(page).button('Done').click()
  await expect(modalOf(page).root.getByRole('button', { name: `Wallets ${name}` })).toBeVisible()
  await page.reload()
  await expect(headOf(page).account).toContainText(name)

  await otherBrowser('partitioned', async (context) => {
    await installAlpha(context)
    const friend = await context.newPage()
    await friend.goto(demo())
    await connectWallet(friend, 'Alpha')
    await headOf(friend).account.click()
    await modalOf(friend).button('Send').click()
    await modalOf(friend).root.getByRole('textbox', { name: 'Recipient' }).fill(name)
    await modalOf(friend).root.getByRole('textbox', { name: 'Amount' }).fill('0.01')
    await modalOf(friend).button('Preview Send').click()
    await expect(modalOf(friend).root.locator('.po-whole')).toHaveText(address)
    await modalOf(friend).button('Send').click()
    await expect(modalOf(friend).root.getByRole('heading', { name: '0.01 ETH sent' })).toBeVisible({ timeout: 20_000 })
    expect(await chain(1).getBalance({ address: getAddress(address) })).toBe(parseEther('0.01'))
  })
})

test('a name that somebody has, and one that looks like it, are refused with the reason and with others that are free', async ({
  page,
}) => {
  const label = newLabel()
  await page.goto(demo())
  await logIn(page)
  await openNames(page)
  const name = await register(page, label)

  await otherBrowser('partitioned', async (context) => {
    const other = await context.newPage()
    await other.goto(demo())
    await logIn(other)
    await openNames(other)
    await field(other).fill(label)
    await expect(modalOf(other).root.getByText(`${name} is taken`)).toBeVisible()
    await field(other).fill(label.replace('mira', 'm1ra'))
    await expect(modalOf(other).root.getByText(/looks too much like another name/)).toBeVisible()
    await expect(modalOf(other).button('Claim name')).toBeDisabled()
    const [suggested] = await modalOf(other).root.getByRole('group').getByRole('button').all()
    await suggested?.click()
    await expect(modalOf(other).root.getByText(/is free/)).toBeVisible()
  })
})
