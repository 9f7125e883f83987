import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import type { BuiltPage } from './page.js'
import { hostOrigin, otherOrigin, testSite } from '../test/site.js'

const page: BuiltPage = {
  files: new Map([
    ['frame-1.js', { body: new TextEncoder().encode('1'), type: 'text/javascript; charset=utf-8', integrity: 'sha384-Zmlyc3Q=' }],
    ['window-1.js', { body: new TextEncoder().encode('2'), type: 'text/javascript; charset=utf-8', integrity: 'sha384-c2Vjb25k' }],
    ['lazy-1.js', { body: new TextEncoder().encode('3'), type: 'text/javascript; charset=utf-8', integrity: 'sha384-dGhpcmQ=' }],
  ]),
  entries: { frame: { file: 'frame-1.js', imports: ['lazy-1.js'] }, window: { file: 'window-1.js', imports: [] } },
}
const frameUrl = (query: Readonly<Record<string, string>>): string => `/frame?${new URLSearchParams(query)}`
const directives = (answer: Response): Map<string, string> =>
  new Map(
    (answer.headers.get('content-security-policy') ?? '')
      .split('; ')
      .map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1).join(' ')]),
  )

test('S2: the document is served with the one registered origin as its ancestor', async () => {
  const site = await testSite(':memory:', { page })
  for (const origin of [hostOrigin, otherOrigin]) {
    const answer = await site.app.request(frameUrl({ projectId: 'demo', origin }))
    expect(answer.status).toBe(200)
    expect(directives(answer).get('frame-ancestors')).toBe(origin)
  }
  await site.close()
})

test('S2: origins that are not registered get no document', async () => {
  const site = await testSite(':memory:', { page })
  const origins = [
    'https://evil.example',
    'http://shop.example',
    'https://shop.example:444',
    'https://shop.example.evil.example',
    'https://sub.shop.example',
    'https://shop.example/',
    'HTTPS://SHOP.EXAMPLE',
    '*',
    'null',
    '',
    "https://shop.example 'self' https://evil.example",
    'https://shop.example;script-src *',
    'https://second.example',
  ]
  for (const origin of origins) {
    const answer = await site.app.request(frameUrl({ projectId: 'demo', origin }))
    expect(answer.status).toBe(403)
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(directives(answer).get('frame-ancestors')).toBe("'none'")
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
  }
  for (const query of [{ origin: hostOrigin }, { projectId: 'other', origin: hostOrigin }, { projectId: 'second', origin: hostOrigin }]) {
    expect((await site.app.request(frameUrl({ ...query }))).status).toBe(403)
  }
  recordPromise({ id: 'S2', name: 'documents for origins that are not registered', runs: origins.length + 3, accepted: 0 })
  await site.close()
})

test('S8: the headers let isolated hosts embed it, and give it few rights', async () => {
  const site = await testSite(':memory:', { page })
  const { headers } = await site.app.request(frameUrl({ projectId: 'demo', origin: hostOrigin }))
  expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('permissions-policy')).toContain('publickey-credentials-get=(self)')
  expect(headers.get('x-frame-options')).toBeNull()
  await site.close()
})

test('S44: every script is named with its hash, and only scripts with the nonce of this answer run', async () => {
  const site = await testSite(':memory:', { page })
  const answer = await site.app.request(frameUrl({ projectId: 'demo', origin: hostOrigin }))
  const again = await site.app.request(frameUrl({ projectId: 'demo', origin: hostOrigin }))
  const policy = directives(answer)
  const [, nonce] = /^'nonce-([\w-]{22})' 'strict-dynamic'$/.exec(policy.get('script-src') ?? '') ?? []
  expect(nonce).toBeDefined()
  expect(directives(again).get('script-src')).not.toBe(policy.get('script-src'))
  expect(policy.get('default-src')).toBe("'none'")
  expect(policy.get('require-trusted-types-for')).toBe("'script'")
  expect(policy.get('connect-src')).toBe("'self' https://vault.example http://127.0.0.1:8545")
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe')
  const html = await answer.text()
  expect(html).toContain(
    `<script type="module" src="/assets/frame-1.js" integrity="sha384-Zmlyc3Q=" crossorigin="anonymous" nonce="${nonce}">`,
  )
  expect(html).toContain(`<link rel="modulepreload" href="/assets/lazy-1.js" integrity="sha384-dGhpcmQ="`)
  expect(html).toContain('"/assets/lazy-1.js":"sha384-dGhpcmQ="')
  for (const [, attributes = ''] of html.matchAll(/<script ([^>]*)>/g)) {
    if (!attributes.includes('application/json')) expect(attributes).toContain(`nonce="${nonce}"`)
  }
  await site.close()
})

test.each([
  ['ar-EG', 'rtl'],
  ['de', 'ltr'],
  ['fr', 'ltr'],
])('a page in %s is written %s', async (locale, direction) => {
  const site = await testSite(':memory:', { page })
  const query = { projectId: 'demo', origin: hostOrigin, locale, enableLogger: 'false', device: 'true', chainId: 'eip155:1' }
  const html = await (await site.app.request(frameUrl(query))).text()
  expect(html).toContain(`<html lang="${locale}" dir="${direction}">`)
  await site.close()
})

test('S51: a site takes mailed codes itself where the operator has named that origin of that project, and nowhere else', async () => {
  const projects = [
    { id: 'demo', origins: [hostOrigin, otherOrigin], codeInPage: [otherOrigin] },
    { id: 'shop', origins: [otherOrigin] },
  ]
  const site = await testSite(':memory:', { page, projects })
  const codeInPage = async (projectId: string, origin: string) => {
    const html = await (await site.app.request(frameUrl({ projectId, origin, codeInPage: 'true' }))).text()
    return (JSON.parse(/id="portico-settings">(.*?)<\/script>/.exec(html)?.[1] ?? '') as { codeInPage: unknown }).codeInPage
  }
  expect(await codeInPage('demo', hostOrigin)).toBe(false)
  expect(await codeInPage('demo', otherOrigin)).toBe(true)
  expect(await codeInPage('shop', otherOrigin)).toBe(false)
  await site.close()
})

test('the settings stand in the page as data that ends no element', async () => {
  const networks = [
    {
      id: 'eip155:1',
      name: '</script><script>alert(1)</script>',
      rpcUrl: 'http://127.0.0.1:1',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    },
  ] as const
  const site = await testSite(':memory:', { page, networks, riskyAbove: { 'eip155:1': '1000' } })
  const query = {
    projectId: 'demo',
    origin: hostOrigin,
    locale: '"><script>',
    enableLogger: 'true',
    device: 'true',
    chainId: 'eip155:1',
  }
  const html = await (await site.app.request(frameUrl(query))).text()
  expect(html).not.toContain('alert(1)</script>')
  expect(html).toContain('<html lang="en" dir="ltr">')
  const settings: unknown = JSON.parse(/id="portico-settings">(.*?)<\/script>/.exec(html)?.[1] ?? '')
  expect(settings).toEqual({
    projectId: 'demo',
    hostOrigin,
    networks,
    vaultUrl: 'https://vault.example',
    locale: 'en',
    codeInPage: false,
    version: '4',
    // S40: off in production, whatever the host asks for.
    enableLogger: false,
    device: true,
    riskyAbove: { 'eip155:1': '1000' },
  })
  await site.close()
})

test('S11: windows of their own can be framed by nobody and have no opener', async () => {
  const site = await testSite(':memory:', { page })
  for (const name of ['approve', 'export', 'security', 'recover']) {
    const answer = await site.app.request(`/${name}?${new URLSearchParams({ projectId: 'demo', origin: hostOrigin })}`)
    expect(answer.status).toBe(200)
    expect(directives(answer).get('frame-ancestors')).toBe("'none'")
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(await answer.text()).toContain('/assets/window-1.js')
    expect((await site.app.request(`/${name}`)).status).toBe(403)
  }
  await site.close()
})

test('S52: the window that knows the browser can be framed by nobody, is made for a registered site, and keeps the way to its opener', async () => {
  const site = await testSite(':memory:', { page })
  const answer = await site.app.request(`/continue?${new URLSearchParams({ projectId: 'demo', origin: hostOrigin })}`)
  expect(directives(answer).get('frame-ancestors')).toBe("'none'")
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.has('cross-origin-opener-policy')).toBe(false)
  const unknown = await site.app.request(`/continue?${new URLSearchParams({ projectId: 'demo', origin: 'https://evil.example' })}`)
  expect(unknown.status).toBe(403)
  await site.close()
})

test('the files of the page never change, and nothing else is served as one', async () => {
  const site = await testSite(':memory:', { page })
  const answer = await site.app.request('/assets/lazy-1.js')
  expect(await answer.text()).toBe('3')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const small = await site.app.request('/assets/lazy-1.js', { headers: { 'accept-encoding': 'br, gzip' } })
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(brotliDecompressSync(new Uint8Array(await small.arrayBuffer())).toString()).toBe('3')
  const older = await site.app.request('/assets/lazy-1.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(older.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(new Uint8Array(await older.arrayBuffer())).toString()).toBe('3')
  expect(
    (await site.app.request('/assets/lazy-1.js', { headers: { 'accept-encoding': 'gzip;q=0' } })).headers.get('content-encoding'),
  ).toBeNull()
  for (const path of ['/assets/manifest.json', '/assets/..%2fpackage.json', '/assets/', '/assets/constructor', '/assets/__proto__']) {
    expect((await site.app.request(path)).status).toBe(404)
  }
  await site.close()
})
