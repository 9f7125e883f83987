// What a visitor does in a host: opens the modal, connects, signs, reloads, disconnects. Nothing may go wrong on the way.
import assert from 'node:assert/strict'
import { installSolanaWallet, installWallet } from '@portico/testing/playwright'
import { createVisitor } from '@portico/testing/visitor'
import { verifyMessage } from 'viem'

const patienceMs = 20_000
const message = 'hello'

/** Answers or refuses all that is not the host's own, and notes what goes wrong. */
async function watch(
  /** @type {import('playwright').BrowserContext} */ context,
  /** @type {string} */ origin,
  /** @type {(body: string) => Promise<string>} */ ask,
  /** @type {readonly string[]} */ own = [],
) {
  /** @type {{ errors: string[], foreign: string[], own: string[] }} */
  const seen = { errors: [], foreign: [], own: [] }
  await context.route(
    (url) => url.origin !== origin && !own.includes(url.origin),
    async (route) => {
      const request = route.request()
      const url = request.url()
      if (url.startsWith('https://rpc.host.test')) {
        const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
        const body = request.method() === 'POST' ? await ask(request.postData() ?? '') : ''
        return route.fulfill({ status: 200, headers, contentType: 'application/json', body })
      }
      if (url.startsWith('https://wallet.host.test'))
        return route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html>' })
      seen.foreign.push(url)
      return route.abort()
    },
  )
  context.on('request', (request) => {
    if (request.url().startsWith(origin)) seen.own.push(request.url())
  })
  context.on('weberror', (event) => seen.errors.push(String(event.error())))
  context.on('console', (line) => {
    if (line.type() === 'error' || (line.type() === 'warning' && /react|hydrat|portico|trusted/i.test(line.text())))
      seen.errors.push(line.text())
  })
  return seen
}

/** The modal as a visitor finds it. */
function modalOf(/** @type {import('playwright').Page} */ page) {
  const root = page.locator('portico-modal')
  return {
    root,
    dialog: root.locator('dialog[open]'),
    row: (/** @type {string} */ name) => root.getByRole('button', { name: new RegExp(`^${name}\\b`) }),
  }
}

/**
 * Presses the page's button without a pointer that comes near first, and waits until the list is painted.
 * @returns {Promise<number>} how many files of the host's that took
 */
async function open(/** @type {import('playwright').Page} */ page, /** @type {{ own: string[] }} */ seen) {
  const before = seen.own.length
  await page.locator('header button').evaluate((button) => /** @type {HTMLElement} */ (button).click())
  await modalOf(page).row('Alpha').waitFor({ timeout: patienceMs })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return seen.own.length - before
}

/** A wallet of the browser, on the page's chain. */
const installAlpha = (/** @type {import('playwright').BrowserContext} */ context, /** @type {(body: string) => Promise<string>} */ ask) =>
  installWallet(context, {
    name: 'Alpha',
    rdns: 'com.example.alpha',
    chains: { 1: 'https://rpc.host.test' },
    fetch: async (_, options) => new Response(await ask(typeof options?.body === 'string' ? options.body : '')),
  })

/** Presses Connect without a network, and once more with it: whatever the bundler's loader or the browser keeps of a failure. */
async function pressOffline(/** @type {Pick<Parameters<typeof visit>[0], 'browser' | 'origin' | 'ask'>} */ { browser, origin, ask }) {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1000, height: 760 } })
  try {
    await watch(context, origin, ask)
    await installAlpha(context, ask)
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    await page.goto(`${origin}/?prefetch=none`)
    const button = page.locator('header button')
    await button.filter({ hasText: 'Connect' }).waitFor()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await button.click()
    const list = modalOf(page).row('Alpha')
    // A site of a template has fetched the modal by then.
    await button.filter({ hasText: 'offline' }).or(list).first().waitFor()
    await context.setOffline(false)
    if (!(await list.isVisible())) await button.filter({ hasText: 'Connect' }).click()
    await list.waitFor()
  } finally {
    await context.close()
  }
}

/** What Connect must look like everywhere: the words on its rows, and the four pictures of "Search all wallets" as a square. */
async function look(/** @type {import('playwright').Page} */ page, /** @type {boolean} */ hasWagmi) {
  const { root, row } = modalOf(page)
  assert.match(await row('Alpha').innerText(), /Installed/, 'the wallet in the page is installed')
  if (hasWagmi) assert.doesNotMatch(await row('Mock').innerText(), /Installed/, "the host's own connector is no installed wallet")
  const pictures = await root
    .locator('.po-quad > *')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [x, y]))
  const [columns, rows] = [0, 1].map((axis) => new Set(pictures.map((place) => Math.round(place[axis] ?? 0))).size)
  assert.deepEqual([columns, rows], [2, 2], 'the pictures of "Search all wallets" stand two by two')
}

/** wagmi's own hooks of EIP-5792, through the connector that the modal connected. */
async function batch(/** @type {import('playwright').Page} */ page) {
  await page.locator('#wagmi-capabilities').filter({ hasText: '{"status":"unsupported"}' }).waitFor()
  await page.locator('#wagmi-send').click()
  for (const place of ['#wagmi-status', '#wagmi-waited'])
    await page.locator(place).filter({ hasText: 'success, 200, 2 receipts' }).waitFor()
}

/**
 * @param {object} parameters
 * @param {import('playwright').Browser} parameters.browser
 * @param {string} parameters.origin
 * @param {(body: string) => Promise<string>} parameters.ask asks the chain of the page and of the wallet
 * @param {boolean} parameters.walk whether to go on after opening
 * @param {string} parameters.picture where a picture of Connect goes
 * @param {import('./list.mjs').Run['visit']} [parameters.visitor] of a site without the modal, of Solana alone, with a server that signs visitors in, or with services behind it
 * @param {import('./services.mjs').Services | undefined} [parameters.services]
 * @returns {Promise<{ files: number }>}
 * @throws what went wrong
 */
export async function visit({ browser, ask, origin, walk, picture, visitor, services }) {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1000, height: 760 } })
  const seen = await watch(context, origin, ask, services?.origins)
  try {
    const wallet = await installAlpha(context, ask)
    const page = await context.newPage()
    page.setDefaultTimeout(patienceMs)
    if (visitor === 'login' && services) return await visitWithoutWallet(page, origin, seen, services, picture)
    if (visitor === 'members') return await visitMembers(page, origin, seen, wallet.accounts[0] ?? '0x', picture)
    if (visitor === 'headless' || visitor === 'solana')
      return await visitOther(visitor, page, context, origin, seen, wallet.accounts[0] ?? '0x', picture)
    // As of a session: a server that reads cookies for the first paint leaves it out of the page, whose scripts are not to have it.
    await context.addCookies([{ name: 'session', value: 'not-for-scripts', url: origin, httpOnly: true }])
    const answer = await page.goto(`${origin}/?prefetch=none`)
    assert.doesNotMatch((await answer?.text()) ?? '', /not-for-scripts/, 'no cookie of another part stands in the page')
    const connect = page.getByRole('button', { name: 'Connect', exact: true })
    await connect.waitFor()
    await page.waitForLoadState('networkidle')
    const files = await open(page, seen)
    await page.screenshot({ path: picture })
    assert.ok(await page.locator('#sign').count(), 'the page is still there')
    const { dialog, root, row } = modalOf(page)
    assert.ok(await dialog.evaluate((one) => one.matches(':modal')), 'the dialog is a modal one')
    const hasWagmi = (await page.locator('#wagmi-address').count()) > 0
    const address = wallet.accounts[0] ?? '0x'
    if (walk) {
      await look(page, hasWagmi)
      await row('Alpha').click()
      await dialog.waitFor({ state: 'detached' })
      const isConnected = async () => {
        await page.locator('#address').filter({ hasText: address }).waitFor()
        if (hasWagmi) await page.locator('#wagmi-address').filter({ hasText: address }).waitFor()
      }
      await isConnected()
      for (const side of hasWagmi ? ['', 'wagmi-'] : ['']) {
        await page.locator(`#${side}sign`).click()
        const place = page.locator(`#${side}signature`).filter({ hasText: /./ })
        const signature = await place.innerText()
        assert.match(signature, /^0x[\da-f]+$/)
        assert.ok(await verifyMessage({ address, message, signature: /** @type {`0x${string}`} */ (signature) }), 'the signature is valid')
      }

      if (hasWagmi) await batch(page)

      const asked = () => wallet.log.filter(({ method }) => /requestAccounts|requestPermissions/.test(method)).length
      const before = asked()
      await page.reload()
      await isConnected()
      assert.equal(asked(), before, 'the wallet is not asked again after a reload')

      await page.locator('header button').click()
      await root.getByRole('button', { name: 'Disconnect', exact: true }).click()
      await connect.waitFor()
      assert.equal(await page.locator('#address').innerText(), '')
      if (hasWagmi) await page.locator('#wagmi-address').filter({ hasNotText: /./ }).waitFor({ state: 'attached' })
      await pressOffline({ browser, origin, ask })
    }
    assert.deepEqual(seen.errors, [], 'nothing goes wrong in the page')
    assert.deepEqual(seen.foreign, [], 'nobody else is asked')
    return { files }
  } catch (error) {
    // What the page itself said explains most of what does not come.
    const said = seen.errors.length > 0 ? `\nThe page: ${seen.errors.join('\n          ')}` : ''
    throw new Error(`${error instanceof Error ? error.message : String(error)}${said}`, { cause: error })
  } finally {
    await context.close()
  }
}

/**
 * A visitor of a site that has no modal, or none of whose chains is an EVM one: connects, signs, reloads.
 * @param {'headless' | 'solana'} visitor
 * @param {import('playwright').Page} page @param {import('playwright').BrowserContext} context
 * @param {string} origin @param {{ errors: string[], foreign: string[], own: string[] }} seen
 * @param {string} address that the page shows once it is connected @param {string} picture
 */
async function visitOther(visitor, page, context, origin, seen, address, picture) {
  if (visitor === 'solana') {
    const wallet = await installSolanaWallet(context, { name: 'Beta' })
    await page.goto(origin)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await modalOf(page).row('Beta').waitFor()
    await page.screenshot({ path: picture })
    await modalOf(page).row('Beta').click()
    address = wallet.accounts[0] ?? ''
    await modalOf(page).dialog.waitFor({ state: 'detached' })
  } else {
    await page.goto(origin)
    await page.getByRole('button', { name: 'Alpha' }).click()
  }
  await page.locator('#address').filter({ hasText: address }).waitFor()
  await page.locator('#sign').click()
  await page
    .locator('#signature')
    .filter({ hasText: /^\S{40,}$/ })
    .waitFor()
  await page.screenshot({ path: picture })
  await page.reload()
  await page.locator('#address').filter({ hasText: address }).waitFor()
  assert.deepEqual(seen.errors, [], 'nothing goes wrong in the page')
  return { files: seen.own.length }
}

/**
 * A visitor of a site with a server of its own: connects, signs in where the modal asks for it, and is known after a reload.
 * @param {import('playwright').Page} page @param {string} origin @param {{ errors: string[], foreign: string[], own: string[] }} seen
 * @param {string} address of the wallet @param {string} picture
 */
async function visitMembers(page, origin, seen, address, picture) {
  await page.goto(origin)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  const { dialog, root, row } = modalOf(page)
  await row('Alpha').click()
  await root.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const hello = page.locator('#hello').filter({ hasText: address })
  await hello.waitFor()
  await page.screenshot({ path: picture })
  await page.reload()
  await hello.waitFor()
  assert.deepEqual(seen.errors, [], 'nothing goes wrong in the page')
  assert.deepEqual(seen.foreign, [], 'nobody else is asked')
  return { files: seen.own.length }
}

/**
 * A visitor without a wallet, of a site with its services: logs in by a mailed code, which signs in as well, is given a coin, and sees it after a reload.
 * @param {import('playwright').Page} page @param {string} origin @param {{ errors: string[], foreign: string[], own: string[] }} seen
 * @param {import('./services.mjs').Services} services @param {string} picture
 */
async function visitWithoutWallet(page, origin, seen, { inbox, control }, picture) {
  await page.goto(origin)
  await createVisitor({ page, inboxUrl: inbox }).logIn({ email: 'ada@example.com' })
  const hello = page.locator('#hello').filter({ hasText: /^eip155:1:0x[\da-fA-F]{40}$/ })
  await hello.waitFor()
  const [, , address] = (await hello.innerText()).split(':')
  const balance = (/** @type {string} */ text) => page.locator('#balance').filter({ hasText: text }).waitFor()
  await balance('0 ETH')
  const given = await fetch(`${control}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: 1, address, amount: '1' }),
  })
  assert.equal(given.status, 200, 'the faucet gives')
  await page.reload()
  await balance('1 ETH')
  await hello.waitFor()
  await page.screenshot({ path: picture })
  assert.deepEqual(seen.errors, [], 'nothing goes wrong in the page')
  assert.deepEqual(seen.foreign, [], 'nobody else is asked')
  return { files: seen.own.length }
}
