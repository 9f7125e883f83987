import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Segmented } from './Segmented.js'

const items = [
  { id: 'tokens', label: 'Tokens' },
  { id: 'nfts', label: 'NFTs' },
  { id: 'activity', label: 'Activity' },
]

function Tabs() {
  const [value, setValue] = useState('tokens')
  return <Segmented label="Assets" items={items} value={value} onChange={setValue} />
}

async function render(dir: 'ltr' | 'rtl') {
  const place = document.body.appendChild(document.createElement('div'))
  place.dir = dir
  const root = createRoot(place)
  root.render(<Tabs />)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  await expect.element(page.getByRole('tablist', { name: 'Assets' })).toBeInTheDocument()
}

const chosen = () => document.querySelector('[aria-selected=true]')
/** Presses a key; gives the tab that is then chosen, and checks that it has the focus and is the only tab stop. */
async function press(key: string) {
  await userEvent.keyboard(`{${key}}`)
  const tab = chosen()
  expect(document.activeElement).toBe(tab)
  expect([...document.querySelectorAll('[role=tab][tabindex="0"]')]).toEqual([tab])
  return tab?.textContent
}

test('is one tab stop, and arrow keys choose and go round', async () => {
  await render('ltr')
  await userEvent.tab()
  expect(document.activeElement).toBe(chosen())
  expect(await press('ArrowRight')).toBe('NFTs')
  expect(await press('End')).toBe('Activity')
  expect(await press('ArrowRight')).toBe('Tokens')
  expect(await press('ArrowLeft')).toBe('Activity')
  expect(await press('Home')).toBe('Tokens')
})

test('arrow keys are mirrored in right-to-left text', async () => {
  await render('rtl')
  await userEvent.tab()
  expect(await press('ArrowLeft')).toBe('NFTs')
  expect(await press('ArrowRight')).toBe('Tokens')
})

test('leaves keys with a modifier to the browser: Alt and an arrow is its way back', async () => {
  await render('ltr')
  await userEvent.tab()
  const left = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(left)
  expect(left.defaultPrevented).toBe(false)
  expect(chosen()?.textContent).toBe('Tokens')
})
