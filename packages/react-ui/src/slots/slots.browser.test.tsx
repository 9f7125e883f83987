import { openModal, type Portico } from '@portico/core'
import { fakeAdapter, fakeAddress, testPortico } from '@portico/testing'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Modal, PorticoButton, PorticoProvider, type ModalProps } from '../index.js'
import { connected } from '../stories/states.js'
import { harbor } from '../stories/wallets.js'
import { nameParts } from '../parts/index.js'
import { setAvatar, type AvatarProps } from './index.js'

let root: Root
let site: HTMLElement
beforeEach(() => {
  site = document.body.appendChild(document.createElement('main'))
  root = createRoot(site)
})
afterEach(() => {
  flushSync(() => root.unmount())
  document.querySelectorAll('main, portico-modal, style[data-site]').forEach((left) => left.remove())
})

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const until = (check: () => unknown) => vi.waitFor(() => expect(check(), String(check)).toBeTruthy(), { timeout: 10_000 })
const newPortico = () => testPortico({ adapters: [fakeAdapter({ connectors: [harbor] })], metadata: { name: 'Meridian' } })
const show = (portico: Portico, props: ModalProps = {}, children?: ReactNode) =>
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        {children}
        <Modal {...props} />
      </PorticoProvider>,
    ),
  )

const Initial = ({ address, picture, size }: AvatarProps) => (
  <svg viewBox="0 0 10 10" data-own={`${address} ${picture ?? 'none'} ${size ?? 'any'}`}>
    <rect width="10" height="10" fill="navy" />
  </svg>
)
const drawn = (within: ParentNode | null | undefined) => within?.querySelector('[data-own]')?.getAttribute('data-own')

test('a site draws the picture of an account itself, in its button and in the modal', async () => {
  const portico = newPortico()
  setAvatar(portico, Initial)
  connected()(portico)
  show(portico, {}, <PorticoButton />)
  await until(() => drawn(site) === `${fakeAddress} none any`)
  flushSync(() => openModal(portico, { view: 'Account' }))
  await until(() => drawn(shadow()) === `${fakeAddress} none 48`)
  const { width, height } = shadow()?.querySelector('[data-own]')?.getBoundingClientRect() ?? {}
  expect([width, height]).toEqual([48, 48])
})

test('without one of its own there are doorways, and after taking it back as well', async () => {
  const portico = newPortico()
  setAvatar(portico, Initial)
  setAvatar(portico, undefined)
  connected()(portico)
  show(portico, {}, <PorticoButton />)
  await until(() => site.querySelector('.po-tile svg'))
  expect(drawn(site)).toBeUndefined()
})

test('Connect has the words and the rows of the site', async () => {
  const portico = newPortico()
  const onPress = vi.fn()
  show(portico, {
    disclaimer: (
      <>
        By connecting you accept the <a href="/rules">rules of the house</a>.
      </>
    ),
    terms: 'https://meridian.example/terms',
    connectRows: [{ id: 'guest', label: 'Continue as a guest', text: 'Without an account', onPress }],
  })
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(() => shadow()?.querySelector('.po-row'))
  expect(shadow()?.querySelector('.po-legal')?.textContent).toBe('By connecting you accept the rules of the house.')
  const row = [...(shadow()?.querySelectorAll<HTMLElement>('.po-list .po-row') ?? [])].at(-1)
  expect(row?.textContent).toContain('Continue as a guestWithout an account')
  expect(onPress).not.toHaveBeenCalled()
  row?.click()
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(shadow()?.querySelector('dialog[open]')).toBeTruthy()
})

test('a row of the site has its picture, also one that the site itself serves', async () => {
  const portico = newPortico()
  show(portico, { connectRows: [{ id: 'guest', label: 'Continue as a guest', icon: '/guest.png', onPress: () => undefined }] })
  const asked: string[] = []
  vi.spyOn(HTMLImageElement.prototype, 'setAttribute').mockImplementation(function (this: Element, name, value) {
    if (name === 'src') asked.push(value)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(() => asked.includes(`${location.origin}/guest.png`))
})

test('a site without wallets in this browser has its rows all the same', async () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [] })] })
  show(portico, { connectRows: [{ id: 'guest', label: 'Continue as a guest', onPress: () => undefined }] })
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(() => shadow()?.querySelector('.po-list')?.textContent?.includes('Continue as a guest'))
})

test('a style sheet of the page reaches the parts that have a name, and no more', async () => {
  const sheet = document.createElement('style')
  sheet.dataset['site'] = ''
  const parts = ['overlay', 'modal', 'header', 'title', 'body', 'foot']
  sheet.textContent = `${parts.map((part, at) => `portico-modal::part(${part}) { outline: ${at + 1}px solid red }`).join('\n')} .po-row { outline: 9px solid red }`
  document.head.append(sheet)
  const portico = newPortico()
  show(portico)
  const end = nameParts()
  flushSync(() => openModal(portico, { view: 'Connect' }))
  await until(() => shadow()?.querySelector('.po-row[part]'))
  const outlines = parts.map((part) => getComputedStyle(shadow()?.querySelector(`[part="${part}"]`) ?? expect.fail(part)).outlineWidth)
  expect(outlines).toEqual(['1px', '2px', '3px', '4px', '5px', '6px'])
  expect(getComputedStyle(shadow()?.querySelector('.po-row') ?? document.body).outlineWidth).not.toBe('9px')
  flushSync(() => openModal(portico, { view: 'WhatIsAWallet' }))
  await until(() => shadow()?.querySelector('[part="button button-primary"]'))
  end()
  expect(shadow()?.querySelector('[part]')).toBeNull()
})
