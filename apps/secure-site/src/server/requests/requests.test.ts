import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { serverPlaces } from '../../page/session/places.js'
import { apiError, mostPerMinute, mostWaiting, requestPlace } from '../api.js'
import { migrations } from '../app.js'
import { type TestBrowser, testBrowser } from '../test/browser.js'
import { loggedInBrowser } from '../test/login.js'
import { type TestSite, otherOrigin, testSite } from '../test/site.js'
import { ServerRefusedError } from '../../page/session/errors.js'

const errorCode = ({ body }: { body: unknown }): unknown => Object(Object(body).error).code
const eth = (ether: number, asset = 'eip155:1') => [{ asset, units: String(BigInt(Math.round(ether * 1e6)) * 10n ** 12n) }]

/** The line as a frame of this browser sees it. */
const placesOf = (browser: TestBrowser) =>
  serverPlaces(
    {
      call: async (path, body, schema) => {
        const answer = await browser.post(path, body)
        if (answer.status === 200) return schema.parse(answer.body)
        const { code: reason, message, retryAfter } = apiError.parse(answer.body).error
        throw new ServerRefusedError({ reason, message, status: answer.status, retryAfter })
      },
    },
    () => true,
  )

/** Another frame of the same visitor, with a key of its own, on the same site unless told. */
async function frameOf(site: TestSite, email: string, origin?: string): Promise<TestBrowser> {
  const frame = await testBrowser(site.app, origin === undefined ? {} : { origin })
  const { users, sessions, db } = site.services
  const user = await users.byEmail(db, email)
  const at = { projectId: 'demo', origin: origin ?? 'https://shop.example' }
  frame.token = (await sessions.start(db, { user, device: frame.device, site: at, method: 'email' })).token
  return frame
}

const take = async (frame: TestBrowser, ahead = 0) => requestPlace.parse((await frame.post('/v1/requests', {}, { ahead })).body)

describe.each(await databases(migrations))('requests of a site on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  test('S12: of 1,000 requests by three frames six are let in, and one of them is on the screen', { timeout: 120_000 }, async () => {
    const site = await testSite(await fresh())
    const visitors = [await loggedInBrowser(site, 'visitor@example.com')]
    for (let more = 0; more < 2; more += 1) visitors.push(await frameOf(site, 'visitor@example.com'))
    const lines = visitors.map(placesOf)
    const results: PromiseSettledResult<{ turn: boolean }>[] = []
    for (let asked = 0; asked < 1_000; asked += 50) {
      const batch = Array.from({ length: 50 }, (_, index) => lines[index % 3]?.take() ?? Promise.reject(new Error('no frame')))
      results.push(...(await Promise.allSettled(batch)))
    }
    const taken = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const shown = taken.filter(({ turn }) => turn).length
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [Object(result.reason).code] : []))
    expect([shown, taken.length, codes.filter((code) => code === -32_002).length]).toEqual([1, mostWaiting + 1, 994])
    recordPromise({
      id: 'S12',
      name: `requests of three frames (${name})`,
      runs: 1_000,
      accepted: taken.length - mostWaiting - 1,
    })
    await site.close()
  })

  test('S12: all frames have their turns one after the other, and none gives away another\u2019s', async () => {
    const site = await testSite(await fresh())
    const [first, second] = [await loggedInBrowser(site, 'visitor@example.com'), await frameOf(site, 'visitor@example.com')]
    const places = [await take(first), await take(second), await take(first)]
    expect(places.map(({ turn }) => turn)).toEqual([true, false, false])
    const [a, b, c] = places.map(({ id }) => id)
    const turnOf = async (frame: TestBrowser, ids: readonly unknown[]) => (await frame.post('/v1/requests/hold', { ids })).body
    expect(await turnOf(first, [a, c])).toEqual({ turn: a, over: [] })
    expect(await turnOf(second, [b])).toEqual({ turn: null, over: [] })
    // Nobody gives another frame's place back.
    await second.post('/v1/requests/end', { ids: [a] })
    expect(await turnOf(second, [b])).toEqual({ turn: null, over: [] })
    await first.post('/v1/requests/end', { ids: [a] })
    expect(await turnOf(second, [b])).toEqual({ turn: b, over: [] })
    expect(await turnOf(first, [a, c])).toEqual({ turn: null, over: [a] })
    await second.post('/v1/requests/end', { ids: [b] })
    await first.post('/v1/requests/end', { ids: [c] })
    await site.close()
  })

  test('S12: another site, and another wallet, have lines of their own', async () => {
    const site = await testSite(await fresh())
    const frame = await loggedInBrowser(site, 'visitor@example.com')
    for (let asked = 0; asked <= mostWaiting; asked += 1) await take(frame)
    expect(errorCode(await frame.post('/v1/requests', {}))).toBe('queue_full')
    expect((await take(await frameOf(site, 'visitor@example.com', otherOrigin))).turn).toBe(true)
    expect((await take(await loggedInBrowser(site, 'somebody@example.com'))).turn).toBe(true)
    const nobody = await testBrowser(site.app)
    expect(errorCode(await nobody.post('/v1/requests', {}))).toBe('no_session')
    await site.close()
  })

  test('S12: the eleventh of a minute is refused with the time to wait, whoever has answered the others', async () => {
    const site = await testSite(await fresh())
    const frames = [await loggedInBrowser(site, 'visitor@example.com'), await frameOf(site, 'visitor@example.com')] as const
    for (let asked = 0; asked < mostPerMinute; asked += 1) {
      const frame = frames[asked % 2 === 0 ? 0 : 1]
      await frame.post('/v1/requests/end', { ids: [(await take(frame)).id] })
    }
    const refused = await frames[1].post('/v1/requests', {})
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate_limit' } } })
    expect(Object(Object(refused.body).error).retryAfter).toBeGreaterThan(50)
    site.advance(61)
    expect((await take(frames[1], 61)).turn).toBe(true)
    await site.close()
  })

  test('S12: a place that nobody holds goes to the next after 45 s, and one that is held after five minutes', async () => {
    const site = await testSite(await fresh())
    const [first, second] = [await loggedInBrowser(site, 'visitor@example.com'), await frameOf(site, 'visitor@example.com')]
    const [gone, next] = [await take(first), await take(second)]
    const hold = async (frame: TestBrowser, ids: readonly string[], ahead: number, away = false) =>
      (await frame.post('/v1/requests/hold', { ids, away }, { ahead })).body
    site.advance(30)
    expect(await hold(second, [next.id], 30, true)).toEqual({ turn: null, over: [] })
    site.advance(16)
    expect(await hold(second, [next.id], 46, true)).toEqual({ turn: next.id, over: [] })
    expect(await hold(first, [gone.id], 46)).toEqual({ turn: null, over: [gone.id] })
    site.advance(200)
    expect(await hold(second, [next.id], 246, true)).toEqual({ turn: next.id, over: [] })
    site.advance(55)
    expect(await hold(second, [next.id], 301, true)).toEqual({ turn: null, over: [next.id] })
    site.advance(120)
    await site.sweep()
    expect(await site.services.db.selectFrom('requests').selectAll().execute()).toEqual([])
    await site.close()
  })

  test('S12: a browser that was closed on the screen that recovers keeps nobody waiting for longer than two minutes', async () => {
    const site = await testSite(await fresh())
    const [closed, next] = [await loggedInBrowser(site, 'visitor@example.com'), await frameOf(site, 'visitor@example.com')]
    const hold = async (frame: TestBrowser, ids: readonly string[], ahead: number, away = false) =>
      (await frame.post('/v1/requests/hold', { ids, away }, { ahead })).body
    const [gone, waits] = [await take(closed), await take(next)]
    expect(await hold(closed, [gone.id], 0, true)).toEqual({ turn: gone.id, over: [] })
    site.advance(119)
    const late = await take(next, 119)
    expect(late.turn).toBe(false)
    site.advance(2)
    expect(await hold(next, [late.id], 121)).toEqual({ turn: late.id, over: [] })
    // What has been given to others does not come back.
    expect(await hold(closed, [gone.id], 121)).toEqual({ turn: null, over: [gone.id] })
    expect(await hold(next, [waits.id], 121)).toEqual({ turn: null, over: [waits.id] })
    await site.close()
  })

  test('S12: a page that slept while its visitor read a mail has its place again, where nobody has come since', async () => {
    const site = await testSite(await fresh())
    const [slept, other] = [await loggedInBrowser(site, 'visitor@example.com'), await frameOf(site, 'visitor@example.com')]
    const hold = async (frame: TestBrowser, ids: readonly string[], ahead: number, away = false) =>
      (await frame.post('/v1/requests/hold', { ids, away }, { ahead })).body
    const places = [await take(slept), await take(slept)]
    const ids = places.map(({ id }) => id)
    expect(await hold(slept, ids, 0, true)).toEqual({ turn: ids[0], over: [] })
    site.advance(240)
    // Another browser of the same visitor cannot take it, nor whoever has another key.
    expect(await hold(other, ids, 240)).toEqual({ turn: null, over: ids })
    expect(await hold(slept, ids, 240)).toEqual({ turn: ids[0], over: [] })
    expect((await take(other, 240)).turn).toBe(false)
    site.advance(61)
    expect(await hold(slept, ids, 301)).toEqual({ turn: null, over: ids })
    await site.close()
  })

  test('S11: what leaves with approvals in frames is counted over all of them, and more than the day’s is a window’s', async () => {
    const site = await testSite(await fresh(), { riskyAbove: { 'eip155:1': String(10n ** 17n) }, riskyPerDay: 3 })
    const frame = await loggedInBrowser(site, 'visitor@example.com')
    const other = await frameOf(site, 'visitor@example.com', otherOrigin)
    const places = [await take(frame), await take(other)] as const
    const spend = async (browser: TestBrowser, id: string, leaves: unknown, ahead = 0) => {
      const { body } = await browser.post('/v1/requests/spend', { id, networkId: 'eip155:1', leaves }, { ahead })
      return Object(body).status ?? errorCode({ body })
    }
    // More than one request may take, and what has no limit, is for a window, and does not count.
    expect(await spend(frame, places[0].id, eth(0.11))).toBe('window')
    expect(await spend(frame, places[0].id, [{ units: '1' }])).toBe('window')
    expect(await spend(frame, places[0].id, eth(0.01, 'eip155:1/erc20:0x6b175474e89094c44da98b954eedeac495271d0f'))).toBe('window')
    // Fifty at once by two frames of two sites, 0.02 each: fifteen are within 0.3.
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 === 0 ? spend(frame, places[0].id, eth(0.02)) : spend(other, places[1].id, eth(0.02)),
      ),
    )
    expect(answers.filter((status) => status === 'counted')).toHaveLength(15)
    expect(answers.filter((status) => status === 'window')).toHaveLength(35)
    expect((await take(frame)).left).toBe(0)
    // Not another frame's request, nor one that waits, nor one that has ended.
    expect(await spend(other, places[0].id, eth(0.01))).toBe('not_found')
    expect(await spend(frame, (await take(frame)).id, eth(0.001))).toBe('not_found')
    await frame.post('/v1/requests/end', { ids: [places[0].id] })
    expect(await spend(frame, places[0].id, eth(0.001))).toBe('not_found')
    site.advance(86_401)
    const tomorrow = await take(frame, 86_401)
    expect(tomorrow).toMatchObject({ turn: true, left: 3_000_000 })
    expect(await spend(frame, tomorrow.id, eth(0.1), 86_401)).toBe('counted')
    await site.close()
  })

  test('R16: what was counted by a clock that was far ahead does not keep somebody in windows until then', async () => {
    const site = await testSite(await fresh(), { riskyAbove: { 'eip155:1': String(10n ** 17n) }, riskyPerDay: 1 })
    const frame = await loggedInBrowser(site, 'visitor@example.com')
    const place = await take(frame)
    const spend = async () =>
      Object((await frame.post('/v1/requests/spend', { id: place.id, networkId: 'eip155:1', leaves: eth(0.1) })).body).status
    expect([await spend(), await spend()]).toEqual(['counted', 'window'])
    const { db, clock } = site.services
    // Another process, whose clock is a little ahead, has begun the day: it goes on.
    await db
      .updateTable('frame_spending')
      .set({ since: clock() + 60_000 })
      .execute()
    expect(await spend()).toBe('window')
    await db
      .updateTable('frame_spending')
      .set({ since: clock() + 365 * 86_400_000 })
      .execute()
    expect((await take(frame)).left).toBe(1_000_000)
    expect([await spend(), await spend()]).toEqual(['counted', 'window'])
    await site.close()
  })

  test('S11: a project has limits of its own', async () => {
    const projects = [
      { id: 'demo', origins: ['https://shop.example'], riskyAbove: { 'eip155:1': '1000' }, riskyPerDay: 1 },
      { id: 'second', origins: [otherOrigin] },
    ]
    const site = await testSite(await fresh(), { projects })
    const frame = await loggedInBrowser(site, 'visitor@example.com')
    const place = await take(frame)
    expect(place.left).toBe(1_000_000)
    const spend = async (units: string) =>
      Object((await frame.post('/v1/requests/spend', { id: place.id, networkId: 'eip155:1', leaves: [{ asset: 'eip155:1', units }] })).body)
        .status
    expect([await spend('1001'), await spend('600'), await spend('600'), await spend('400')]).toEqual([
      'window',
      'counted',
      'window',
      'counted',
    ])
    await site.close()
  })
})
