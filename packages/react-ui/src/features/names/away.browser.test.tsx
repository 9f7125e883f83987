import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { Away, Own, OwnAway } from './Names.stories.js'

const propsOf = (story: object) => (story as { readonly args: ViewStoryProps }).args

/** A view whose names do not load until the gateway is back. */
function show(story: object) {
  const { options, ...props } = propsOf(story)
  let answer: () => Promise<Response> = () => Promise.resolve(new Response('', { status: 400 }))
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  onTestFinished(() => {
    root.unmount()
    site.remove()
  })
  const back = propsOf(Own).options?.fetch
  const fetch: typeof globalThis.fetch = (...asked) => answer().catch(() => back?.(...asked) ?? Promise.reject(new Error('no fetch')))
  flushSync(() => root.render(<ViewStory {...props} options={{ ...options, fetch }} />))
  return {
    hold: () => (answer = () => new Promise(() => undefined)),
    comeBack: () => (answer = () => Promise.reject(new Error('answered by the gateway'))),
  }
}

test.each([
  ['one’s own name', OwnAway, 'mira.wcn.id'],
  ['claiming a name', Away, '.wcn.id'],
])('%s that did not load is asked for again by a press, and comes', async (_, story, expected) => {
  const { comeBack } = show(story)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await again.click()
  await expect.element(page.getByText('Names did not load')).toBeVisible()
  comeBack()
  await again.click()
  await expect.element(page.getByText(expected, { exact: true }).first()).toBeVisible()
})

test('while it is asked for again, the button stays, is busy and keeps the focus', async () => {
  const { hold } = show(OwnAway)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  hold()
  await again.click()
  await expect.element(page.getByText('Names did not load')).toBeVisible()
  await vi.waitFor(() => expect(document.activeElement).toHaveAttribute('aria-busy', 'true'))
})
