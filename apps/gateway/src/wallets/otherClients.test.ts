import { expect, test } from 'vitest'
import { z } from 'zod'
import { createGateway } from '../gateway.js'
import { webpSize } from './image.js'

const { app } = createGateway({ quiet: true, certified: ['io.metamask'], database: ':memory:' })
const json = async (path: string): Promise<unknown> => (await app.request(path)).json()
const ask = 'projectId=0123456789abcdef0123456789abcdef&st=appkit&sv=html-wagmi-1.8.0'

/** As those clients read it: what they call a wallet. */
const otherWallet = z.strictObject({
  id: z.string(),
  name: z.string(),
  badge_type: z.enum(['none', 'certified']),
  description: z.nullable(z.string()),
  chains: z.array(z.string()),
  homepage: z.nullable(z.string()),
  image_id: z.nullable(z.string()),
  image_url: z.null(),
  order: z.int(),
  link_mode: z.null(),
  mobile_link: z.nullable(z.string()),
  desktop_link: z.nullable(z.string()),
  webapp_link: z.nullable(z.string()),
  app_store: z.nullable(z.string()),
  play_store: z.nullable(z.string()),
  chrome_store: z.nullable(z.string()),
  rdns: z.nullable(z.string()),
  injected: z.null(),
  supports_wc: z.boolean(),
  supports_wcpay: z.literal(false),
})
const answer = z.strictObject({ data: z.array(otherWallet), count: z.int() })
const list = async (query: string) => answer.parse(await json(`/getWallets?${ask}&${query}`))
const ids = async (query: string) => (await list(query)).data.map(({ id }) => id)

test('answers the first request of another modal: four wallets of its chains, and their pictures by image_id', async () => {
  const { data, count } = await list('page=1&entries=4&chains=eip155:1,eip155:137&sort=default')
  expect([data.length, count > 500]).toEqual([4, true])
  for (const { image_id } of data) {
    const picture = await app.request(`/getWalletImage/${image_id}?${ask}`)
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(webpSize(new Uint8Array(await picture.arrayBuffer()))).toEqual({ width: 128, height: 128 })
    expect((await app.request(`/public/getAssetImage/${image_id}?${ask}`)).status).toBe(200)
  }
})

test('takes the fields of their query: names, badge_type, include and exclude, and a search of one letter, which is none', async () => {
  expect(await ids('names=MetaMask,Rabby')).toEqual(['io.metamask', 'io.rabby'])
  expect(await ids('include=com.ledger&names=Rabby')).toEqual(['com.ledger', 'io.rabby'])
  expect(await ids('badge_type=certified')).toEqual(['io.metamask'])
  expect(await ids('badge_type=none&search=metamask')).toContain('io.metamask')
  expect((await list('search=m')).count).toBe((await list('')).count)
  expect(await ids('rdns=me.rainbow')).toEqual(['me.rainbow'])
  expect(await ids('exclude=io.metamask&search=metamask')).not.toContain('io.metamask')
  expect((await app.request(`/getWallets?${ask}&page=0`)).status).toBe(400)
})

test('answers what those modals ask without knowing a limit: 120 networks, as many entries as ids, any text that is typed', async () => {
  const chains = Array.from({ length: 120 }, (_, at) => `eip155:${at + 1}`)
  expect((await list(`chains=${chains.join(',')}`)).count).toBe((await list('chains=eip155:1')).count)
  const listed = (await list('entries=100')).data.map(({ id }) => id)
  const excluded = [...listed, ...Array.from({ length: 50 }, (_, at) => at.toString(16).padStart(64, '0'))]
  expect(await ids(`entries=${excluded.length}&include=${excluded.join(',')}`)).toEqual(listed)
  expect(await ids(`search=${'metamask '.repeat(10)}`)).toEqual([])
  for (const letter of ['e\u0301', '\u0301\u0301', '\u200e\u200e', ' a\u200d'])
    expect((await list(`search=${encodeURIComponent(letter)}`)).count).toBe((await list('')).count)
})

test('does not mind what a client says of itself: one with many adapters has a long name for its version', async () => {
  const version = 'html-wagmi,solana,bitcoin,ethers,ethers5,polkadot,ton,tron-1.8.17-canary.20261120.0'
  const { count } = answer.parse(await json(`/getWallets?projectId=${'0'.repeat(200)}&st=appkit&sv=${version}&sv=${version}`))
  expect(count).toBe((await list('')).count)
})

test('tells them that nothing of the maker is here: no analytics, no list of origins, no feature that needs a service of theirs', async () => {
  expect(await json(`/getAnalyticsConfig?${ask}`)).toEqual({ isAnalyticsEnabled: false })
  expect(await json(`/projects/v1/origins?${ask}`)).toEqual({ allowedOrigins: [] })
  const feature = z.strictObject({ id: z.string(), isEnabled: z.boolean(), config: z.nullable(z.array(z.string())) })
  const { features } = z.strictObject({ features: z.array(feature) }).parse(await json(`/appkit/v1/config?${ask}`))
  expect(features.filter(({ isEnabled }) => isEnabled).map(({ id }) => id)).toEqual(['multi_wallet', 'headless'])
  expect(features.map(({ id }) => id)).toEqual(expect.arrayContaining(['social_login', 'swap', 'onramp', 'reown_branding', 'payments']))
})

test('refuses a picture that is not there', async () => {
  for (const path of ['/getWalletImage/ba0ba0cd-17c6-4806-ad93-f9d174f17900', '/public/getAssetImage/__proto__']) {
    const refused = await app.request(path)
    expect([refused.status, await refused.json()]).toMatchObject([404, { error: { code: 'unknown-picture' } }])
  }
})
