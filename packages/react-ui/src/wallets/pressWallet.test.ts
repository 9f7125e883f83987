import { connectorStore, type Connector } from '@portico/core'
import { fakeAdapter, fakeConnector, testPortico } from '@portico/testing'
import { expect, test, vi } from 'vitest'
import { fakePairing } from '../stories/links.js'
import { warmUp } from './pressWallet.js'

/** A site with a way to pair, and perhaps a wallet that is here. */
function openSite(...here: readonly Connector[]) {
  const load = vi.fn()
  const { connector } = fakePairing()
  const code: Connector = { ...connector, ...(connector.link && { link: { ...connector.link, load } }) }
  const portico = testPortico({ adapters: [fakeAdapter()] })
  connectorStore(portico).setState({ eip155: [...here, code] })
  return { portico, code, load }
}

test('the client of a code is asked for in the moment of intent, before the view that shows it is there', () => {
  const { portico, code, load } = openSite()
  warmUp(portico, { connector: code, record: undefined }, { code: true })
  expect(load).toHaveBeenCalledTimes(1)
  warmUp(portico, { connector: undefined, record: { id: 'lumen', name: 'Lumen', mobileLink: 'lumen://' } })
  expect(load).toHaveBeenCalledTimes(2)
})

test('a wallet that is here asks for no code', () => {
  const here = fakeConnector({ id: 'harbor', kind: 'announced', installed: true })
  const { portico, load } = openSite(here)
  warmUp(portico, { connector: here, record: undefined }, { code: true })
  expect(load).not.toHaveBeenCalled()
})
