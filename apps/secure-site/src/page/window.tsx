/** A top-level window of the secure origin: shows one sealed request, or the words, and answers sealed (S11). */
import { pause, send } from '@portico/core/kit'
import * as z from 'zod/mini'
import { apiError, done, handoffHeld, handoffOpened, rootElementId } from '../server/api.js'
import { mountScreens } from './screens/mount.js'
import { createStage, type Stage } from './screens/stage.js'
import { requestView } from './screens/view.js'
import { randomId } from './session/encoding.js'
import { hashOf, openText, sealText, type WindowAnswer } from './session/handoff.js'
import { readSettings } from './settings.js'
import { canProveVisibility } from './guard/watch.js'

const theme = z.object({ themeMode: z.optional(z.unknown()), themeVariables: z.optional(z.unknown()) })
const approval = z.object({ view: requestView, theme })
const exported = z.object({ words: z.array(z.string()).check(z.minLength(12), z.maxLength(24)), theme })

async function start(): Promise<void> {
  const settings = readSettings(document)
  const { locale, hostOrigin } = settings
  const stage = createStage(locale)
  mountScreens({ root: document.getElementById(rootElementId) ?? document.body, stage })
  if (location.pathname === '/continue') {
    const { runContinueWindow } = await import('./continue/window.js')
    const attempt = location.hash.slice(1)
    history.replaceState(null, '', location.pathname + location.search)
    // The window that opened this one, and with it the line to it, is not kept longer than that is needed.
    const { opener } = window
    return runContinueWindow({ settings, stage, origin: location.origin, opener, attempt, close: () => window.close() })
  }
  const [, id = '', key = ''] = /^#([\w-]{22,64})\.([\w-]{43})$/.exec(location.hash) ?? []
  // The key does not stay in the address: not for a look over the shoulder, and not in the history.
  history.replaceState(null, '', location.pathname + location.search)
  try {
    await show(stage, { id, key, hostOrigin })
  } catch {
    stage.show({ kind: 'ended', outcome: 'gone' })
  }
}

async function show(
  stage: Stage,
  { id, key, hostOrigin }: { readonly id: string; readonly key: string; readonly hostOrigin: string },
): Promise<void> {
  const claim = randomId(32)
  const { purpose, request } = await post('/v1/handoffs/open', { id, claim }, handoffOpened)
  const text = await openText(key, 'request', request)
  const content: unknown = JSON.parse(text)
  const hash = await hashOf(text)
  const seal = (said: Omit<WindowAnswer, 'hash'>) => sealText(key, 'answer', JSON.stringify({ hash, ...said } satisfies WindowAnswer))
  // Sealed now: a page that is being closed waits for nothing.
  const leaving = JSON.stringify({ id, claim, answer: await seal({ approved: false, left: true }) })
  let isSaid = false
  window.addEventListener('pagehide', () => {
    if (!isSaid) void fetch('/v1/handoffs/answer', { ...posted(leaving), keepalive: true }).catch(() => {})
  })
  const answer = async (approved: boolean) => {
    isSaid = true
    try {
      await post('/v1/handoffs/answer', { id, claim, answer: await seal({ approved }) }, done)
    } catch (error) {
      isSaid = false
      throw error
    }
  }
  if (location.pathname !== `/${purpose}`) throw new Error('The request is for another page')
  if (purpose === 'export') return showWords(stage, exported.parse(content), answer)
  const { view, theme: dress } = approval.parse(content)
  // The window was made for one site, and so was the request.
  if (view.origin !== hostOrigin) throw new Error('The request is of another site')
  stage.dress(dress)
  let isDecided = false
  const decide = (approved: boolean) => {
    isDecided = true
    stage.show({ kind: 'working', step: 'signing' })
    answer(approved).then(
      () => end(stage, approved ? 'approved' : 'rejected'),
      () => stage.show({ kind: 'ended', outcome: 'gone' }),
    )
  }
  // Nothing can be drawn over a window; where the browser can tell, it is asked all the same.
  const by = canProveVisibility() ? 'proof' : 'geometry'
  stage.show({ kind: 'approve', view, by, onApprove: () => decide(true), onReject: () => decide(false) })
  // The page that asked may be left, or take it back, while this window stays: then nothing is to be decided here any more.
  while (!isDecided) {
    const waits = await post('/v1/handoffs/held', { id, claim }, handoffHeld, longPoll).catch(() => undefined)
    if (isDecided) return
    if (waits?.held === false) {
      isSaid = true
      return stage.show({ kind: 'ended', outcome: 'unasked', onClose: () => window.close() })
    }
    await pause(waits ? 250 : 2_000)
  }
}

async function showWords(
  stage: Stage,
  { words, theme: dress }: z.infer<typeof exported>,
  answer: (approved: boolean) => Promise<void>,
): Promise<void> {
  stage.dress(dress)
  // Read once: the mailbox has no further use for them.
  void answer(true).catch(() => {})
  stage.show({ kind: 'words', words, onDone: () => end(stage, 'shown') })
}

function end(stage: Stage, outcome: 'approved' | 'rejected' | 'shown'): void {
  stage.show({ kind: 'ended', outcome })
  // A window that a script opened closes; a tab that a link opened stays, and says so.
  setTimeout(() => window.close(), 600)
}

const posted = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
  cache: 'no-store',
  redirect: 'error',
})

/** Milliseconds of a long poll: the server answers within 25 s. */
const longPoll = 30_000

async function post<S extends z.ZodMiniType>(path: string, body: unknown, schema: S, timeout = 15_000): Promise<z.output<S>> {
  const init = posted(JSON.stringify(body))
  const { ok, status, text } = await send({ fetch, url: path, path, init, retries: 0, timeout })
  const answer: unknown = JSON.parse(text)
  if (!ok) throw new Error(apiError.safeParse(answer).data?.error.code ?? `status ${status}`)
  return schema.parse(answer)
}

void start()
