import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { ViewStory } from '../../stories/ViewStory.js'
import { NoAnswer, NobodyThere, NoOffers } from './Onramp.stories.js'

function show({ args }: { readonly args?: Partial<ComponentProps<typeof ViewStory>> }): void {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(<ViewStory {...(args as ComponentProps<typeof ViewStory>)} />)
}

test('providers that answered with nothing are told from those that did not answer, and from those that are not there', async () => {
  const silent = page.getByText(/Providers did not answer/)
  show(NoOffers)
  await expect.element(page.getByText('No offer for this amount')).toBeVisible()
  await expect.element(silent).not.toBeInTheDocument()
  show(NobodyThere)
  await expect.element(page.getByText('Not on Base').first()).toBeVisible()
  await expect.element(silent).not.toBeInTheDocument()
  show(NoAnswer)
  await expect.element(silent).toBeVisible()
})
