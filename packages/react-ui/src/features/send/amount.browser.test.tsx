import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ViewStory } from '../../stories/ViewStory.js'
import { IncorrectAmount, NotEnough as NotEnoughToSwap } from '../swap/Swap.stories.js'
import { Filled, IncorrectValue, NotEnough } from './Send.stories.js'
import { ItemTooMany } from './SendItem.stories.js'

type Scene = { readonly args?: Partial<ComponentProps<typeof ViewStory>> }

/** The field for the amount, once the view's button says `words`. */
async function fieldOf({ args }: Scene, words: string): Promise<HTMLInputElement> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(<ViewStory {...(args as ComponentProps<typeof ViewStory>)} />)
  await vi.waitUntil(() => host.querySelector('.po-foot')?.textContent === words, { timeout: 5000 })
  return host.querySelector('.po-amt input') as HTMLInputElement
}

const cases: readonly (readonly [string, Scene, string])[] = [
  ['more decimals than the token has', IncorrectValue, 'Incorrect Value'],
  ['more than there is', NotEnough, 'Insufficient Funds'],
  ['more items than there are', ItemTooMany, 'Insufficient Funds'],
  ['a swap of what is no amount', IncorrectAmount, 'Incorrect amount'],
  ['a swap of more than there is', NotEnoughToSwap, 'Not enough ETH'],
]

test.each(cases)('%s: the field is wrong, and says why', async (_, scene, words) => {
  const field = await fieldOf(scene, words)
  expect(field.ariaInvalid).toBe('true')
  const why = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(why?.textContent).toBe(words)
})

test('an amount that will do is not wrong', async () => {
  const field = await fieldOf(Filled, 'Preview Send')
  expect(field.ariaInvalid).toBe('false')
  expect(field.getAttribute('aria-describedby')).toBeNull()
})
