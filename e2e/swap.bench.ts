import { loadavg } from 'node:os'
import { test as base } from '@playwright/test'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { choose } from './helpers/swap.js'
import { demo, expect } from './helpers/test.js'
import { installAlpha } from './helpers/wallets.js'

// How long a visitor waits for a quote, in the demo with the sandbox's node and pools behind it: from the last key to the button
// that leads on. 200 ms of it are meant: whoever types on is not quoted for each digit.

const visits = 15

base.use({ trace: 'off' })

base('from the last key of an amount to its first quote', async ({ context, page }) => {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.click()
  const { root, button, title } = modalOf(page)
  await button('Swap').click()
  await expect(title).toHaveText('Swap')
  await choose(page, 'You pay', 'ETH')
  // Three pools away, by V2 and by v3.
  await choose(page, 'You receive', 'PORT')
  const field = root.getByRole('textbox', { name: 'You pay, amount' })
  const milliseconds: number[] = []
  for (let visit = 0; visit < visits; visit += 1) {
    await field.fill('')
    await expect(button('Review swap')).toHaveCount(0)
    await field.fill(`0.1${visit}`)
    milliseconds.push(
      await field.evaluate(async (input: HTMLInputElement) => {
        const root = input.getRootNode() as ShadowRoot
        const isQuoted = () => [...root.querySelectorAll('.po-foot button')].some(({ textContent }) => textContent === 'Review swap')
        const from = performance.now()
        // The key that ends the amount: the same number with one more digit.
        const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
        set?.call(input, `${input.value}1`)
        input.dispatchEvent(new Event('input', { bubbles: true }))
        // What the shorter amount was quoted has to go first.
        while (isQuoted()) await new Promise(requestAnimationFrame)
        while (!isQuoted()) await new Promise(requestAnimationFrame)
        return performance.now() - from
      }),
    )
  }
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Infinity)
  console.log(`last key to quote: median ${at(0.5)} ms, slowest ${at(1)} ms, of ${visits}, at a load of ${loadavg()[0]?.toFixed(1)}`)
  expect(sorted).toHaveLength(visits)
})
