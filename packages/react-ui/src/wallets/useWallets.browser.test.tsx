import { connectorStore } from '@portico/core'
import { fakeAdapter, testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { PorticoProvider } from '../index.js'
import { harbor, juniper } from '../stories/wallets.js'
import { directory } from './builtInWallets.js'
import { useWallets } from './useWallets.js'
import type { WalletItem } from './walletList.js'

test('the list that Connect begins with is made once, whoever asks for it, until one of the things in it changes', () => {
  const portico = testPortico({ adapters: [fakeAdapter({ connectors: [harbor, juniper] })] })
  const seen: (readonly WalletItem[])[] = []
  const Asks = ({ all = false }) => {
    seen.push(useWallets(undefined, all ? undefined : directory))
    return null
  }
  const element = document.createElement('div')
  const root = createRoot(element)
  const show = (shown: readonly boolean[]) =>
    flushSync(() =>
      root.render(
        <PorticoProvider portico={portico}>
          {shown.map((all, at) => (
            <Asks key={at} all={all} />
          ))}
        </PorticoProvider>,
      ),
    )
  show([false])
  show([false, true, false])
  const [first, again, all, other] = seen
  expect(first?.length).toBeGreaterThan(10)
  expect(again).toBe(first)
  expect(other).toBe(first)
  expect(all).not.toBe(first) // another list

  seen.length = 0
  flushSync(() => connectorStore(portico).setState({ eip155: [harbor] }))
  expect(seen.filter((list) => list === first)).toEqual([])
  expect(seen.at(-1)?.some(({ connector }) => connector?.id === juniper.id)).toBe(false)
  flushSync(() => root.unmount())
})
