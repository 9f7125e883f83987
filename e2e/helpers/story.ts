import { getAddress, parseUnits } from 'viem'
import type { Page } from '@playwright/test'
import { addresses, tokenAbi } from '../../apps/sandbox/src/contracts/index.js'
import { row, tab } from './account.js'
import { approve, approveSomewhere, askForCode, codeOf, newEmail } from './embedded.js'
import { expectClosed, headOf, modalOf } from './modal.js'
import { newLabel, openNames, register } from './names.js'
import { arrives, heading, openedAfterSigning, order as buy, payBy } from './onramp.js'
import { chain } from './sandbox.js'
import { expectSmart } from './smartAccount.js'
import { orderFromAccount as swap, shownAtTheEnd, start } from './swap.js'
import { demo, expect } from './test.js'

/** Whoever has this name on Ethereum is a friend. */
const friend = 'mira.eth'
const dollars = (whose: `0x${string}`) =>
  chain(1).readContract({ address: addresses.usdc, abi: tokenAbi, functionName: 'balanceOf', args: [whose] })

/**
 * From nothing to a payment to a friend: logs in by e-mail, buys dollars by card, swaps half of them, registers a name, sends to the
 * friend's, and sees all of it in the activity. On the chain it is looked after each time.
 */
export async function walkStory(page: Page): Promise<void> {
  const { root, title, button } = modalOf(page)
  await page.goto(demo('/?accounts=smart'))
  const { code = '' } = await askForCode(page, newEmail())
  await codeOf(page).fill(code)
  await expectClosed(page)
  const account = getAddress(await expectSmart(page))

  await buy(page, '50', 'USDC')
  const window = await openedAfterSigning(page, { meanwhile: () => approveSomewhere(page) })
  await payBy(window, '4242424242424242')
  await expect(heading(page, /^\d+\.?\d* USDC arrived$/)).toBeVisible(arrives)
  await window.close()
  const bought = await dollars(account)
  expect(bought).toBeGreaterThan(parseUnits('40', 6))
  await button('Done').click()

  await swap(page, '20', 'USDC', 'ETH')
  await start(page)
  await approve(page)
  expect(Number(await shownAtTheEnd(page, '20 USDC'))).toBeGreaterThan(0)
  expect(await dollars(account)).toBe(bought - parseUnits('20', 6))
  expect(await chain(1).getBalance({ address: account })).toBeGreaterThan(0n)
  await button('Done').click()

  await openNames(page)
  const name = await register(page, newLabel())
  await button('Done').click()
  await expect(root.getByRole('button', { name: `Wallets ${name}` })).toBeVisible()

  const known = await chain(1).readContract({ address: addresses.usdc, abi: tokenAbi, functionName: 'balanceOf', args: [account] })
  await tab(page, /^Tokens/).click()
  await root.getByRole('tabpanel').getByRole('button', { name: /USDC/ }).click()
  await button('Send').click()
  await root.getByRole('textbox', { name: 'Recipient' }).fill(friend)
  await root.getByRole('textbox', { name: 'Amount' }).fill('5')
  await button('Preview Send').click()
  await expect(title).toHaveText('Review')
  await button('Send').click()
  await approve(page)
  await expect(root.getByRole('heading', { name: '5 USDC sent' })).toBeVisible({ timeout: 20_000 })
  expect(await dollars(account)).toBe(known - parseUnits('5', 6))

  await modalOf(page).close()
  await headOf(page).account.click()
  await tab(page, /^Activity/).click()
  for (const what of ['Sent USDC', 'Swapped USDC for ETH', 'Bought USDC']) await expect(row(page, what).first()).toBeVisible(arrives)
}
