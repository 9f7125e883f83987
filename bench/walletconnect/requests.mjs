// A signature asked for and answered at once: our client beside the official one, over the same relay, with the same wallet.
import { launch } from '../lib/driver.mjs'
import { startSite } from '../lib/site.mjs'
import { buildPage, buildProgram } from './build.mjs'
import { calm, load } from './machine.mjs'

const clients = ['portico', 'official']

/** @returns for 'node' and 'browser', for each client: milliseconds of each request, in order, and the load beside each block */
export async function requests(services, { count, block = 10, log }) {
  const relay = await services.startRelay()
  const wallet = await services.startProgram(await buildProgram('wallet'), { RELAY_URL: relay })
  wallet.onError((error) => log(`wallet: ${error}`))
  const program = await buildProgram('site')
  const site = await startSite(await buildPage('clients'))
  services.onStop(site.stop)
  const outside = await services.startOutside()
  const results = {}

  const inNode = {}
  for (const client of clients) {
    const { call } = await services.startProgram(program, { RELAY_URL: relay, CLIENT: client })
    inNode[client] = call
  }
  results.node = await measure(inNode)

  const browser = await launch(outside)
  services.onStop(() => browser.close())
  const inBrowser = {}
  for (const client of clients) {
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage()
    page.on('pageerror', (error) => log(`${client}: ${error.message}`))
    await page.goto(`${site.origin}/?client=${client}&relay=${encodeURIComponent(relay)}`)
    await page.waitForFunction(() => window.bench)
    inBrowser[client] = (name, given) => page.evaluate(([name, given]) => window.bench[name](given), [name, given])
  }
  results.browser = await measure(inBrowser)
  await browser.close()
  return results

  /** Blocks of the two clients take turns, so that a busy moment of the machine falls on both. */
  async function measure(sides) {
    const found = Object.fromEntries(clients.map((client) => [client, { milliseconds: [], load: [] }]))
    for (const client of clients) {
      wallet.send({ uri: await sides[client]('connect') })
      await sides[client]('settled')
      await sides[client]('measure', block) // warm
    }
    for (let round = 0; round * block < count; round += 1) {
      await calm()
      for (const client of round % 2 ? [...clients].reverse() : clients) {
        found[client].milliseconds.push(...(await sides[client]('measure', block)))
        found[client].load.push(load())
      }
    }
    return found
  }
}
