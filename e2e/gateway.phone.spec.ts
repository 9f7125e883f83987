import type { BrowserContext, Page, Route } from '@playwright/test'
import { row, tab } from './helpers/account.js'
import { connectWallet, headOf, modalOf } from './helpers/modal.js'
import { gatewayUrl } from './helpers/sandbox.js'
import { demo, expect, test } from './helpers/test.js'
import { settled } from './helpers/views.js'
import { installAlpha } from './helpers/wallets.js'

// Gateways that are slow, say what makes no sense, or mean harm, on a phone's screen. What is not there at all is in activity.spec.ts.

const account = `${gatewayUrl}/v1/account/**`
/** What the account has done last is whatever the tests before did with it. */
const done = /(Minted|Sent|Received|Swapped|Approved|Called|Bought) /

async function openAccount(context: BrowserContext, page: Page): Promise<void> {
  await installAlpha(context)
  await page.goto(demo())
  await connectWallet(page, 'Alpha')
  await headOf(page).account.tap()
}

test('a slow gateway: places are kept for what is on its way, everything else can be used, and it is shown when it comes', async ({
  context,
  page,
}) => {
  const waiting: Route[] = []
  let isSlow = true
  await context.route(account, (route) => (isSlow ? void waiting.push(route) : route.continue()))
  await openAccount(context, page)
  const { root, button, back, title } = modalOf(page)
  await expect(root.getByRole('status', { name: 'Loading tokens' })).toBeVisible()
  await button('Receive').tap()
  await expect(title).toHaveText('Receive')
  await back()
  await tab(page, /^Activity/).tap()
  await expect(root.getByRole('status', { name: 'Loading activity' })).toBeVisible()
  isSlow = false
  await Promise.all(waiting.map((route) => route.continue()))
  await expect(row(page, done).first()).toBeVisible()
  await tab(page, /^Tokens/).tap()
  await expect(root.getByText('USD Coin')).toBeVisible()
})

/** Half of an answer, JSON of another shape, and a page of HTML. */
const wrong = {
  balance: { contentType: 'application/json', body: '{"balances":[{"name":"Ether","sym' },
  nfts: { json: { data: { rows: 1 }, next: 7 } },
  history: { contentType: 'text/html', body: '<h1>Welcome to nginx!</h1>' },
} as const

test('a gateway that answers wrongly: what the chain knows is there, each list says that it did not load, and is asked again on a press', async ({
  context,
  page,
}) => {
  await context.route(account, (route) => {
    const list = new URL(route.request().url()).pathname.split('/').at(-1)
    return list === 'balance' || list === 'nfts' || list === 'history' ? route.fulfill(wrong[list]) : route.continue()
  })
  await openAccount(context, page)
  const { root, button } = modalOf(page)
  const incomplete = root.getByText('Some tokens and prices are missing or old right now.')
  await expect(incomplete).toBeVisible()
  await tab(page, /^NFTs/).tap()
  await expect(root.getByText('NFTs did not load')).toBeVisible()
  await tab(page, /^Activity/).tap()
  await expect(root.getByText('Activity did not load')).toBeVisible()
  await context.unroute(account)
  await button('Try again').tap()
  await expect(row(page, done).first()).toBeVisible()
  await tab(page, /^Tokens/).tap()
  await button('Try again').tap()
  await expect(incomplete).toHaveCount(0)
  await expect(root.getByText('USD Coin')).toBeVisible()
})

const markup = '<img src="https://tracker.example/a.png" onerror="document.title=1">'
const turned = '\u202Edtc\u202C USDC\u200B\u0000'
const tracker = 'https://tracker.example/b.png'
const chain = 'eip155:1'
const token = (name: string, symbol: string, change: object = {}) => ({
  name,
  symbol,
  chainId: chain,
  address: `${chain}:0x${'0'.repeat(36)}${symbol.length.toString(16).padStart(4, '0')}`,
  value: 5,
  price: 1,
  quantity: { decimals: '6', numeric: '5' },
  iconUrl: tracker,
  ...change,
})
const hostile = {
  balances: [
    token(markup, 'BAD'),
    token(turned, turned),
    token('W'.repeat(4000), 'W'.repeat(400)),
    token('Whale', 'WHALE', { price: 1e300, value: 1e300, quantity: { decimals: '255', numeric: `${'9'.repeat(300)}.5` } }),
    token('Infinite', 'INFINITE', { quantity: { decimals: '-1', numeric: 'Infinity' } }),
    { __proto__: null, name: 7 },
  ],
  history: (cursor: number) => ({
    // The same two rows on every page, and cursors that go around.
    data: ['a', 'b'].map((id) => ({
      id,
      metadata: {
        operationType: 'receive',
        hash: 'javascript:alert(1)',
        minedAt: '2026-01-01T00:00:00Z',
        sentFrom: markup,
        sentTo: turned,
        status: 'confirmed',
        nonce: 1,
        chain,
        application: { name: markup, iconUrl: tracker },
      },
      transfers: [
        {
          fungible_info: { name: markup, symbol: markup, icon: { url: tracker } },
          direction: 'in',
          quantity: { numeric: '9'.repeat(390) },
        },
      ],
    })),
    next: String((cursor + 1) % 4),
  }),
  nfts: [1, 2].map((id) => ({
    id: String(id),
    chainId: chain,
    standard: 'erc721',
    address: `${chain}:0x${'1'.repeat(40)}`,
    tokenId: '9'.repeat(78),
    quantity: '1',
    name: id === 1 ? markup : turned,
    collection: { name: markup, symbol: markup },
    content: { preview: { url: id === 1 ? tracker : 'javascript:alert(1)', content_type: 'text/html' } },
    flags: { is_spam: false },
  })),
}

test('S35, S36: a hostile gateway: names are text, no picture is asked of others, nothing sticks out, and lists end', async ({
  context,
  page,
}) => {
  await context.route(account, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname.endsWith('/history')) return route.fulfill({ json: hostile.history(Number(searchParams.get('cursor') ?? 0)) })
    return route.fulfill({ json: pathname.endsWith('/nfts') ? { data: hostile.nfts, next: null } : { balances: hostile.balances } })
  })
  await openAccount(context, page)
  const { root, button, title, back } = modalOf(page)
  const expectTidy = async () => {
    await settled(page)
    const body = root.locator('.po-body').last()
    const { scrollWidth, clientWidth } = await body.evaluate((element) => element)
    expect(scrollWidth).toBe(clientWidth)
    expect(await body.innerText()).not.toMatch(/[\u202A-\u202E\u200B]/)
    expect(await root.locator('img:not([src^="data:"], [src^="blob:"])').count()).toBe(0)
  }
  await expect(root.getByText('<img src=').first()).toBeVisible()
  await expectTidy()
  await root.getByRole('tabpanel').getByRole('button').filter({ hasText: '<img' }).first().tap()
  await expectTidy()
  await back()
  await tab(page, /^NFTs/).tap()
  await expectTidy()
  await tab(page, /^Activity/).tap()
  await expect(tab(page, /^Activity/)).toContainText('2')
  await expectTidy()
  await button('All activity').tap()
  await expect(title).toHaveText('Activity')
  await expect(root.locator('[data-row]')).toHaveCount(2)
  await expectTidy()
  await root.locator('[data-row] button').first().tap()
  await expect(root.getByText('Confirmed')).toBeVisible()
  await expectTidy()
  expect(await page.title()).not.toBe('1')
})
