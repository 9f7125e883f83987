import { afterEach, expect, test, vi } from 'vitest'
import { loadCode } from './loadCode.js'

afterEach(() => vi.unstubAllGlobals())

/** A browser that thinks so of its network. */
function browser({
  onLine,
  controller = null,
  fetch,
}: {
  onLine: boolean | undefined
  controller?: object | null
  fetch: typeof globalThis.fetch
}) {
  vi.stubGlobal('navigator', { onLine, serviceWorker: { controller } })
  vi.stubGlobal('fetch', fetch)
}
const away = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
afterEach(() => away.mockClear())

test.each([
  ['online', { onLine: true }],
  ['on a server', { onLine: undefined }],
  ['where a service worker may have it', { onLine: false, controller: {} }],
])('code is loaded at once, and nothing else is asked for, %s', async (_, given) => {
  browser({ ...given, fetch: away })
  let begun = false
  const loading = loadCode(async () => {
    begun = true
    return 'code'
  })
  expect(begun).toBe(true)
  expect(await loading).toBe('code')
  expect(away).not.toHaveBeenCalled()
})

test('offline, it is not asked for, so that the browser keeps no failure of it', async () => {
  browser({ onLine: false, fetch: away })
  const load = vi.fn(() => Promise.resolve('code'))
  await expect(loadCode(load)).rejects.toThrow(TypeError)
  expect(load).not.toHaveBeenCalled()
  browser({ onLine: true, fetch: away })
  expect(await loadCode(load)).toBe('code')
})

test('a browser that is wrong about being offline loads it, once the page’s own host has answered whatever it likes', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(new Response(null, { status: 405 })))
  browser({ onLine: false, fetch })
  expect(await loadCode(() => Promise.resolve('code'))).toBe('code')
  expect(fetch.mock.calls).toEqual([['', { method: 'HEAD', cache: 'no-store' }]])
})
