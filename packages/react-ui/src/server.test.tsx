import { renderToString } from 'react-dom/server'
import { StrictMode } from 'react'
import { InvalidOptionError, type SavedState } from '@portico/core'
import { emptySavedState } from '@portico/core/kit'
import { fakeAddress, testPortico } from '@portico/testing'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createModal } from './element/index.js'
import { ar } from './locales/ar/index.js'
import { AccountButton, ConnectButton, en, Modal, NetworkButton, PorticoButton, PorticoProvider, useAccount, usePortico } from './index.js'

const saved: SavedState = {
  ...emptySavedState,
  connections: {
    eip155: [{ connector: { id: 'com.harbor', kind: 'announced', name: 'Harbor' }, addresses: [fakeAddress], networkId: 'eip155:10' }],
  },
}

const page = (initialState?: SavedState, locale = en) => (
  <StrictMode>
    <PorticoProvider
      portico={testPortico({ ...(initialState && { initialState }), themeVariables: { accent: '#b4552d' } })}
      locale={locale}
    >
      <ConnectButton />
      <AccountButton />
      <NetworkButton />
      <PorticoButton />
      <Modal />
    </PorticoProvider>
  </StrictMode>
)

test('a server renders a visitor it knows as connected, on the network they were on', () => {
  const html = renderToString(page(saved))
  expect(html).toContain('0x7f…c41b09')
  expect(html).toContain('OP Mainnet')
})

test('a server renders a visitor it does not know as not connected', () => {
  const html = renderToString(page())
  expect(html).toContain('>Connect<')
  expect(html).not.toContain('0x7f…c41b09')
})

test('S38: what a server renders has no style attribute, no script and no style element', () => {
  for (const html of [renderToString(page(saved)), renderToString(page())]) expect(html).not.toMatch(/ style=|<script|<style/)
})

test('a server renders the buttons in the visitor’s language', () => {
  expect(renderToString(page(undefined, ar))).toContain('اتصال')
})

test('rendering on a server starts no timer and touches no global', () => {
  vi.useFakeTimers()
  renderToString(page(saved))
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test.each([undefined, null, Promise.resolve(testPortico()), testPortico, { adapters: [] }])(
  'a portico that is %o is told by name',
  (portico) => {
    expect(() => renderToString(<PorticoProvider portico={portico as never}>x</PorticoProvider>)).toThrow(
      expect.objectContaining({ name: 'InvalidOptionError', option: 'portico' }),
    )
  },
)

test.each([null, 'de', { de: ar }, Promise.resolve(ar)])('a language that is %o is told by name', (locale) => {
  expect(() => renderToString(<PorticoProvider portico={testPortico()} locale={locale as never} />)).toThrow(
    expect.objectContaining({ name: 'InvalidOptionError', option: 'locale' }),
  )
})

test('a component outside of a provider is told so', () => {
  const Lost = () => <>{usePortico().id}</>
  expect(() => renderToString(<Lost />)).toThrow('no <PorticoProvider> above this component')
})

test('hooks answer on a server from the state it was given', () => {
  const Address = () => <>{useAccount().accountId}</>
  expect(
    renderToString(
      <PorticoProvider portico={testPortico({ initialState: saved })}>
        <Address />
      </PorticoProvider>,
    ),
  ).toBe(`eip155:10:${fakeAddress}`)
})

test('createModal says that there is no page to put the modal into, and of what is no element that it is none', () => {
  expect(() => createModal(testPortico())).toThrow(InvalidOptionError)
  expect(() => createModal(testPortico())).toThrow(/no page to put the modal into/)
  vi.stubGlobal('document', { body: {} })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(() => createModal(testPortico(), '#modal' as unknown as HTMLElement)).toThrow(/'element': expected an element/)
})
