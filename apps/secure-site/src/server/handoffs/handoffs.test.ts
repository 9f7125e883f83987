import { randomToken } from '@portico/service/secrets'
import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { longestSealed } from '../api.js'
import { migrations } from '../app.js'
import { testBrowser } from '../test/browser.js'
import { loggedInBrowser } from '../test/login.js'
import { testSite } from '../test/site.js'

const errorCode = ({ body }: { body: unknown }): unknown => Object(Object(body).error).code

describe.each(await databases(migrations))('the mailbox between frame and window on $name', ({ fresh, drop }) => {
  afterAll(drop)

  async function left() {
    const site = await testSite(await fresh())
    const frame = await loggedInBrowser(site, 'visitor@example.com')
    const made = await frame.post('/v1/handoffs', { purpose: 'approve', request: 'c2VhbGVk' })
    expect(made).toMatchObject({ status: 200, body: { expiresIn: 300 } })
    const id = String(Object(made.body).id)
    // A window has no device key of the frame's: it calls as it is.
    const window = async (path: string, body: unknown) => {
      const request = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
      const answer = await site.app.request(`https://secure.example/v1/handoffs/${path}`, request)
      return { status: answer.status, body: Object(await answer.json()) }
    }
    return { site, frame, id, window, claim: randomToken(16) }
  }

  test('a request is opened in a window, answered, and the answer given out once', async () => {
    const { site, frame, id, window, claim } = await left()
    const first = frame.post('/v1/handoffs/wait', { id, seen: 'waiting' })
    expect(await window('open', { id, claim })).toMatchObject({ status: 200, body: { purpose: 'approve', request: 'c2VhbGVk' } })
    expect(await first).toMatchObject({ body: { status: 'opened' } })
    const second = frame.post('/v1/handoffs/wait', { id, seen: 'opened' })
    expect(await window('answer', { id, claim, answer: 'YW5zd2Vy' })).toMatchObject({ status: 200 })
    expect(await second).toMatchObject({ body: { status: 'answered', answer: 'YW5zd2Vy' } })
    expect(errorCode(await frame.post('/v1/handoffs/wait', { id }))).toBe('not_found')
    await site.close()
  })

  test('the window that was reloaded opens it again, another one does not', async () => {
    const { site, frame, id, window, claim } = await left()
    expect((await window('open', { id, claim })).status).toBe(200)
    expect((await window('open', { id, claim })).status).toBe(200)
    expect(await window('open', { id, claim: randomToken(16) })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    })
    expect(await window('answer', { id, claim: randomToken(16), answer: 'eA' })).toMatchObject({ status: 409 })
    expect((await window('answer', { id, claim, answer: 'eQ' })).status).toBe(200)
    expect(await window('answer', { id, claim, answer: 'eg' })).toMatchObject({ status: 409 })
    expect(await frame.post('/v1/handoffs/wait', { id })).toMatchObject({ body: { answer: 'eQ' } })
    await site.close()
  })

  test('nobody else can wait for it, cancel it or guess it', async () => {
    const { site, frame, id, window, claim } = await left()
    const stranger = await testBrowser(site.app)
    expect(errorCode(await stranger.post('/v1/handoffs/wait', { id }))).toBe('not_found')
    await stranger.post('/v1/handoffs/cancel', { id })
    expect(errorCode(await stranger.post('/v1/handoffs', { purpose: 'approve', request: 'eA' }))).toBe('no_session')
    expect((await window('open', { id: randomToken(16), claim })).status).toBe(404)
    expect((await window('open', { id, claim })).status).toBe(200)
    await frame.post('/v1/handoffs/cancel', { id })
    expect((await window('answer', { id, claim, answer: 'eA' })).status).toBe(404)
    await site.close()
  })

  test('the window hears that nobody waits for its answer any more', async () => {
    const { site, frame, id, window, claim } = await left()
    await window('open', { id, claim })
    const first = window('held', { id, claim })
    await frame.post('/v1/handoffs/cancel', { id })
    expect(await first).toEqual({ status: 200, body: { held: false } })
    expect(await window('held', { id, claim }), 'at once').toEqual({ status: 200, body: { held: false } })
    await site.close()
  })

  test('another window hears nothing of one that is held', async () => {
    const { site, id, window, claim } = await left()
    await window('open', { id, claim })
    expect(await window('held', { id, claim: randomToken(16) })).toEqual({ status: 200, body: { held: false } })
    await site.close()
  })

  test('it is over after five minutes', async () => {
    const { site, frame, id, window, claim } = await left()
    site.advance(301)
    expect((await window('open', { id, claim })).status).toBe(404)
    expect(errorCode(await frame.post('/v1/handoffs/wait', { id }, { ahead: 301 }))).toBe('not_found')
    await site.close()
  })

  test('700 KiB fit and come out whole, more does not; four long ones a minute, and short ones still', async () => {
    const { site, frame, window, claim } = await left()
    const sealed = (bytes: number): string => Buffer.alloc(bytes, 7).toString('base64url')
    const request = sealed(longestSealed)
    const made = await frame.post('/v1/handoffs', { purpose: 'approve', request })
    expect(made).toMatchObject({ status: 200 })
    const { body } = await window('open', { id: String(Object(made.body).id), claim })
    expect(Object(body).request === request).toBe(true)
    expect(errorCode(await frame.post('/v1/handoffs', { purpose: 'approve', request: sealed(longestSealed + 3) }))).toBe('invalid')
    expect(errorCode(await frame.post('/v1/handoffs', { purpose: 'approve', request: sealed(longestSealed * 2) }))).toBe('too_large')
    for (let more = 0; more < 3; more += 1) expect((await frame.post('/v1/handoffs', { purpose: 'approve', request })).status).toBe(200)
    expect(errorCode(await frame.post('/v1/handoffs', { purpose: 'approve', request }))).toBe('rate_limit')
    expect((await frame.post('/v1/handoffs', { purpose: 'approve', request: 'eA' })).status).toBe(200)
    await site.close()
  })

  test('a database that is read shows neither ids nor answers of windows that are closed', async () => {
    const { site, frame, id, window, claim } = await left()
    await window('open', { id, claim })
    await window('answer', { id, claim, answer: 'YW5zd2Vy' })
    const rows = JSON.stringify(await site.services.db.selectFrom('handoffs').selectAll().execute())
    expect([id, claim].filter((secret) => rows.includes(secret))).toEqual([])
    await frame.post('/v1/handoffs/wait', { id })
    expect(await site.services.db.selectFrom('handoffs').selectAll().execute()).toEqual([])
    await site.close()
  })
})
