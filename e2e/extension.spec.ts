import { cpSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium, type BrowserContext } from '@playwright/test'
import { isHex, toHex, verifyMessage } from 'viem'
import { launchOptions } from '../scripts/browser.mjs'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { chain, fundedAccount, nodes } from './helpers/sandbox.js'
import { demo, expect, test, watch } from './helpers/test.js'
import { short } from './helpers/wallets.js'

const account = fundedAccount(5)

/** A browser of its own, with the wallet of the folder `extension` installed. */
async function browserWithExtension(folder: string): Promise<BrowserContext> {
  const extension = path.join(folder, 'extension')
  cpSync(path.join(import.meta.dirname, 'extension'), extension, { recursive: true })
  const byChainId = Object.fromEntries(Object.entries(nodes).map(([id, url]) => [toHex(Number(id)), url]))
  writeFileSync(path.join(extension, 'nodes.js'), `globalThis.testWalletNodes = ${JSON.stringify(byChainId)}\n`)
  const { args, ...options } = launchOptions()
  return chromium.launchPersistentContext(path.join(folder, 'profile'), {
    ...options,
    args: [...args, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
  })
}

test('a wallet installed as an extension connects, signs, sends, switches, outlives a reload and disconnects', async () => {
  const context = await browserWithExtension(test.info().outputPath('browser'))
  try {
    const seen = watch(context)
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(demo())
    await connectWallet(page, 'Extension')
    await expect(headOf(page).account).toContainText(short(account.address))

    await page.getByRole('button', { name: 'Sign message' }).click()
    const message = await page.getByRole('textbox', { name: 'Message' }).inputValue()
    await expect(page.getByText(/^Valid for/)).toBeVisible()
    const signature = await page.getByRole('region', { name: 'Sign a message' }).locator('dd .m-mono').textContent()
    if (!isHex(signature)) throw new Error('There is no signature.')
    expect(await verifyMessage({ address: account.address, message, signature })).toBe(true)

    const count = await chain(1).getTransactionCount({ address: account.address })
    const card = page.getByRole('region', { name: 'Send', exact: true })
    await card.getByRole('button', { name: 'Use the reserve' }).click()
    await card.getByRole('button', { name: 'Review' }).click()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(card.getByText('Success. The transfer is on the chain.')).toBeVisible()
    expect(await chain(1).getTransactionCount({ address: account.address })).toBe(count + 1)

    await headOf(page).network.click()
    await modalOf(page).row('Base').click()
    await expect(headOf(page).network).toHaveAccessibleName('Network: Base')

    await page.reload()
    await expect(headOf(page).account).toContainText(short(account.address))
    await expect(headOf(page).network).toHaveAccessibleName('Network: Base')
    await page.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Disconnect' }).click()
    await expect(headOf(page).connect).toBeVisible()
    expect(seen.foreign).toEqual([])
    expect(seen.errors).toEqual([])
  } finally {
    await context.close()
  }
})
