import { activeConnection, closeModal, connectionStore, goLive, openModal, type Portico } from '@portico/core'
import { goBack } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, testPortico } from '@portico/testing'
import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createModal, definePorticoButton } from '../element/index.js'
import { ConnectButton, Modal, NetworkButton, PorticoButton, PorticoProvider, WalletButton } from '../index.js'
import { de } from '../locales/de/index.js'
import { connected } from '../stories/states.js'
import { harbor, juniper } from '../stories/wallets.js'

let root: Root
let site: HTMLElement
const ends: (() => void)[] = []

beforeEach(() => {
  site = document.body.appendChild(document.createElement('main'))
  root = createRoot(site)
})
afterEach(() => {
  flushSync(() => root.unmount())
  for (const end of ends.splice(0)) end()
  site.remove()
  vi.restoreAllMocks()
})

const shadow = () => document.querySelector('portico-modal')?.shadowRoot
const dialog = () => shadow()?.querySelector<HTMLDialogElement>('dialog[open]') ?? null
const view = () => dialog()?.querySelector<HTMLElement>('.po-modal')?.dataset['view']
const title = () => shadow()?.querySelector('#po-title')?.textContent
const until = (check: () => unknown) => vi.waitFor(() => expect(check()).toBeTruthy(), { timeout: 4000 })
const never = () => new Promise<never>(() => undefined)
const newPortico = (connect?: () => Promise<never>) =>
  testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper], ...(connect && { connect }) })] })
const draw = (portico: Portico, children: ReactNode) =>
  flushSync(() => root.render(<PorticoProvider portico={portico}>{children}</PorticoProvider>))
const button = (text: string) => [...site.querySelectorAll('button')].find((one) => one.textContent?.includes(text)) ?? expect.fail(text)

test('a network button is not drawn where the modal has no list of networks to open', async () => {
  const page = (without: readonly 'network'[]) => (
    <>
      <NetworkButton />
      <Modal without={without} />
    </>
  )
  const portico = newPortico()
  draw(portico, page([]))
  await until(() => site.querySelector('button'))
  draw(portico, page(['network']))
  await until(() => !site.querySelector('button'))
  draw(portico, page([]))
  await until(() => site.querySelector('button'))
})

describe('a button of the site’s own', () => {
  const Own = () => (
    <ConnectButton.Custom>
      {({ status, mounted, account, network, button: props, openNetworks }) => (
        <div data-mounted={mounted}>
          <button type="button" {...props}>
            {status === 'connected' ? account?.shortAddress : 'Log in'}
          </button>
          <button type="button" onClick={openNetworks}>
            {network?.network.name}
          </button>
        </div>
      )}
    </ConnectButton.Custom>
  )

  test('opens Connect, says who is connected, and then opens the account', async () => {
    const portico = newPortico()
    draw(
      portico,
      <>
        <Own />
        <Modal />
      </>,
    )
    expect(button('Log in').getAttribute('aria-haspopup')).toBe('dialog')
    await userEvent.click(button('Log in'))
    await until(() => view() === 'Connect')
    const row = [...(shadow()?.querySelectorAll<HTMLElement>('.po-row') ?? [])].find((one) => one.textContent?.includes('Harbor'))
    row?.click()
    await until(() => activeConnection(connectionStore(portico).getState()))
    await until(() => !dialog())
    const short = `${fakeAddress.slice(0, 4)}…${fakeAddress.slice(-6)}`
    await userEvent.click(button(short))
    await until(() => view() === 'Account')
  })

  test('beside a modal without account and list of networks, it shows the account, and a press neither opens nor throws anything', async () => {
    const thrown: unknown[] = []
    const hear = ({ error }: ErrorEvent) => void thrown.push(error)
    window.addEventListener('error', hear)
    ends.push(() => window.removeEventListener('error', hear))
    let openOwn = () => {}
    let openNetworks: (() => void) | undefined
    const page = (without: readonly ('account' | 'network')[]) => (
      <>
        <PorticoButton />
        <ConnectButton />
        <ConnectButton.Custom>
          {({ button: props, ...state }) => {
            openOwn = state.open
            openNetworks = state.openNetworks
            return (
              <button type="button" {...props}>
                Mine
              </button>
            )
          }}
        </ConnectButton.Custom>
        <Modal without={without} />
      </>
    )
    const portico = newPortico()
    draw(portico, page(['account', 'network']))
    await goLive(portico)
    await userEvent.click(button('Mine')) // nobody is connected: there is Connect
    await until(() => view() === 'Connect')
    closeModal(portico)
    connected()(portico)
    const short = `${fakeAddress.slice(0, 4)}…${fakeAddress.slice(-6)}`
    await until(() => site.textContent?.includes(short))
    await until(() => !dialog())
    for (const one of [button(short), button('Connected'), button('Mine')]) {
      expect([one.getAttribute('aria-disabled'), one.getAttribute('aria-haspopup')]).toEqual(['true', null])
      one.click()
    }
    openOwn()
    expect([openNetworks, thrown, dialog()]).toEqual([undefined, [], null])
    draw(portico, page([]))
    await until(() => openNetworks)
    await userEvent.click(button('Mine'))
    await until(() => view() === 'Account')
  })

  test('a server draws it as not mounted, without asking for the modal', () => {
    const text = renderToString(
      <PorticoProvider portico={newPortico()}>
        <Own />
      </PorticoProvider>,
    )
    expect(text).toContain('data-mounted="false"')
    expect(text).toContain('Log in')
  })

  test('a page without a modal is told so, where its developer looks', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    draw(newPortico(), <Own />)
    await userEvent.click(button('Log in'))
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('no <Modal/>')), { timeout: 4000 })
  })

  test('so is one with two', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    draw(
      newPortico(),
      <>
        <Modal />
        <Modal />
      </>,
    )
    await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('twice')), { timeout: 4000 })
  })
})

describe('a button of one wallet', () => {
  test('asks it at once, and Back leads to all others', async () => {
    const portico = newPortico(never)
    draw(
      portico,
      <>
        <WalletButton wallet={harbor.id} />
        <Modal />
      </>,
    )
    await until(() => site.textContent?.includes('Harbor'))
    await userEvent.click(button('Harbor'))
    await until(() => view() === 'ConnectingExternal')
    goBack(portico)
    await until(() => view() === 'Connect')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(view()).toBe('Connect')
  })

  test('a wallet that is elsewhere shows its code, and one that nobody knows the list', async () => {
    const portico = newPortico()
    draw(
      portico,
      <>
        <WalletButton wallet="io.metamask">MetaMask, please</WalletButton>
        <WalletButton wallet="nobody.knows" />
        <Modal />
      </>,
    )
    await userEvent.click(button('nobody.knows'))
    await until(() => view() === 'Connect')
    await userEvent.keyboard('{Escape}')
    await until(() => !dialog())
    await userEvent.click(button('MetaMask, please'))
    await until(() => dialog() && view() !== 'Connect')
  })
})

test('a site that keeps itself whether the modal is open is told of each change, and obeyed', async () => {
  const portico = newPortico()
  const changes: boolean[] = []
  let set: (open: boolean) => void = () => undefined
  function Page() {
    const [open, setOpen] = useState(false)
    set = setOpen
    const told = (now: boolean) => {
      changes.push(now)
      setOpen(now)
    }
    return <Modal open={open} onOpenChange={told} />
  }
  draw(portico, <Page />)
  flushSync(() => set(true))
  await until(() => view() === 'Connect')
  await userEvent.keyboard('{Escape}')
  await until(() => !dialog())
  expect(changes).toEqual([true, false])
  openModal(portico, { view: 'Networks' })
  await until(() => view() === 'Networks')
  flushSync(() => set(false))
  await until(() => !dialog())
  expect(changes).toEqual([true, false, true, false])
})

test('such a site hears that nothing is open, where the code does not come', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => [onLine, fetched, said].forEach((spy) => spy.mockRestore()))
  const onOpenChange = vi.fn()
  draw(newPortico(), <Modal open onOpenChange={onOpenChange} />)
  await vi.waitFor(() => expect(onOpenChange).toHaveBeenCalled())
  expect(onOpenChange.mock.calls).toEqual([[false]])
})

test('a press that comes before such a site is followed is not undone, and told', async () => {
  const portico = newPortico()
  const onOpenChange = vi.fn()
  draw(portico, <Modal open={false} onOpenChange={onOpenChange} />)
  openModal(portico, { view: 'Networks' }) // the code that follows is on its way
  await vi.waitFor(() => expect(onOpenChange).toHaveBeenCalled())
  expect(onOpenChange.mock.calls).toEqual([[true]])
  await until(() => view() === 'Networks')
})

describe('a page without React', () => {
  test('makes the modal, opens it, changes its language, and takes it away', async () => {
    const modal = createModal(newPortico())
    modal.open()
    await until(() => view() === 'Connect')
    const english = title()
    modal.update({ locale: de })
    await until(() => title() !== english)
    modal.close()
    await until(() => !dialog())
    modal.unmount()
    await until(() => !document.querySelector('portico-modal'))
  })

  test('has an element that connects, follows its attributes, and survives being moved', async () => {
    const portico = newPortico()
    const modal = createModal(portico, site.appendChild(document.createElement('div')))
    ends.push(modal.unmount)
    definePorticoButton(portico, { name: 'portico-button-here' })
    definePorticoButton(portico, { name: 'portico-button-here' }) // the second time changes nothing
    const element = document.createElement('portico-button-here')
    element.setAttribute('label', 'Come in')
    element.setAttribute('size', 'sm')
    site.append(element)
    await until(() => element.textContent === 'Come in')
    expect(element.querySelector('button')?.className).toContain('is-sm')
    element.removeAttribute('label')
    await until(() => element.textContent === 'Connect')
    const inner = element.querySelector('button')
    site.prepend(element)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(element.querySelector('button')).toBe(inner)
    await userEvent.click(inner as HTMLElement)
    await until(() => view() === 'Connect')
    element.remove()
    await until(() => element.childElementCount === 0)
  })

  test('defined again, as where a part of the page was left and entered once more, it goes on with the portico of now', async () => {
    const [before, now] = [newPortico(), newPortico()]
    const name = 'portico-button-again'
    const modal = createModal(before, site.appendChild(document.createElement('div')))
    definePorticoButton(before, { name })
    const element = site.appendChild(document.createElement(name))
    const beside = site.appendChild(document.createElement(name))
    await until(() => element.textContent === 'Connect' && beside.textContent === 'Connect')
    modal.unmount()

    const told = vi.spyOn(console, 'warn')
    ends.push(createModal(now, site.appendChild(document.createElement('div'))).unmount)
    definePorticoButton(now, { name, locale: de })
    await until(() => element.textContent === 'Verbinden' && beside.textContent === 'Verbinden')
    expect(told).not.toHaveBeenCalled() // that two of one id are on the page: the second would not know what the first was connected to
    await userEvent.click(element.querySelector('button') as HTMLElement)
    await until(() => view() === 'Connect')
  })

  test('defined again within a press, with elements that are there and that come, no two porticos are on the page at once', async () => {
    const [before, now] = [newPortico(), newPortico()]
    const name = 'portico-button-pressed'
    definePorticoButton(before, { name })
    const there = site.appendChild(document.createElement(name))
    await until(() => there.textContent === 'Connect')
    const told = vi.spyOn(console, 'warn')
    const link = site.appendChild(document.createElement('button'))
    link.addEventListener('click', () => {
      for (let count = 0; count < 2; count += 1) site.append(document.createElement(name))
      ends.push(createModal(now, site.appendChild(document.createElement('div'))).unmount)
      definePorticoButton(now, { name })
    })
    link.click()
    await until(() => [...site.querySelectorAll(name)].every((one) => one.textContent === 'Connect'))
    expect(told).not.toHaveBeenCalled()
  })
})
