import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import puppeteer from 'puppeteer-core'
import { expect, test } from 'vitest'
import { newVapidKeys } from '../../apps/relay/src/push/vapid.js'
import { connect, randomTopic } from '../../apps/relay/src/test/client.js'
import { createRelays } from '../../apps/relay/src/test/relays.js'
import { clientIdOf, seedOf, tokenFor } from '../../apps/relay/src/test/token.js'
import { startFirefoxPushService } from './firefoxPushService.js'

const executablePath = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))

/** A web wallet's page, and the worker of it that is awake when the page is not. */
const worker = `
  addEventListener('push', (event) => event.waitUntil((async () => {
    const told = await caches.open('told')
    await told.put('/told/' + crypto.randomUUID(), new Response(event.data.text()))
  })()))
`
const files: Record<string, readonly [type: string, text: string]> = {
  '/': ['text/html', '<!doctype html><title>Wallet</title>'],
  '/worker.js': ['text/javascript', worker],
}

// Chromium's push service cannot be another one than Google's, which needs a network. Firefox's can: Debian's firefox-esr, which the checks do
// not install (240 MB), so that they do not run this. `pnpm browsers` does.
test('a web wallet in Firefox is told of a request while no page of it is open, and reads it', { timeout: 120_000 }, async () => {
  const relays = createRelays()
  const service = await startFirefoxPushService()
  const pages = createServer(({ url = '' }, response) => {
    const [type, text] = files[url] ?? ['text/plain', 'none']
    response.writeHead(files[url] ? 200 : 404, { 'content-type': type }).end(text)
  })
  await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
  const wallet = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    headless: true,
    extraPrefsFirefox: {
      'dom.push.connection.enabled': true,
      'dom.push.serverURL': service.url,
      'dom.push.testing.allowInsecureServerURL': true,
      'permissions.default.desktop-notification': 1, // as a visitor who has allowed it
    },
  })
  try {
    const [, privateKey = ''] = /VAPID_PRIVATE_KEY=(\S+)/.exec(newVapidKeys()) ?? []
    const push = { privateKey, subject: 'mailto:operator@example.com', services: [service.origin] }
    const { url } = await relays.start({ push })
    const http = url.replace('ws', 'http')
    const { public_key: publicKey } = Object(await (await fetch(`${http}/none/vapid`)).json())

    const page = await browser.newPage()
    await page.goto(wallet)
    const subscription = await page.evaluate(async (applicationServerKey: string) => {
      await navigator.serviceWorker.register('/worker.js')
      const { pushManager } = await navigator.serviceWorker.ready
      return (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON()
    }, publicKey)
    const registered = await fetch(`${http}/none/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenFor(seedOf(1), url)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientIdOf(seedOf(1)), type: 'web', subscription }),
    })
    expect([registered.status, await registered.text()]).toEqual([200, expect.any(String)])

    const topics = [randomTopic(), randomTopic()]
    const client = await connect(url, { key: 1 })
    await client.subscribe(...topics)
    await client.close()
    await page.goto('about:blank')
    const dapp = await connect(url)
    const messages = ['sealed request', `sealed, and long: ${'x'.repeat(3000)}`]
    for (const [at, message] of messages.entries()) await dapp.publish(topics[at] ?? '', message, { prompt: true, tag: 1108 })
    await expect.poll(service.read, { timeout: 30_000 }).toBe(2)
    expect(service.sent.map(({ ttl }) => Number(ttl) > 0)).toEqual([true, true])

    await page.goto(wallet)
    const told = () =>
      page.evaluate(async () => {
        const cache = await caches.open('told')
        return await Promise.all((await cache.keys()).map(async (key) => (await (await cache.match(key))?.text()) ?? ''))
      })
    await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(2)
    const [short, long] = (await told()).sort((one, other) => one.length - other.length).map((text): unknown => JSON.parse(text))
    expect(short).toEqual({ topic: topics[0], tag: 1108, message: messages[0] })
    expect(long).toEqual({ topic: topics[1], tag: 1108, message: messages[1] })
  } finally {
    await browser.close()
    await relays.stop()
    await service.close()
    pages.closeAllConnections()
    await new Promise((resolve) => pages.close(resolve))
  }
})
