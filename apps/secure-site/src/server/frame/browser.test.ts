import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type LaunchOptions, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { type TestSite, testSite } from '../test/site.js'
import type { BuiltPage, PageFile } from './page.js'

/** A page that says hello to its host, as far as its parts were loaded. */
const lazy = `export const word = 'hello'`
const frame = `
const { hostOrigin } = JSON.parse(document.getElementById('portico-settings').textContent)
const { word } = await import('./lazy-1.js')
document.getElementById('portico-root').textContent = word
parent.postMessage(word, hostOrigin)
`
const file = (text: string, integrityOf = text): PageFile => ({
  body: new TextEncoder().encode(text),
  type: 'text/javascript; charset=utf-8',
  integrity: `sha384-${createHash('sha384').update(integrityOf).digest('base64')}`,
})
const pageOf = (files: Readonly<Record<string, PageFile>>): BuiltPage => ({
  files: new Map(Object.entries(files)),
  entries: { frame: { file: 'frame-1.js', imports: [] }, window: { file: 'frame-1.js', imports: [] } },
})

/** Host pages by path: each embeds the address in its query, and notes what it hears. */
function hostPage(path: string, inner: string): { html: string; headers: Record<string, string> } {
  const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }
  const sandbox = path === '/sandboxed' ? ' sandbox="allow-scripts"' : ''
  const html = `<!doctype html><title>Host</title><script>
window.heard = []
addEventListener('message', ({ data, origin }) => heard.push([data, origin]))
</script><iframe${sandbox} src="${inner.replaceAll('&', '&amp;')}"></iframe>`
  return { html, headers: { 'content-type': 'text/html', ...(path === '/isolated' && isolated) } }
}

const hosts = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
  const { html, headers } = hostPage(pathname, searchParams.get('inner') ?? 'about:blank')
  response.writeHead(200, { ...headers, 'cross-origin-resource-policy': 'cross-origin' }).end(html)
})
let browser: Browser
let site: TestSite
let tampered: TestSite
let origins = { host: '', hostile: '', secure: '', tampered: '' }

beforeAll(async () => {
  await new Promise<void>((resolve) => void hosts.listen(0, '127.0.0.1', resolve))
  const { port } = hosts.address() as AddressInfo
  const [host, hostile] = [`http://shop.localhost:${port}`, `http://evil.localhost:${port}`]
  const options = { projects: [{ id: 'demo', origins: [host] }], port: 0 }
  site = await testSite(':memory:', { ...options, page: pageOf({ 'frame-1.js': file(frame), 'lazy-1.js': file(lazy) }) })
  // One byte of a part that is loaded later differs from what was built.
  const other = file(`${lazy} `, lazy)
  tampered = await testSite(':memory:', { ...options, page: pageOf({ 'frame-1.js': file(frame), 'lazy-1.js': other }) })
  const named = async ({ listen }: TestSite): Promise<string> => (await listen()).replace('127.0.0.1', 'secure.localhost')
  origins = { host, hostile, secure: await named(site), tampered: await named(tampered) }
  const choice: { launchOptions: () => LaunchOptions } = await import(new URL('../../../../../scripts/browser.mjs', import.meta.url).href)
  browser = await chromium.launch(choice.launchOptions())
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([site?.close(), tampered?.close()])
  await new Promise((resolve) => hosts.close(resolve))
})

const frameUrl = (secure: string, origin: string): string => `${secure}/frame?${new URLSearchParams({ projectId: 'demo', origin })}`
const embedding = (origin: string, inner: string, path = '/plain'): string => `${origin}${path}?${new URLSearchParams({ inner })}`

/** Opens a page, waits until everything in it has loaded or was refused, and gives what each frame shows and hears. */
async function open(url: string) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  const shown = await Promise.all(
    page.frames().map((each) => each.evaluate(() => document.getElementById('portico-root')?.textContent ?? '').catch(() => '')),
  )
  const heard = await page.evaluate<unknown>('window.heard')
  await context.close()
  return { shown: shown.filter((text) => text === 'hello').length, heard }
}

test('S2, S8: the page runs under its strict policy in the registered host, isolated or not', async () => {
  for (const path of ['/plain', '/isolated']) {
    const { shown, heard } = await open(embedding(origins.host, frameUrl(origins.secure, origins.host), path))
    expect([path, shown, heard]).toEqual([path, 1, [['hello', origins.secure]]])
  }
})

test('S2: hostile ancestors get no document', async () => {
  const frameOfHost = frameUrl(origins.secure, origins.host)
  const setUps = {
    'another origin': embedding(origins.hostile, frameOfHost),
    'another origin that asks for itself': embedding(origins.hostile, frameUrl(origins.secure, origins.hostile)),
    'the registered host inside a hostile page': embedding(origins.hostile, embedding(origins.host, frameOfHost)),
    'a hostile page inside the registered host': embedding(origins.host, embedding(origins.hostile, frameOfHost)),
    'a sandboxed frame without an origin': embedding(origins.host, embedding(origins.host, frameOfHost), '/sandboxed'),
  }
  const got = await Promise.all(Object.entries(setUps).map(async ([name, url]) => ({ name, ...(await open(url)) })))
  expect(got.filter(({ shown }) => shown > 0)).toEqual([])
  recordPromise({ id: 'S2', name: 'ancestor set-ups that got a document', runs: got.length, accepted: 0 })
})

test('S44: a script of which one byte was changed does not run', async () => {
  const { shown, heard } = await open(embedding(origins.host, frameUrl(origins.tampered, origins.host)))
  expect([shown, heard]).toEqual([0, []])
  recordPromise({ id: 'S44', name: 'changed bytes of a script that ran', runs: 1, accepted: 0 })
})
