import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { RequestView } from '../screens/view.js'

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('./tr.js')
  vi.resetModules()
})

/** The page as it is loaded anew, where the file of one language is what the test says. */
async function loadPage(file: () => object | Promise<object>) {
  vi.resetModules()
  vi.doMock('./tr.js', file)
  const [{ loadMessages, messagesFor }, { Speaks }, { RequestBody }, { en }] = await Promise.all([
    import('./index.js'),
    import('../screens/parts.js'),
    import('../screens/RequestBody.js'),
    import('./en.js'),
  ])
  const drawn = (locale: string) =>
    renderToStaticMarkup(
      <Speaks locale={locale}>
        <RequestBody view={view} />
      </Speaks>,
    ).replace(/<[^>]*>/g, '')
  return { loadMessages, messagesFor, drawn, en }
}

const view: RequestView = {
  origin: 'https://shop.example',
  id: 'r1',
  method: 'eth_sendTransaction',
  namespace: 'eip155',
  networkId: 'eip155:1',
  networkName: 'Ethereum',
  address: '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09',
  effects: [
    {
      kind: 'approve',
      values: {
        unlimited: 'true',
        symbol: 'USDC',
        spender: '0xE5c1F0a9b3D24c6688Aa0D41F7d2B6c9E8f01234',
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      },
    },
  ],
  warnings: [{ kind: 'unlimited' }],
  risk: 'risky',
  changes: 'none',
  details: [],
  reducible: false,
}
test('a language whose file is not there leaves no request without its sentence: it is said in English', async () => {
  const { loadMessages, messagesFor, drawn, en } = await loadPage(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadMessages('tr')).toBe(en)
  expect(messagesFor('tr')).toBeUndefined()
  // Nothing is asked before it can be read, and then all of it is there.
  expect(drawn('tr')).toBe('')
  expect(drawn('en')).toContain(view.effects[0]?.values['spender'])
})

test('a language whose file does not come holds a request up for four seconds, and then it is said in English', async () => {
  const { loadMessages, en } = await loadPage(() => new Promise(() => {}))
  vi.useFakeTimers()
  const spoken: unknown[] = []
  void loadMessages('tr').then((words) => spoken.push(words))
  await vi.advanceTimersByTimeAsync(3_900)
  expect(spoken).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(spoken).toEqual([en])
})
