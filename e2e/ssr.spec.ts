import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { connectWallet, headOf } from './helpers/modal.js'
import { expect, test } from './helpers/test.js'
import { installAlpha, short, timesAsked } from './helpers/wallets.js'

const demoFolder = path.join(import.meta.dirname, '../apps/demo')
const address = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const connector = { id: 'com.example.alpha', kind: 'announced', name: 'Alpha', rdns: 'com.example.alpha' }
const state = {
  version: 1,
  activeNamespace: 'eip155',
  connections: { eip155: [{ connector, addresses: [address], networkId: 'eip155:8453' }] },
  networks: {},
}
const cookie = `${encodeURIComponent('@portico/ssr/state')}=${encodeURIComponent(JSON.stringify(state))}`

let server: ChildProcess
let url: string

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const at = probe.address()
      probe.close(() => (typeof at === 'object' && at ? resolve(at.port) : reject(new Error('There is no free port.'))))
    })
  })
}

test.beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}/?wallet=off`
  server = spawn(process.execPath, ['ssr/serve.mjs', '--port', String(port)], { cwd: demoFolder, stdio: 'ignore' })
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
})

test.afterAll(() => void server.kill())

const rendered = async (headers: Record<string, string> = {}) => {
  const html = await (await fetch(url, { headers })).text()
  return html.slice(html.indexOf('<div id="app">'))
}

test('a server renders what the cookie says, and nothing of it for the next visitor', async () => {
  const connected = await rendered({ cookie })
  expect(connected).toContain(short(address))
  expect(connected).toContain('Base')
  expect(connected).not.toMatch(/>Connect</)
  const fresh = await rendered()
  expect(fresh).toMatch(/>Connect</)
  expect(fresh).not.toContain(short(address))
})

test('S38: what a server renders has no style attributes and no scripts in it', async () => {
  const html = await rendered({ cookie })
  expect(html.slice(0, html.indexOf('</main>'))).not.toMatch(/\sstyle=|<script|\son\w+=/)
})

test('S41: a malformed cookie is a visitor who is new', async () => {
  for (const value of [
    '%',
    '%7B',
    'null',
    encodeURIComponent('{"version":1,"connections":{"eip155":[{}]}}'),
    encodeURIComponent(`"${'x'.repeat(3000)}"`),
  ]) {
    expect(await rendered({ cookie: `${encodeURIComponent('@portico/ssr/state')}=${value}` })).toMatch(/>Connect</)
  }
})

test('the page takes over what the server rendered without a warning or a flash, and the wallet is not asked again', async ({
  context,
  page,
}) => {
  const alpha = await installAlpha(context)
  await page.goto(url)
  await expect(headOf(page).connect).toBeVisible()
  await connectWallet(page, 'Alpha')
  const names = (await context.cookies()).map(({ name }) => decodeURIComponent(name))
  expect(names).toContain('@portico/ssr/state')

  await page.addInitScript(() => {
    const said: string[] = []
    Reflect.set(window, 'saidByButtons', said)
    const look = () => {
      const text = [...document.querySelectorAll('header .po-host')].map((button) => button.textContent).join(' | ')
      if (text !== '' && said.at(-1) !== text) said.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.reload()
  await expect(headOf(page).account).toContainText(short(alpha.accounts[0]))
  const sign = page.getByRole('button', { name: 'Sign a greeting' })
  // What the server rendered can be pressed before the page has taken over, and then does nothing.
  await expect.poll(() => sign.evaluate((button) => Object.keys(button).some((key) => key.startsWith('__reactProps')))).toBe(true)
  await sign.click()
  await expect(page.getByText(/^Signed: 0x/)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'saidByButtons'))).toEqual([`Ethereum | ${short(alpha.accounts[0])}`])
  expect(timesAsked(alpha, 'eth_requestAccounts')).toBe(1)
  // That nothing was reported as an error, a failed hydration among it, is checked at the end of each test.
})

test('a process that rendered the page ends by itself', () => {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['ssr/render.mjs', cookie], {
    cwd: demoFolder,
    encoding: 'utf8',
    timeout: 15_000,
  })
  expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' })
  expect(stdout).toContain(short(address))
})
