import { ConnectorNotFoundError, UserRejectedError } from '@portico/core'
import type { Grant } from '@portico/core/kit'
import { fakeAdapter, fakeAddress, testPortico } from '@portico/testing'
import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PorticoProvider, usePairing, type Pairing } from '../index.js'
import { codes, fakePairing, later, ready } from '../stories/links.js'
import { harbor } from '../stories/wallets.js'

let root: Root
beforeEach(() => {
  root = createRoot(document.createElement('div'))
})
afterEach(() => root.unmount())

/** A page without a modal: its answer to a pairing is what the hook says. */
function headless(pairing = fakePairing()) {
  const asked: { resolve: (grant: Grant) => void; reject: (error: Error) => void }[] = []
  const connect = () => {
    pairing.connector.link?.prepare()
    return new Promise<Grant>((resolve, reject) => void asked.push({ resolve, reject }))
  }
  const portico = testPortico({
    adapters: [fakeAdapter({ connectors: [harbor, ...(pairing.connector.link ? [pairing.connector] : [])], connect })],
  })
  const seen: { now: Pairing | undefined } = { now: undefined }
  const Probe = () => {
    seen.now = usePairing()
    return null
  }
  flushSync(() =>
    root.render(
      <PorticoProvider portico={portico}>
        <Probe />
      </PorticoProvider>,
    ),
  )
  const now = () => {
    if (!seen.now) throw new Error('The hook has not answered')
    return seen.now
  }
  return { pairing, asked, now, is: (status: Pairing['status']) => vi.waitFor(() => expect(now().status).toBe(status)) }
}

test('gives the code to show, follows its renewal and the relay, and says when a wallet is there', async () => {
  const { pairing, asked, now, is } = headless()
  expect(now()).toMatchObject({ status: 'idle', uri: undefined, error: undefined })
  now().start()
  await is('waiting')
  expect(now()).toMatchObject({ uri: codes[0], expiry: later, relay: 'open' })
  pairing.show(ready(codes[1], { relay: 'lost' }))
  await vi.waitFor(() => expect(now()).toMatchObject({ status: 'waiting', uri: codes[1], relay: 'lost' }))
  asked[0]?.resolve({ addresses: [fakeAddress], networkId: 'eip155:1' })
  await is('connected')
  expect(now().uri).toBeUndefined()
})

test('a refusal is an error that starting again clears, and cancelling ends it', async () => {
  const { asked, now, is } = headless()
  now().start({ walletId: 'com.lumen' })
  await is('waiting')
  asked[0]?.reject(new UserRejectedError())
  await is('failed')
  expect(now().error).toBeInstanceOf(UserRejectedError)
  now().start()
  await is('waiting')
  expect(now().error).toBeUndefined()
  now().cancel()
  await is('idle')
  expect(now().uri).toBeUndefined()
})

test('without a connector that pairs, it fails and says so', async () => {
  const {
    connector: { link: _, ...none },
    ...pairing
  } = fakePairing()
  const { now, is } = headless({ ...pairing, connector: none })
  now().start()
  await is('failed')
  expect(now().error).toBeInstanceOf(ConnectorNotFoundError)
})
