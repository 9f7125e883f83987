import { getAccount } from '@portico/core'
import { testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { PorticoProvider } from '../../index.js'
import { connected } from '../../stories/states.js'
import { useSuited } from './useSuited.js'

let clear = () => {}
afterEach(() => clear())

test('what can be done is drawn also where it is learned after another part has joined those that are asked for', async () => {
  const portico = testPortico()
  connected()(portico)
  const account = getAccount(portico)
  let learn = () => {}
  const answer = new Promise<boolean>((resolve) => {
    learn = () => resolve(true)
  })
  const swaps = { id: 'swaps', isFor: () => answer }
  const sends = { id: 'sends', isFor: () => Promise.resolve(true) }
  function Parts({ parts }: { readonly parts: Parameters<typeof useSuited>[0] }) {
    return <p>{useSuited(parts, account).parts.map(({ id }) => id)}</p>
  }
  const site = document.body.appendChild(document.createElement('main'))
  const root = createRoot(site)
  clear = () => {
    flushSync(() => root.unmount())
    site.remove()
  }
  const show = (parts: Parameters<typeof useSuited>[0]) =>
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          <Parts parts={parts} />
        </PorticoProvider>,
      ),
    )
  show([swaps])
  show([swaps, sends])
  await vi.waitFor(() => expect(site.textContent).toBe('sends'))
  learn()
  await vi.waitFor(() => expect(site.textContent).toBe('swapssends'))
})
