import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Button } from './Button.js'

function render(element: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(element)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return { rerender: (next: ReactNode) => root.render(next) }
}

test('keeps the focus and does nothing while busy, and submits no form', async () => {
  const onClick = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy} onClick={onClick}>
        Approve
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  const button = page.getByRole('button', { name: 'Approve' })
  await userEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
  expect(onSubmit).toHaveBeenCalledOnce()

  rerender(form(true))
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  expect(document.activeElement).toBe(button.element())
  await userEvent.keyboard('{Enter}')
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(onClick).toHaveBeenCalledOnce()
  expect(onSubmit).toHaveBeenCalledOnce()
})
