import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { SwitchWaiting } from '../features/network/Network.stories.js'
import { Registering, RegisteringOnPhone } from '../features/names/Names.stories.js'
import { Proving } from '../features/onramp/Onramp.stories.js'
import { Confirmed, Sending } from '../features/send/Send.stories.js'
import { Signing, Verifying } from '../features/siwx/Siwx.stories.js'
import { Allow, Asking, Sent } from '../features/swap/Swap.stories.js'
import { onPhoneOf } from '../stories/links.js'
import { ViewStory, type ViewStoryProps } from '../stories/ViewStory.js'

function show(props: ViewStoryProps): void {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(<ViewStory {...props} />)
}
const button = page.getByRole('link', { name: 'Open Harbor' })
const waiting = Object.entries({ Sending, Asking, Allow, Registering: RegisteringOnPhone, Proving, Signing, SwitchWaiting })

test.each(waiting)('a view that waits for the wallet of a phone opens what it was asked: %s', async (_, { args }) => {
  const opened: string[] = []
  show(onPhoneOf(args, opened))
  await button.click()
  expect(opened).toEqual([expect.stringContaining('https://harbor.example/wc?requestId=1&sessionTopic=')])
  await expect.element(button).toHaveAttribute('href', opened[0])
})

test.each(Object.entries({ Sending, Asking, Registering, Proving, Signing, SwitchWaiting }))(
  'where the wallet has nothing to be opened with there is no such button: %s',
  async (_, { args }) => {
    show(args)
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(page.getByRole('link', { name: /^Open / }).elements()).toEqual([])
  },
)

test.each(Object.entries({ Sent, Confirmed, Verifying }))(
  'a view that waits for nothing of the wallet has none: %s',
  async (_, { args }) => {
    show(onPhoneOf(args))
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(button.elements()).toEqual([])
  },
)
