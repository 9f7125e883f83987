import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { cdp } from 'vitest/browser'
import { Default as Connect } from '../features/login/Connect.stories.js'
import { Amount } from '../features/onramp/Onramp.stories.js'
import { AddAddress } from '../features/send/Send.stories.js'
import { ViewStory } from '../stories/ViewStory.js'
import { catalogueCss } from './catalogue.css.js'

type Scene = { readonly args?: Partial<ComponentProps<typeof ViewStory>> }
const fields: readonly (readonly [string, Scene, string, string])[] = [
  ['a field', Connect, 'input[type="email"]', '.po-field'],
  ['the amount that is sent', AddAddress, '.po-amt input', '.po-amt'],
  ['the recipient', AddAddress, '.po-amt textarea', '.po-amt'],
  ['the amount that is bought', Amount, '.po-onramp__sum input', '.po-onramp__sum'],
]

beforeAll(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(catalogueCss)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})

/** Vitest leaves the type of its session to the browser's provider. */
const session: { send?(method: string, parameters: object): Promise<unknown> } = cdp()
const prefer = (features: readonly { readonly name: string; readonly value: string }[]) =>
  session.send?.('Emulation.setEmulatedMedia', { features })

let clear = () => {}
afterEach(async () => {
  clear()
  await prefer([])
})

/** Shows a view, and gives the focus to a field of it. @returns what draws the ring around the field */
async function focused({ args }: Scene, field: string, box: string, contrast?: string): Promise<Element> {
  const host = document.body.appendChild(document.createElement('div'))
  host.className = 'portico'
  host.dataset['theme'] = 'light'
  if (contrast !== undefined) host.dataset['contrast'] = contrast
  const root = createRoot(host)
  clear = () => {
    root.unmount()
    host.remove()
  }
  root.render(<ViewStory {...(args as ComponentProps<typeof ViewStory>)} />)
  const input = await vi.waitUntil(() => host.querySelector<HTMLElement>(field), { timeout: 5000 })
  input.focus()
  return input.closest(box) ?? expect.unreachable(`There is no ${box}.`)
}

test.each(fields)('%s has a ring where colours are forced, which draw no shadow', async (_, scene, field, box) => {
  await prefer([{ name: 'forced-colors', value: 'active' }])
  const ring = await focused(scene, field, box)
  expect(getComputedStyle(ring)).toMatchObject({ outlineStyle: 'solid', outlineWidth: '2px' })
})

test.each([
  ['that the system asks for', [{ name: 'prefers-contrast', value: 'more' }], undefined],
  ['that the site asks for', [], 'more'],
] as const)('with more contrast, %s, the ring of a field is no thinner', async (_, features, contrast) => {
  await prefer(features)
  const ring = await focused(Connect, 'input[type="email"]', '.po-field', contrast)
  await vi.waitFor(() => expect(getComputedStyle(ring).boxShadow).toMatch(/ 2px inset$/))
})
