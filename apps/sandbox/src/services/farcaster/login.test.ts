// The secure site's login with Farcaster, whole: its routes, its database, the relay, and a chain with the registry, on SQLite and on Postgres.
import { freePort } from '@portico/service/ports'
import { createPublicClient, http } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { type TestBrowser, testBrowser } from '../../../../secure-site/src/server/test/browser.js'
import { databases } from '@portico/service/test'
import { type TestSite, otherOrigin, testSite } from '../../../../secure-site/src/server/test/site.js'
import { type Anvil, startAnvil } from '../../chains/anvil.js'
import { rpc } from '../../chains/rpc.js'
import { chains } from '../../parts.js'
import { type FarcasterService, casters, farcasterService, idRegistry, placeRegistry, registerId } from './index.js'

const host = '127.0.0.1'
/** Contracts that answer every question about a signature with ERC-1271's yes, and with no. */
const agreeing = { address: '0xa000000000000000000000000000000000000001', code: '0x631626ba7e60e01b5f5260205ff3' } as const
const refusing = { address: '0xa000000000000000000000000000000000000002', code: '0x5f5f5260205ff3' } as const
let anvil: Anvil
let rpcUrl: string
let relay: FarcasterService

beforeAll(async () => {
  const port = await freePort()
  rpcUrl = `http://${host}:${port}`
  anvil = startAnvil({ chain: chains[1], rpcUrl, host, port, onExit: () => {} })
  await anvil.ready()
  for (const { address, code } of [agreeing, refusing]) await rpc(rpcUrl, 'anvil_setCode', [address, code])
  relay = farcasterService({ host, port: await freePort(), rpcUrl })
  await relay.start()
  // The relay puts the registry there with the first channel; ids that are written before would be lost.
  await placeRegistry(
    rpcUrl,
    casters().map(({ custody, fid }) => ({ custody: custody.address, fid })),
  )
  await registerId(rpcUrl, { custody: agreeing.address, fid: 5001 })
  await registerId(rpcUrl, { custody: refusing.address, fid: 5002 })
})
afterAll(async () => {
  await relay.stop()
  await anvil.stop()
})

const started = z.object({ flowId: z.string(), url: z.url(), expiresIn: z.number() })
const done = z.object({
  status: z.literal('done'),
  token: z.string(),
  user: z.object({ id: z.string(), userName: z.nullable(z.string()) }),
})
const failure = z.object({ error: z.object({ code: z.string() }) })
const pending = z.object({
  state: z.literal('pending'),
  signatureParams: z.object({ nonce: z.string(), domain: z.string(), siweUri: z.string() }),
})

describe.each(await databases())('on $name', ({ name, fresh, drop }) => {
  let site: TestSite
  let browser: TestBrowser
  const attacks = { tried: 0, accepted: 0 }
  const since = performance.now()

  beforeAll(async () => {
    site = await testSite(await fresh(), { farcaster: { relayUrl: relay.url, rpcUrl } })
  })
  beforeEach(async () => {
    browser = await testBrowser(site.app)
  })
  afterAll(async () => {
    recordPromise({
      id: 'S31',
      name: `Farcaster on ${name}: forged, replayed and foreign messages`,
      runs: attacks.tried,
      accepted: attacks.accepted,
      since,
    })
    await site.close()
    await drop()
  })

  async function start(by = browser) {
    const { status, body } = await by.post('/v1/farcaster/start', {})
    expect(status).toBe(200)
    const { flowId, url } = started.parse(body)
    return { flowId, url, channelToken: new URL(url).searchParams.get('channelToken') ?? '' }
  }

  const finish = (flowId: string, by = browser) => by.post('/v1/farcaster/finish', { flowId }, { signal: AbortSignal.timeout(1500) })

  /** What the phone of an honest person would sign, with fields replaced; then signed and left at the relay. */
  async function leave(channelToken: string, { by, fid, more = {}, resources, alter }: Forgery) {
    const headers = { authorization: `Bearer ${channelToken}` }
    const { signatureParams } = pending.parse(await (await fetch(`${relay.url}/v1/channel/status`, { headers })).json())
    const honest = createSiweMessage({
      domain: signatureParams.domain,
      address: by.address,
      statement: 'Farcaster Auth',
      uri: signatureParams.siweUri,
      version: '1',
      chainId: 10,
      nonce: signatureParams.nonce,
      issuedAt: new Date(),
      resources: resources ?? [`farcaster://fid/${fid}`],
      ...more,
    })
    const message = alter?.(honest) ?? honest
    const body = JSON.stringify({ message, signature: await by.sign(message), fid, username: 'anything' })
    const answer = await fetch(`${relay.url}/v1/channel/authenticate`, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(201)
  }

  interface Forgery {
    by: { address: `0x${string}`; sign: (message: string) => Promise<`0x${string}`> }
    fid: number
    more?: Partial<Parameters<typeof createSiweMessage>[0]>
    resources?: string[]
    /** The text itself, before it is signed. */
    alter?: (message: string) => string
  }
  const key = (account: Pick<PrivateKeyAccount, 'address' | 'signMessage'>) => ({
    address: account.address,
    sign: (message: string) => account.signMessage({ message }),
  })
  const mira = key(casters()[0]!.custody)
  const noor = key(casters()[1]!.custody)
  const stranger = key(privateKeyToAccount(`0x${'5'.repeat(64)}`))

  test('logs in whose phone has signed, and knows the same person again', async () => {
    const first = await start()
    await relay.approve(first.channelToken, 4211)
    const { user } = done.parse((await finish(first.flowId)).body)
    expect(user.userName).toBe('mira')
    const again = await testBrowser(site.app)
    const second = await start(again)
    await relay.approve(second.channelToken, 4211)
    expect(done.parse((await finish(second.flowId, again)).body).user.id).toBe(user.id)
    const third = await start()
    await relay.approve(third.channelToken, 4212)
    expect(done.parse((await finish(third.flowId)).body).user.id).not.toBe(user.id)
  })

  test('waits for the phone, and goes on in the next call', async () => {
    const { flowId, url, channelToken } = await start()
    expect(await (await fetch(url)).text()).toContain('Sign in to shop.example')
    const { body } = await browser.post('/v1/farcaster/finish', { flowId }, { signal: AbortSignal.timeout(30) })
    expect(body).toEqual({ status: 'pending' })
    await relay.approve(channelToken, 4211)
    expect(done.safeParse((await finish(flowId)).body).success).toBe(true)
  })

  const forgeries: readonly [string, Forgery][] = [
    ['of another site', { by: mira, fid: 4211, more: { domain: 'evil.example' } }],
    ['for another page', { by: mira, fid: 4211, more: { uri: 'https://evil.example' } }],
    ['of another login', { by: mira, fid: 4211, more: { nonce: 'abcdefgh12345678' } }],
    ['of another chain', { by: mira, fid: 4211, more: { chainId: 1 } }],
    ['with another statement', { by: mira, fid: 4211, more: { statement: 'Send me all your money' } }],
    ['without an id', { by: mira, fid: 4211, resources: ['https://shop.example/terms'] }],
    ['with two ids', { by: mira, fid: 4211, resources: ['farcaster://fid/4211', 'farcaster://fid/4212'] }],
    ["with somebody else's id", { by: noor, fid: 4211 }],
    ['by a key that owns no id', { by: stranger, fid: 4211 }],
    ['with the id nobody has', { by: stranger, fid: 0, resources: ['farcaster://fid/0'] }],
    ["with somebody else's address", { by: { address: mira.address, sign: noor.sign }, fid: 4211 }],
    ['that is over', { by: mira, fid: 4211, more: { expirationTime: new Date(Date.now() - 1000) } }],
    ['that is not good yet', { by: mira, fid: 4211, more: { notBefore: new Date(Date.now() + 3_600_000) } }],
    ['that is older than the login', { by: mira, fid: 4211, more: { issuedAt: new Date(Date.now() - 3_600_000) } }],
    ['from tomorrow', { by: mira, fid: 4211, more: { issuedAt: new Date(Date.now() + 86_400_000) } }],
    ['with a line of its own', { by: mira, fid: 4211, alter: (text) => text.replace('Chain ID: 10', 'Chain ID: 10\nTo: all') }],
    ['that begins with something else', { by: mira, fid: 4211, alter: (text) => `Hello\n${text}` }],
    ['that ends with something else', { by: mira, fid: 4211, alter: (text) => `${text}\n\nPS: hello` }],
    ['by a contract that refuses it', { by: { address: refusing.address, sign: mira.sign }, fid: 5002 }],
  ]
  test.each(forgeries)('S31: believes no message %s', async (_, forgery) => {
    const { flowId, channelToken } = await start()
    await leave(channelToken, { ...forgery, fid: forgery.fid || 1 })
    const { body } = await finish(flowId)
    attacks.tried += 1
    if (done.safeParse(body).success) attacks.accepted += 1
    expect(failure.parse(body).error.code).toBe('social_failed')
    // One try for each login.
    expect(failure.parse((await finish(flowId)).body).error.code).toBe('social_expired')
  })

  test('believes a contract that holds an id and says yes (ERC-1271)', async () => {
    const { flowId, channelToken } = await start()
    await leave(channelToken, { by: { address: agreeing.address, sign: async () => `0x${'12'.repeat(65)}` as const }, fid: 5001 })
    expect(done.safeParse((await finish(flowId)).body).success).toBe(true)
  })

  test('S31: a login is finished once, and by the browser and on the site that began it', async () => {
    const { flowId, channelToken } = await start()
    await relay.approve(channelToken, 4211)
    for (const thief of [await testBrowser(site.app), await testBrowser(site.app, { origin: otherOrigin })]) {
      attacks.tried += 1
      expect(failure.parse((await finish(flowId, thief)).body).error.code).toBe('social_expired')
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => finish(flowId)))
    attacks.tried += 4
    const accepted = answers.filter(({ body }) => done.safeParse(body).success).length
    attacks.accepted += accepted - 1
    expect(accepted).toBe(1)
  })

  test('a node that does not answer, or is of another chain, proves nothing, and the login can go on later', async () => {
    const gone = `http://${host}:${await freePort()}`
    const settings = { relayUrl: relay.url, rpcUrl: gone }
    let target = gone
    const through: typeof fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input)
      return fetch(url.startsWith(gone) ? url.replace(gone, target) : input, init)
    }
    const lonely = await testSite(await fresh(), { farcaster: settings, fetch: through })
    try {
      const by = await testBrowser(lonely.app)
      const { flowId, channelToken } = await start(by)
      await relay.approve(channelToken, 4211)
      expect(failure.parse((await finish(flowId, by)).body).error.code).toBe('social_failed')
      target = rpcUrl
      expect(done.safeParse((await finish(flowId, by)).body).success).toBe(true)
    } finally {
      await lonely.close()
    }
  })

  test('is over after ten minutes, and is not offered where it is not set up', async () => {
    const { flowId, channelToken } = await start()
    await relay.approve(channelToken, 4211)
    site.advance(601)
    const late = await browser.post('/v1/farcaster/finish', { flowId }, { ahead: 601 })
    site.advance(-601)
    expect(failure.parse(late.body).error.code).toBe('social_expired')
    const without = await testSite(await fresh())
    const { body } = await (await testBrowser(without.app)).post('/v1/farcaster/start', {})
    expect(failure.parse(body).error.code).toBe('social_unavailable')
    await without.close()
  })
})

test('the registry that is asked is the one that the sandbox has', async () => {
  const client = createPublicClient({ transport: http(rpcUrl) })
  expect(await client.getCode({ address: idRegistry })).toMatch(/^0x5f3560e01c63d94fe832/)
})
