import { openModal, type Portico } from '@portico/core'
import { currentEntry, goBack, pushView, routerStore } from '@portico/core/kit'
import { openExchange } from '@portico/core/onramp'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { Exchanges } from './Onramp.stories.js'

vi.mock(import('@portico/core/onramp'), { spy: true })

test.each([
  ['stays', 'BuyInProgress'],
  ['goes on', 'Settings'],
])('who %s while an exchange opens is where they belong: %s', async (what, where) => {
  let opened: () => void = () => undefined
  vi.mocked(openExchange).mockReturnValue(new Promise((resolve) => (opened = () => resolve(undefined as never))))
  const props = (Exchanges as { readonly args?: object }).args as ViewStoryProps
  const made: Portico[] = []
  const arrange = (portico: Portico) => {
    props.arrange?.(portico)
    openModal(portico, { view: 'Account' })
    pushView(portico, { view: 'PayWithExchange' })
    made.push(portico)
  }
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  onTestFinished(() => {
    root.unmount()
    site.remove()
  })
  flushSync(() => root.render(<ViewStory {...props} arrange={arrange} />))
  const portico = made[0] as Portico
  await page.getByRole('button', { name: 'Kelp' }).click()
  await vi.waitFor(() => expect(openExchange).toHaveBeenCalled())
  if (what === 'goes on') {
    goBack(portico)
    pushView(portico, { view: 'Settings' })
  }
  opened()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(currentEntry(routerStore(portico).getState())?.view).toBe(where)
})
