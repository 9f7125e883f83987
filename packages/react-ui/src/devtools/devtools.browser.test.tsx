import { closeModal, openModal } from '@portico/core'
import { currentEntry, registerViews, routerStore } from '@portico/core/kit'
import { testPortico } from '@portico/testing'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PorticoProvider } from '../index.js'
import { Devtools } from './index.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  flushSync(() => root.unmount())
  expect(document.querySelector('portico-devtools')).toBeNull()
  document.querySelector('main')?.remove()
  vi.restoreAllMocks()
})

const shadow = () => document.querySelector('portico-devtools')?.shadowRoot
const text = () => shadow()?.textContent ?? ''
const press = (name: string | RegExp) =>
  flushSync(() =>
    [...(shadow()?.querySelectorAll('button') ?? [])].find((one) => `${one.ariaLabel ?? ''} ${one.textContent}`.match(name))?.click(),
  )
const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 10_000 })

test('the panel shows states, events and steps, and a step brings the view of then back', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const portico = testPortico({ themeMod: 'dark' } as object)
  registerViews(portico, ['Connect'])
  flushSync(() =>
    root.render(
      <StrictMode>
        <PorticoProvider portico={portico}>
          <Devtools />
        </PorticoProvider>
      </StrictMode>,
    ),
  )
  await until(() => shadow()?.querySelector('.open'))
  expect(warn).toHaveBeenCalledWith("Portico: createPortico has no option 'themeMod'. Did you mean 'themeMode'?")
  press(/^Open the Portico/)
  expect(text()).toContain("no option 'themeMod'")
  flushSync(() => openModal(portico, { view: 'Connect' }))
  flushSync(() => closeModal(portico))
  expect([...(shadow()?.querySelectorAll('summary') ?? [])].map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['connection', 'network', 'router']),
  )
  press(/Events/)
  await until(() => text().includes('modal.opened'))
  press(/Requests/)
  expect(text()).toContain('No request yet.')
  press(/Steps/)
  await until(() => text().includes('Step 3 of 3'))
  press(/^ \d\d:\d\d:\d\d view$/)
  expect(currentEntry(routerStore(portico).getState())?.view).toBe('Connect')
  await until(() => text().includes('as it was at step 2'))
  press(/Back to now/)
  expect(currentEntry(routerStore(portico).getState())).toBeUndefined()
  press(/^Close the developer panel/)
  await until(() => shadow()?.querySelector('.open'))
})
