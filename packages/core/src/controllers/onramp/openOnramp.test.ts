import { fakeAddress, memoryStorage } from '@portico/testing'
import { parseSignInMessage } from '@portico/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { UserRejectedError } from '../connection/errors.js'
import { stubWindows } from '../embedded/window.test.helper.js'
import { openExchange, getExchanges } from './exchanges.js'
import { followOnramps } from './follow.js'
import { retryOnramp } from './form/startOnramp.js'
import { forgetAll, gateway, networkId, payHost, refusal, sessionId, withOnramp } from './onramp.test.helper.js'
import { cancelOnramp, openOnramp } from './openOnramp.js'
import { forgetOnramp, loadOnramp, noteOnrampSeen, onrampSessionStore } from './sessions.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }))
afterEach(async () => {
  forgetAll()
  await vi.advanceTimersByTimeAsync(61_000)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const url = `https://${payHost}/buy?sessionToken=abc`
const sessions = ({ portico }: Pick<ReturnType<typeof withOnramp>, 'portico'>) => onrampSessionStore(portico).getState()
const signs = () => {
  const messages: string[] = []
  return {
    messages,
    signMessage: ({ message }: { readonly message: string | Uint8Array }) => Promise.resolve((messages.push(String(message)), '0xsigned')),
  }
}
/** A wallet whose address the gateway knows already. */
async function granted(...given: Parameters<typeof withOnramp>) {
  const setup = withOnramp(...given)
  await openOnramp(setup.portico, await setup.choose())
  retryOnramp(setup.portico)
  forgetOnramp(setup.portico, sessionId)
  await vi.advanceTimersByTimeAsync(2_000) // nobody follows that one any more
  setup.server.asked.length = 0
  return setup
}

describe('the proof of the address', () => {
  test('is one sign-in text, signed the first time: of this page, for this address, with the gateway’s nonce', async () => {
    const windows = stubWindows()
    const { messages, signMessage } = signs()
    const setup = withOnramp({ signMessage })
    await openOnramp(setup.portico, await setup.choose())
    expect(parseSignInMessage(messages[0] ?? '')).toMatchObject({
      namespace: 'eip155',
      domain: 'shop.example',
      uri: 'https://shop.example',
      address: fakeAddress,
      chainId: '8453',
      statement: 'Receive what I buy at this address.',
      nonce: 'abcdefgh12345678',
      expirationTime: new Date(Date.now() + 600_000).toISOString(),
    })
    const [asked] = setup.server.of('/v1/generators/onrampurl')
    expect(asked?.body).toMatchObject({
      proof: { message: messages[0], signature: '0xsigned' },
      destinationWallets: [{ address: fakeAddress, blockchains: ['base'], assets: ['ETH'] }],
      defaultNetwork: 'base',
      partnerUserId: fakeAddress,
      defaultExperience: 'buy',
      presetFiatAmount: 50,
      network: networkId,
      provider: 'coinbase',
      redirectUrl: 'https://shop.example/shop',
    })
    // Its window needs a press of its own: an empty one would stand before the wallet that asks.
    expect(windows.opened).toHaveLength(0)
    expect(setup.form().progress).toEqual({ status: 'started', id: sessionId, opened: false })
  })

  test('is not asked for again: the grant stands in, also after a reload', async () => {
    stubWindows()
    const storage = memoryStorage()
    const { messages, signMessage } = signs()
    await granted({ signMessage }, { storage })
    expect(messages).toHaveLength(1)
    const later = withOnramp({ signMessage }, { storage })
    await openOnramp(later.portico, await later.choose())
    expect(messages).toHaveLength(1)
    expect(later.server.of('/v1/generators/onrampurl')[0]?.body).toMatchObject({ grant: 'granted' })
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    const muchLater = withOnramp({ signMessage }, { storage })
    await openOnramp(muchLater.portico, await muchLater.choose())
    expect(messages).toHaveLength(2)
  })

  test('is asked for once more where the gateway does not take the grant, and then that is it', async () => {
    const windows = stubWindows()
    const { messages, signMessage } = signs()
    const setup = await granted({ signMessage })
    setup.server.script = ({ path, body }) => (path.endsWith('url') && body['grant'] ? refusal('ownership', 401) : undefined)
    await openOnramp(setup.portico, await setup.choose())
    expect(messages).toHaveLength(2)
    expect(setup.form().progress.status).toBe('started')
    retryOnramp(setup.portico)
    setup.server.script = ({ path }) => (path.endsWith('url') ? refusal('ownership', 401) : undefined)
    await openOnramp(setup.portico, await setup.choose())
    expect(messages).toHaveLength(3)
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'OwnershipError' } })
    expect(windows.opened.every(({ closed, urls }) => closed || urls.includes(url))).toBe(true)
  })

  test('is not needed with a session of the gateway', async () => {
    stubWindows()
    const { messages, signMessage } = signs()
    const setup = withOnramp({ signMessage }, { onramp: { bearer: () => 'session' } })
    await openOnramp(setup.portico, await setup.choose())
    expect(messages).toHaveLength(0)
    expect(setup.server.of('/v1/generators/onrampurl')[0]?.headers.get('authorization')).toBe('Bearer session')
    expect(setup.form().progress).toMatchObject({ status: 'started', opened: true })
  })

  test('declined leaves nothing behind, and the form as it was', async () => {
    const windows = stubWindows()
    const setup = withOnramp({ signMessage: () => Promise.reject(new UserRejectedError()) })
    await openOnramp(setup.portico, await setup.choose())
    expect(setup.form()).toMatchObject({ amount: '50', progress: { status: 'failed', error: { name: 'UserRejectedError' } } })
    expect(windows.opened).toHaveLength(0)
    expect(setup.server.of('/v1/generators/onrampurl')).toHaveLength(0)
    retryOnramp(setup.portico)
    expect(setup.form()).toMatchObject({ amount: '50', progress: { status: 'editing' } })
  })

  test('cancelled while the wallet asks orders nothing, whatever it says later', async () => {
    stubWindows()
    let sign: (signature: string) => void = () => undefined
    const setup = withOnramp({ signMessage: () => new Promise((resolve) => (sign = resolve)) })
    const done = openOnramp(setup.portico, await setup.choose())
    await vi.waitFor(() => expect(setup.server.of('/v1/onramp/nonce')).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(0)
    cancelOnramp(setup.portico)
    sign('0xlate')
    await done
    expect(setup.form().progress.status).toBe('editing')
    expect(setup.server.of('/v1/generators/onrampurl')).toHaveLength(0)
    expect(sessions(setup)).toHaveLength(0)
  })
})

describe('the window', () => {
  test('is opened in the press, before anything is asked, knows nothing of this page, and is led to the provider', async () => {
    const windows = stubWindows()
    const setup = await granted()
    const chosen = await setup.choose()
    const done = openOnramp(setup.portico, chosen)
    expect(windows.opened.map(({ urls }) => urls)).toEqual([['about:blank']])
    expect(setup.server.of('/v1/generators/onrampurl')).toHaveLength(0)
    expect(windows.opened[0]).toMatchObject({ opener: null })
    await openOnramp(setup.portico, chosen) // a second press changes nothing
    await done
    expect(windows.opened).toHaveLength(1)
    expect(windows.opened[0]?.urls).toEqual(['about:blank', url])
    expect(setup.form().progress).toEqual({ status: 'started', id: sessionId, opened: true })
  })

  test.each([
    ['blocked', { blocks: true }],
    ['refused', { throws: true }],
  ])('that is %s leaves a link to press', async (_, how) => {
    const windows = stubWindows()
    const setup = await granted()
    Object.assign(windows.browser, how)
    await openOnramp(setup.portico, await setup.choose())
    expect(setup.form().progress).toEqual({ status: 'started', id: sessionId, opened: false })
    expect(sessions(setup)).toMatchObject([{ id: sessionId, url }])
  })

  test('S19: is not led to a page that is on no list', async () => {
    for (const evil of ['https://evil.example/', 'javascript:alert(1)', `https://${payHost}@evil.example/`]) {
      const windows = stubWindows()
      const setup = await granted()
      setup.server.url = evil
      await openOnramp(setup.portico, await setup.choose())
      expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'UnsafePageError' } })
      expect(windows.opened).toMatchObject([{ urls: ['about:blank'], closed: true }])
      expect(sessions(setup)).toHaveLength(0)
    }
  })

  test('is not led anywhere for an account that is no longer the one in use', async () => {
    const windows = stubWindows()
    const setup = await granted()
    const chosen = await setup.choose()
    setup.connect(`0x${'4'.repeat(40)}`)
    await openOnramp(setup.portico, chosen)
    expect(setup.form().progress).toMatchObject({ status: 'failed', error: { name: 'OnrampAccountError' } })
    expect(windows.opened).toMatchObject([{ closed: true }])
    expect(setup.server.of('/v1/generators/onrampurl')).toHaveLength(0)
  })
})

describe('an order', () => {
  test('is followed to its end though its window is closed, and what arrived is asked for', async () => {
    const windows = stubWindows()
    const setup = await granted()
    const told: string[] = []
    setup.portico.events.on('onramp.changed', ({ session }) => void told.push(session.status))
    setup.server.sessions = [
      { status: 'created' },
      { status: 'paid' },
      { status: 'processing', hash: '0xh' },
      {
        status: 'settled',
        hash: '0xh',
        purchaseAmount: { amount: '0.0142', currency: 'ETH' },
        paymentTotal: { amount: '50.00', currency: 'USD' },
      },
    ]
    await openOnramp(setup.portico, await setup.choose())
    windows.opened[0]?.close()
    await vi.advanceTimersByTimeAsync(8_000)
    expect(told).toEqual(['paid', 'processing', 'settled'])
    expect(sessions(setup)).toMatchObject([
      { status: 'settled', hash: '0xh', units: 14_200_000_000_000_000n, paid: { units: 50n * 10n ** 18n, currency: 'USD' } },
    ])
    noteOnrampSeen(setup.portico, sessionId)
    const later = withOnramp({}, { storage: setup.storage })
    loadOnramp(later.portico)
    expect(sessions(later)).toMatchObject([{ status: 'settled', seen: true }])
    const asked = setup.server.of(`/v1/onramp/sessions/${sessionId}`).length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(setup.server.of(`/v1/onramp/sessions/${sessionId}`)).toHaveLength(asked)
  })

  test.each([
    ['failed', { reason: { name: 'cardDeclined', description: 'no' } }],
    ['refunded', {}],
    ['expired', {}],
  ])('that ends %s says so', async (status, more) => {
    stubWindows()
    const setup = await granted()
    setup.server.sessions = [{ status, ...more }]
    await openOnramp(setup.portico, await setup.choose())
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sessions(setup)).toMatchObject([{ status, ...('reason' in more && { reason: 'cardDeclined' }) }])
  })

  test('goes on after a reload, while the gateway is away, and ends where nobody knows it', async () => {
    stubWindows()
    const storage = memoryStorage()
    const setup = await granted({}, { storage })
    await openOnramp(setup.portico, await setup.choose())
    const server = gateway()
    let answers: () => Response | undefined = () => new Response('', { status: 500 })
    server.script = ({ path }) => (path.startsWith('/v1/onramp/sessions') ? answers() : undefined)
    const later = withOnramp({}, { storage }, server)
    followOnramps(later.portico)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sessions(later)).toMatchObject([{ id: sessionId, status: 'created', provider: { name: 'Coinbase' }, url }])
    answers = () => undefined
    server.sessions = [{ status: 'paid' }]
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sessions(later)).toMatchObject([{ status: 'paid' }])
    answers = () => new Response('', { status: 404 })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sessions(later)).toMatchObject([{ status: 'expired' }])
    // Money outweighs the clock: who looks again learns of it.
    answers = () => undefined
    server.sessions = [{ status: 'settled' }]
    followOnramps(later.portico)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sessions(later)).toMatchObject([{ status: 'settled' }])
  })

  test('of a gateway that names no session is not asked for', async () => {
    stubWindows()
    const setup = await granted()
    setup.server.script = ({ path }) => (path.endsWith('url') ? Response.json({ url }) : undefined)
    await openOnramp(setup.portico, await setup.choose())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(setup.server.asked.filter(({ path }) => path.includes('/sessions/'))).toHaveLength(0)
    expect(sessions(setup)).toMatchObject([{ status: 'created', url }])
  })

  test('to sell names what is sold, and learns where to send it', async () => {
    stubWindows()
    const setup = await granted()
    const { order, provider } = await setup.choose()
    setup.server.sessions = [{ status: 'created', depositAddress: `0x${'d'.repeat(40)}` }]
    await openOnramp(setup.portico, { order: { ...order, kind: 'sell', units: 250_000_000_000_000_000n }, provider })
    await vi.advanceTimersByTimeAsync(1_600)
    expect(setup.server.of('/v1/generators/offrampurl')[0]?.body).toMatchObject({
      address: fakeAddress,
      sellCurrency: 'ETH',
      amount: '0.25',
      paymentCurrency: 'USD',
      network: networkId,
    })
    expect(sessions(setup)).toMatchObject([{ kind: 'sell', units: 250_000_000_000_000_000n, depositAddress: `0x${'d'.repeat(40)}` }])
  })
})

test('R14: what storage has of orders is taken as far as it makes sense, and leads nowhere that may not be opened', async () => {
  stubWindows()
  const storage = memoryStorage()
  const setup = await granted({}, { storage })
  await openOnramp(setup.portico, await setup.choose())
  const [text] = [storage.entries.get('@portico/portico/onramp') ?? '']
  const { sessions: kept } = JSON.parse(text) as { sessions: Record<string, unknown>[] }
  const put = (change: object) => JSON.stringify({ sessions: [{ ...kept[0], ...change }] })
  const read = (value: string) => {
    const { portico } = withOnramp({}, { storage: memoryStorage({ '@portico/portico/onramp': value }) })
    loadOnramp(portico)
    return onrampSessionStore(portico).getState().length
  }
  expect(read(text)).toBe(1)
  expect(read(JSON.stringify({ sessions: Array.from({ length: 50 }, (_, at) => ({ ...kept[0], id: `${sessionId}${at}` })) }))).toBe(8)
  for (const value of [
    'junk',
    'null',
    '[]',
    '{"sessions":7}',
    put({ url: 'https://evil.example/' }),
    put({ networkId: 'nowhere' }),
    put({ startedAt: Date.now() - 8 * 24 * 60 * 60_000 }),
    put({ status: 'settled', startedAt: Date.now() - 2 * 60 * 60_000 }),
    put({ units: '-5' }).replace('"-5"', 'true').replace('"kind":"buy"', '"kind":"gift"'),
  ])
    expect([value.slice(0, 60), read(value)]).toEqual([value.slice(0, 60), 0])
})

describe('an exchange', () => {
  const answer = (result: object) => Response.json({ jsonrpc: '2.0', id: 1, result })
  test('is listed, opened and followed by the three methods', async () => {
    const windows = stubWindows()
    const setup = await granted()
    const { order } = await setup.choose()
    const wanted = { account: order.account, token: order.token, units: 5n * 10n ** 17n }
    let status = 'UNKNOWN'
    setup.server.script = ({ path, body }) => {
      if (path !== '/v1/json-rpc') return undefined
      if (body['method'] === 'reown_getExchanges')
        return answer({
          exchanges: [{ id: 'binance', name: 'Binance', imageUrl: 'https://evil.example/x.png' }, { name: 'torn' }],
          total: 2,
        })
      if (body['method'] === 'reown_getExchangePayUrl') return answer({ url, sessionId: 'exchange-1' })
      return answer({ status, txHash: null })
    }
    const [exchange, ...others] = await getExchanges(setup.portico, wanted)
    expect([exchange, others]).toEqual([{ id: 'binance', name: 'Binance' }, []])
    if (!exchange) return
    const session = await openExchange(setup.portico, exchange, wanted)
    expect([session.id, windows.opened.at(-1)?.urls]).toEqual(['exchange-1', ['about:blank', url]])
    expect(setup.form().progress).toEqual({ status: 'started', id: 'exchange-1', opened: true })
    expect(setup.server.asked.find(({ body }) => body['method'] === 'reown_getExchangePayUrl')?.body).toMatchObject({
      params: {
        exchangeId: 'binance',
        asset: `${networkId}/slip44:60`,
        amount: '0.5',
        recipient: `${networkId}:${fakeAddress}`,
        grant: 'granted',
      },
    })
    status = 'IN_PROGRESS'
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sessions(setup)[0]).toMatchObject({ kind: 'exchange', status: 'processing' })
    status = 'SUCCESS'
    await vi.advanceTimersByTimeAsync(2_000)
    expect(sessions(setup)[0]).toMatchObject({ status: 'settled' })
  })

  test('wants the proof as well, and says so by a reason of its own', async () => {
    stubWindows()
    const { messages, signMessage } = signs()
    const setup = await granted({ signMessage })
    const { order } = await setup.choose()
    const wanted = { account: order.account, token: order.token, units: 1n }
    const refused = Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no', data: { reason: 'ownership' } } })
    setup.server.script = ({ path, body }) => {
      if (path !== '/v1/json-rpc') return undefined
      return (body['params'] as { proof?: object }).proof ? answer({ url, sessionId: 'exchange-1', grant: 'newer' }) : refused.clone()
    }
    await openExchange(setup.portico, { id: 'x', name: 'X' }, wanted)
    expect(messages).toHaveLength(2)
    setup.server.script = ({ path }) => (path === '/v1/json-rpc' ? refused.clone() : undefined)
    await expect(openExchange(setup.portico, { id: 'x', name: 'X' }, wanted)).rejects.toMatchObject({ name: 'OwnershipError' })
  })

  test('S19: with a page that is on no list is not opened', async () => {
    const windows = stubWindows()
    const setup = await granted()
    const { order } = await setup.choose()
    setup.server.script = ({ path }) => (path === '/v1/json-rpc' ? answer({ url: 'https://evil.example', sessionId: 'x' }) : undefined)
    const opening = openExchange(setup.portico, { id: 'x', name: 'X' }, { account: order.account, token: order.token, units: 1n })
    await expect(opening).rejects.toMatchObject({ name: 'UnsafePageError' })
    expect(windows.opened).toMatchObject([{ closed: true, urls: ['about:blank'] }])
  })
})
