import { memoryStorage } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubPage } from '../../portico/page.test.helper.js'
import { disconnect } from '../connection/disconnect.js'
import { confirmSignIn } from './answer.js'
import { refreshSession } from './refreshSession.js'
import { calm, fakeAddress, leavePages, site } from './site.test.helper.js'

const account = `eip155:1:${fakeAddress}`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  stubPage()
})
afterEach(() => {
  leavePages()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function signedIn(options: Parameters<typeof site>[0] = {}) {
  const page = await site(options)
  await page.connect()
  await sign(page)
  return page
}

async function sign({ portico, wallet }: Awaited<ReturnType<typeof site>>) {
  const confirmed = confirmSignIn(portico)
  await calm()
  wallet.at(-1)?.sign()
  await confirmed
}

/** Disconnects while the server is away, for as long as it is asked. */
async function leaveUnheard(page: Awaited<ReturnType<typeof site>>) {
  page.server.answers.status = 503
  await disconnect(page.portico)
  await calm()
  await vi.advanceTimersByTimeAsync(60_000)
  await calm()
}

const onServer = ({ server }: Awaited<ReturnType<typeof site>>) => server.server.sessionsOf(account)

test('a session whose wallet is disconnected while the server is away ends with the next request that it answers', async () => {
  const page = await signedIn()
  await leaveUnheard(page)
  expect(page.state().sessions).toEqual([])
  expect(await onServer(page)).toHaveLength(1)
  page.server.answers.status = undefined
  await refreshSession(page.portico)
  expect(await onServer(page)).toEqual([])
  const asked = page.server.asked.length
  await refreshSession(page.portico)
  expect(page.server.asked.slice(asked)).toEqual(['session'])
})

test('it ends in the next page view, where there is none in this one, and nobody is signed in by it', async () => {
  const first = await signedIn()
  await leaveUnheard(first)
  first.unmount()
  first.server.answers.status = undefined
  const next = await site({ server: first.server, storage: first.storage })
  await calm()
  expect(await onServer(next)).toEqual([])
  expect(next.state().sessions).toEqual([])
})

test('who connects again meanwhile is asked again, and what they sign then stays', async () => {
  const page = await signedIn()
  await leaveUnheard(page)
  page.server.answers.status = undefined
  await page.connect()
  expect([page.status(), page.state().sessions]).toEqual(['ready', []])
  await sign(page)
  await refreshSession(page.portico)
  expect(page.state().sessions).toMatchObject([{ accountId: account }])
  expect(await onServer(page)).toHaveLength(1)
})

test('it counts for nobody where the server answers all but that', async () => {
  const page = await signedIn()
  vi.spyOn(console, 'warn').mockReturnValue()
  page.server.answers.refusedPath = 'sign-out'
  await disconnect(page.portico)
  await calm()
  await page.connect()
  expect([page.status(), page.state().sessions]).toEqual(['ready', []])
  await sign(page)
  page.server.answers.refusedPath = undefined
  await refreshSession(page.portico)
  expect(page.state().sessions).toMatchObject([{ accountId: account }])
})

test('R14: storage that forgets, or has nonsense, keeps nobody from it', async () => {
  const broken = {
    ...memoryStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  vi.spyOn(console, 'warn').mockReturnValue()
  const page = await signedIn({ storage: broken })
  await leaveUnheard(page)
  page.server.answers.status = undefined
  await refreshSession(page.portico)
  expect(await onServer(page)).toEqual([])
  page.unmount()
  for (const nonsense of ['{', '{}', '[1, null, "nobody"]']) {
    const storage = memoryStorage()
    storage.setItem('@portico/portico/left', nonsense)
    const { portico, server } = await site({ storage })
    await refreshSession(portico)
    expect(server.asked).toEqual(['session'])
    leavePages()
  }
})
