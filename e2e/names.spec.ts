import { createPublicClient, getAddress, http, parseEther } from 'viem'
import { mainnet } from 'viem/chains'
import { approve, approveSomewhere, expect, logIn, otherBrowser, test, walletOf } from './helpers/embedded.js'
import { headOf, modalOf, connectWallet } from './helpers/modal.js'
import { chain, control, nodes } from './helpers/sandbox.js'
import { demo } from './helpers/test.js'
import { field, newLabel, openNames, openOwnName, register, textField, zone } from './helpers/names.js'
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

test('a name says what its owner writes, is renewed, made the primary one on the chain, handed over, accepted and given up', async ({
  page,
}) => {
  test.slow()
  const ens = createPublicClient({ chain: mainnet, transport: http(nodes[1]), cacheTime: 0 })
  const { root, button, title } = modalOf(page)
  const says = (text: string | RegExp) => expect(root.getByText(text)).toBeVisible({ timeout: 20_000 })
  await page.goto(demo())
  const address = getAddress(await logIn(page))
  await control('/faucet', { address, chainId: 1, amount: '1' })
  await openNames(page)
  const name = await register(page, newLabel())
  await button('Done').click()

  await openOwnName(page, name)
  await button('Edit what it says').click()
  await textField(page, 'About you').fill('Sails, mostly')
  await textField(page, 'Website').fill('harbor.example')
  await button('Save').click()
  await says('Use an address that begins with https://')
  await textField(page, 'Website').fill('https://harbor.example')
  await button('Save').click()
  // What is signed is said in words, for the page that asks.
  await expect(walletOf(page).getByText(`Change what ${name} says`)).toBeVisible()
  await expect(walletOf(page).getByText('https://harbor.example').first()).toBeVisible()
  await expect(walletOf(page).getByText(new URL(page.url()).origin).first()).toBeVisible()
  await approve(page)
  await expect(title).toHaveText('Account name')
  await says('https://harbor.example')
  expect(await ens.getEnsText({ name, key: 'url' })).toBe('https://harbor.example')
  expect(await ens.getEnsText({ name, key: 'description' })).toBe('Sails, mostly')

  await button('Renew').click()
  await approve(page)
  await says(`${name} is renewed`)

  expect(await ens.getEnsName({ address })).toBeNull()
  await root.getByRole('button', { name: /primary name/ }).click()
  await approveSomewhere(page)
  await says(`${name} is your primary name`)
  expect(await ens.getEnsName({ address })).toBe(name)

  await otherBrowser('partitioned', async (context) => {
    const friend = await context.newPage()
    const there = modalOf(friend)
    await friend.goto(demo())
    const friends = getAddress(await logIn(friend))
    await button('Hand over').click()
    await root.getByRole('textbox', { name: 'New owner' }).fill(friends)
    await expect(root.locator('.po-whole')).toHaveText(friends)
    await button('Hand over the name').click()
    await approveSomewhere(page) // in a window of the wallet's: what a page paints over a frame is not known there
    await says(`${name} is handed over`)
    expect(await ens.getEnsAddress({ name })).toBe(friends)
    expect(await ens.getEnsText({ name, key: 'url' })).toBeNull()

    await headOf(friend).account.click()
    await there.button('Settings').click()
    await there.root.getByRole('button', { name: `${name} was handed over to you` }).click()
    await there.button('Accept').click()
    await approve(friend)
    await expect(there.root.getByRole('heading', { name })).toBeVisible()
    await there.button('Give up').click()
    await expect(there.root.getByRole('heading', { name: `Give up ${name}?` })).toBeVisible()
    await there.button('Give up').click()
    await approveSomewhere(friend)
    await expect(there.root.getByText(`${name} is given up`)).toBeVisible()
    expect(await ens.getEnsAddress({ name })).toBeNull()
  })
})
