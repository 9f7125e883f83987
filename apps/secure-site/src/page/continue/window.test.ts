import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Screen, Stage } from '../screens/stage.js'
import type { PageSettings } from '../types.js'
import { runContinueWindow } from './window.js'

const origin = 'https://secure.example'
const attempt = 'a'.repeat(32)
const site = { projectId: 'shop', hostOrigin: 'https://shop.example' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page as another one sees it: of another origin, it says nothing of where it is. */
function page(at: string | undefined) {
  const posted: { data: unknown; to: string; port: MessagePort }[] = []
  const location = Object.defineProperty({}, 'origin', {
    get() {
      if (at === undefined) throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError')
      return at
    },
  })
  const postMessage = (data: unknown, to: string, [port]: MessagePort[]) => void (port && posted.push({ data, to, port }))
  return { posted, peer: { location, postMessage } as unknown as Window }
}

/** The window, opened by the site's page with some frames on it. */
function open(opener: ReturnType<typeof page>, frames: readonly ReturnType<typeof page>[]) {
  const shown: Screen[] = []
  const running = runContinueWindow({
    settings: site as PageSettings, // all that is read before a frame has answered
    stage: { show: (screen: Screen) => void shown.push(screen) } as Stage,
    origin,
    opener: Object.assign(
      opener.peer,
      { length: frames.length },
      frames.map(({ peer }) => peer),
    ),
    attempt,
    close: () => {},
  })
  return { shown, running }
}

test('S52: the window writes to pages of its own origin alone, the frame on the page that opened it among them', async () => {
  const [host, strange, own] = [page(undefined), page('https://evil.example'), page(origin)]
  const { shown, running } = open(host, [strange, own])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown).toEqual([{ kind: 'working', step: 'meeting' }])
  expect([host.posted, strange.posted]).toEqual([[], []])
  expect(own.posted.length).toBeGreaterThan(1)
  for (const { data, to } of own.posted) expect([data, to]).toEqual([{ type: 'portico/continue', attempt }, origin])
  // One of another site is no reason to ask anybody anything.
  own.posted[0]?.port.postMessage({ kind: 'site', projectId: 'shop', origin: 'https://other.example', known: false })
  vi.useRealTimers()
  await running
  expect(shown.at(-1)).toEqual({ kind: 'ended', outcome: 'gone' })
})

test('S52: where no frame answers the request is over', async () => {
  const { shown, running } = open(page(undefined), [])
  await vi.advanceTimersByTimeAsync(30_000)
  await running
  expect(shown.at(-1)).toEqual({ kind: 'ended', outcome: 'gone' })
})

test('S52: before the press the window asks for nothing, and after a no it says that it is over', async () => {
  const own = page(origin)
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { shown, running } = open(own, [])
  await vi.advanceTimersByTimeAsync(1)
  const port = own.posted[0]?.port
  const heard: unknown[] = []
  port?.addEventListener('message', ({ data }) => heard.push(data))
  port?.start()
  port?.postMessage({ kind: 'site', projectId: 'shop', origin: 'https://shop.example', known: true })
  vi.useRealTimers()
  await vi.waitFor(() => expect(shown.at(-1)?.kind).toBe('known'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  const asked = shown.at(-1)
  expect(asked).toMatchObject({ kind: 'known', origin: 'https://shop.example', remember: true })
  expect(heard).toEqual([])
  if (asked?.kind === 'known') asked.onReject()
  await running
  await vi.waitFor(() => expect(heard).toEqual([{ kind: 'over' }]))
  expect(shown.at(-1)).toEqual({ kind: 'ended', outcome: 'rejected' })
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})
