import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useCopy } from './useCopy.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let root: Root
let page: HTMLElement

function Copying() {
  const { copied, copy } = useCopy()
  return (
    <>
      <button type="button" onClick={() => void copy(address)}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <input />
    </>
  )
}

beforeEach(() => {
  page = document.body.appendChild(document.createElement('main'))
  root = createRoot(page)
  flushSync(() => root.render(<Copying />))
})
afterEach(() => {
  flushSync(() => root.unmount())
  page.remove()
  vi.restoreAllMocks()
})

const press = () => userEvent.click(page.querySelector('button') as HTMLElement)
const said = () => page.querySelector('button')?.textContent

test('where the browser lends no clipboard, as in a frame of another site, text is copied all the same, and nothing of the site with it', async () => {
  const asked = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const ofSite = vi.fn((event: ClipboardEvent) => event.clipboardData?.setData('text/plain', 'Read more at meridian.example'))
  document.addEventListener('copy', ofSite)
  await press()
  await vi.waitFor(() => expect(said()).toBe('Copied'))
  document.removeEventListener('copy', ofSite)
  expect([asked.mock.calls, ofSite.mock.calls]).toEqual([[[address]], []])
  const field = page.querySelector('input') as HTMLInputElement
  await userEvent.click(field)
  await userEvent.keyboard('{Control>}v{/Control}')
  await vi.waitFor(() => expect(field.value).toBe(address))
})

test('where neither way is allowed, nothing is said to be copied', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const command = vi.spyOn(document, 'execCommand').mockReturnValue(false)
  await press()
  await vi.waitFor(() => expect(command).toHaveBeenCalledWith('copy'))
  expect(said()).toBe('Copy')
})
