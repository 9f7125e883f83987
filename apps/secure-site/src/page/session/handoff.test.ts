import { expect, test, vi } from 'vitest'
import { handoffBody } from '../../server/api.js'
import { own, testContext } from '../requests/kit.test.helper.js'
import { prepareRequest } from '../requests/prepare.js'
import { fitForWindow, viewOf } from '../screens/view.js'
import type { Api } from './api.js'
import { hashOf, leaveForWindow, openText, sealText } from './handoff.js'
import { randomId } from './encoding.js'
import { ServerRefusedError } from './errors.js'

const pages = { origin: 'https://secure.example', projectId: 'demo', hostOrigin: 'https://shop.example', locale: 'de' }
const content = { view: { amount: '5' } }

/** The mailbox of the server: what it is given, and an answer that the test's window leaves. */
function mailbox() {
  const box: { request?: string; answer?: string; cancelled: boolean; fail?: Error } = { cancelled: false }
  const api: Pick<Api, 'call'> = {
    call: async (path, body, schema) => {
      if (path === '/v1/handoffs') {
        box.request = String(Object(body).request)
        return schema.parse({ id: 'i'.repeat(22), expiresIn: 300 })
      }
      if (path.endsWith('/cancel')) {
        box.cancelled = true
        return schema.parse({ done: true })
      }
      if (box.fail) throw box.fail
      return schema.parse(box.answer === undefined ? { status: 'opened' } : { status: 'answered', answer: box.answer })
    },
  }
  return { box, api: { ...api, serverTime: Date.now } }
}
const keyOf = (url: string) => new URL(url).hash.split('.')[1] ?? ''

async function leave(signal = new AbortController().signal) {
  const { box, api } = mailbox()
  const handoff = await leaveForWindow({ api, pages, purpose: 'approve', content, signal })
  const key = keyOf(handoff.url)
  const text = await openText(key, 'request', box.request ?? '')
  const answer = async (said: unknown, direction: 'answer' | 'request' = 'answer', by = key) => {
    box.answer = await sealText(by, direction, JSON.stringify(said))
    return handoff.answer
  }
  return { box, handoff, text, answer, hash: await hashOf(text) }
}

test('a window gets the whole request by a key that only its address holds', async () => {
  const { handoff, text, box } = await leave()
  expect(JSON.parse(text)).toEqual(content)
  const url = new URL(handoff.url)
  expect([url.origin, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    pages.origin,
    '/approve',
    { projectId: 'demo', origin: 'https://shop.example', locale: 'de' },
  ])
  expect(url.hash).toMatch(/^#i{22}\.[\w-]{43}$/)
  expect(box.request).not.toContain('amount')
  await expect(openText(randomId(32), 'request', box.request ?? '')).rejects.toThrow()
})

test('S11: only an approval of the very same request counts', async () => {
  const first = await leave()
  expect(await first.answer({ hash: first.hash, approved: true })).toBe(true)
  for (const said of [{ hash: 'other', approved: true }, { approved: true }, { hash: true, approved: true }, 'yes', null]) {
    const { answer } = await leave()
    expect(await answer(said)).toBe(false)
  }
  const refused = await leave()
  expect(await refused.answer({ hash: refused.hash, approved: false })).toBe(false)
})

test('S11: a window that was closed without an answer is neither an approval nor a refusal', async () => {
  const closed = await leave()
  expect(await closed.answer({ hash: closed.hash, approved: false, left: true })).toBe('left')
  const both = await leave()
  expect(await both.answer({ hash: both.hash, approved: true, left: 'yes' })).toBe(false)
  const foreign = await leave()
  expect(await foreign.answer({ hash: 'other', approved: false, left: true })).toBe(false)
})

test('S11: an answer of another key, or the request sent back as the answer, is a failure and never an approval', async () => {
  const foreign = await leave()
  await expect(foreign.answer({ hash: foreign.hash, approved: true }, 'answer', randomId(32))).rejects.toThrow()
  const reflected = await leave()
  await expect(reflected.answer({ hash: reflected.hash, approved: true }, 'request')).rejects.toThrow()
})

test('a request that is over ends the wait, and a cancelled one is taken out of the mailbox', async () => {
  const gone = await leave()
  gone.box.fail = new ServerRefusedError({ reason: 'not_found', message: 'over', status: 404 })
  await expect(gone.handoff.answer).rejects.toMatchObject({ reason: 'not_found' })
  const { handoff, box } = await leave()
  handoff.cancel()
  await expect(handoff.answer).rejects.toMatchObject({ code: 4001 })
  await vi.waitFor(() => expect(box.cancelled).toBe(true), 20_000)
})

test.each<[string, string, string]>([
  ['that nobody sees', '\u0007', 'personal_sign'],
  ['of a script with three bytes each', '字', 'personal_sign'],
])('S11: the longest message that a request may hold, in characters %s, goes to a window whole', async (_, character, method) => {
  const text = character.repeat(99_000)
  const request = { id: 'r', method, params: [text, own] }
  const prepared = await prepareRequest(request, testContext())
  const view = fitForWindow(viewOf(prepared, { origin: 'https://shop.example' }))
  const { box, api } = mailbox()
  const { url } = await leaveForWindow({
    api,
    pages,
    purpose: 'approve',
    content: { view, theme: {} },
    signal: new AbortController().signal,
  })
  const body = handoffBody.safeParse({ purpose: 'approve', request: box.request })
  expect(body.success).toBe(true)
  const shown = JSON.parse(await openText(keyOf(url), 'request', box.request ?? '')) as { view: { effects: { message?: string }[] } }
  expect(shown.view.effects[0]?.message).toBe(prepared.effects[0]?.message)
})
