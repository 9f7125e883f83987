import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ViewStory } from '../../stories/ViewStory.js'
import { ConfirmedExact, FeeImpossible, PreviewSpeedShort } from './Send.stories.js'

function show({ args }: { readonly args?: Partial<ComponentProps<typeof ViewStory>> }): void {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(<ViewStory {...(args as ComponentProps<typeof ViewStory>)} />)
}

test('the speed keeps the focus where a transfer is not covered at one of them', async () => {
  show(PreviewSpeedShort)
  const speed = (name: RegExp) => page.getByRole('radio', { name })
  await userEvent.click(speed(/^Standard/))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('Not enough for the amount and the network fee. Send less.')).toBeVisible()
  await expect.element(speed(/^Fast/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
  await expect.element(speed(/^Standard/)).toHaveFocus()
})

test('why the fee is not known is said before the review, too, with another try where that may help', async () => {
  let asked = 0
  const estimateFee = () => ((asked += 1) === 1 ? Promise.reject(new Error('offline')) : Promise.resolve({ expected: 9n, maximum: 9n }))
  const { args } = FeeImpossible
  show(FeeImpossible)
  await expect.element(page.getByText(/can’t be sent to this address/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  show({ args: { ...args, adapter: { ...args?.adapter, estimateFee } } })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('what was sent is what was looked over, to the last digit', async () => {
  show(ConfirmedExact)
  await expect.element(page.getByRole('heading', { name: '9,123.456789012345678901 ETH sent' })).toBeVisible()
})
