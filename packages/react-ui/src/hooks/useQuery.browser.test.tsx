import { testPortico } from '@portico/testing'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PorticoProvider } from '../index.js'
import { usePages, useQuery } from './useQuery.js'

/** What a component that uses a hook was drawn with, each time. */
function drawings<T>(hook: () => T): readonly T[] {
  const seen: T[] = []
  const Probe = () => {
    seen.push(hook())
    return null
  }
  const site = document.body.appendChild(document.createElement('div'))
  const root = createRoot(site)
  onTestFinished(() => {
    root.unmount()
    site.remove()
  })
  flushSync(() =>
    root.render(
      <PorticoProvider portico={testPortico()}>
        <Probe />
      </PorticoProvider>,
    ),
  )
  return seen
}

test('a query is drawn once while it is on its way, and once with its answer', async () => {
  const seen = drawings(() => {
    const { fetchStatus, data } = useQuery<number>({ queryKey: ['seven'], queryFn: () => Promise.resolve(7) })
    return [fetchStatus, data]
  })
  await vi.waitFor(() => expect(seen.at(-1)).toEqual(['idle', 7]))
  expect(seen).toEqual([
    ['fetching', undefined],
    ['idle', 7],
  ])
})

test('so is one that comes in pages, and one that is not asked for is drawn once', async () => {
  const pages = drawings(() => {
    const { fetchStatus, data } = usePages<number, number>({
      queryKey: ['pages'],
      queryFn: () => Promise.resolve(7),
      initialPageParam: 0,
      getNextPageParam: () => undefined,
    })
    return [fetchStatus, data?.pages]
  })
  const waiting = drawings(() => useQuery<number>({ queryKey: ['eight'], queryFn: () => Promise.resolve(8), enabled: false }).fetchStatus)
  await vi.waitFor(() => expect(pages.at(-1)).toEqual(['idle', [7]]))
  expect(pages).toHaveLength(2)
  expect(waiting).toEqual(['idle'])
})
