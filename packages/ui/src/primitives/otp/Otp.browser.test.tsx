import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Otp } from './Otp.js'

function render(onComplete: (code: string) => void): HTMLInputElement {
  function Code() {
    const [value, setValue] = useState('')
    return <Otp label="Code" value={value} onChange={setValue} onComplete={onComplete} />
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  flushSync(() => root.render(<Code />))
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return place.querySelector('input') as HTMLInputElement
}

test.each([
  ['Arabic', '٠١٢٣٤٩'],
  ['Persian', '۰۱۲۳۴۹'],
  ['fullwidth', '０１２３４９'],
])('a code is read in %s digits, as a keyboard of that language types them', async (_, typed) => {
  const onComplete = vi.fn()
  const input = render(onComplete)
  await userEvent.fill(input, typed)
  expect(onComplete).toHaveBeenCalledWith('012349')
  expect(input.value).toBe('012349')
})

test('of a pasted text the digits count', async () => {
  const onComplete = vi.fn()
  await userEvent.fill(render(onComplete), 'Code: 12-34-56.')
  expect(onComplete).toHaveBeenCalledWith('123456')
})
