import { openModal, type Portico } from '@portico/core'
import { pushView, routerStore } from '@portico/core/kit'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ViewStory, type ViewStoryProps } from '../../stories/ViewStory.js'
import { Declined, Empty, Filled, Preview, Sent } from './Swap.stories.js'

/** Shows a story's view as one that was come to by others. @returns the names of the views that one can go back by */
function show(
  story: { readonly args?: object },
  come: (portico: Portico) => void,
  more: Partial<ViewStoryProps> = {},
): () => readonly string[] {
  const props = { ...(story.args as ViewStoryProps), ...more }
  const made: Portico[] = []
  const arrange = (portico: Portico) => {
    props.arrange?.(portico)
    openModal(portico, { view: 'Account' })
    come(portico)
    made.push(portico)
  }
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(<ViewStory {...props} arrange={arrange} />)
  return () =>
    made.flatMap((portico) =>
      routerStore(portico)
        .getState()
        .history.map(({ view }) => view),
    )
}

test('who comes back to Swap while one is on its way sees how far it is', async () => {
  const { View } = Filled.args
  const views = show(Sent, (portico) => pushView(portico, { view: 'Swap' }), { View })
  await vi.waitFor(() => expect(views()).toEqual(['Account', 'SwapProgress']))
})

test.each([undefined, { fromToken: 'native' }])('to try again is to come back to the form that led here (%o)', async (params) => {
  const views = show(Declined, (portico) => {
    pushView(portico, { view: 'Swap', params })
    pushView(portico, { view: 'SwapProgress' })
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(views()).toEqual(['Account', 'Swap']))
})

test.each([
  ['unavailable', 'The service is not available right now'],
  ['noRoute', 'No route for this pair'],
])('a price that has grown old while it was looked over says why there is no newer one: %s', async (name, text) => {
  const { options } = Preview.args
  let asked = 0
  const answer: typeof fetch = async (input, init) => {
    const response = await (options?.fetch ?? fetch)(input, init)
    if (!new URL(input instanceof Request ? input.url : input).pathname.endsWith('/convert/quotes')) return response
    asked += 1
    if (asked > 1) return Response.json({ reasons: [{ name, description: name }] }, { status: 404 })
    const { quotes } = (await response.json()) as { quotes: object[] }
    return Response.json({ quotes: quotes.map((quote) => ({ ...quote, expiresAt: Date.now() + 300 })) })
  }
  show(Preview, (portico) => pushView(portico, { view: 'SwapPreview' }), { options: { ...options, fetch: answer } })
  await page.getByRole('button', { name: 'Get a new price' }).click()
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Get a new price' })).toBeEnabled()
})

test('what is paid has its worth before anything is chosen to be received', async () => {
  show(Empty, (portico) => pushView(portico, { view: 'Swap' }))
  await page.getByRole('textbox', { name: 'You pay, amount' }).fill('0.5')
  await expect.element(page.getByText('$1,735.00')).toBeVisible()
})
