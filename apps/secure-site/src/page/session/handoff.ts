import { fromBase64, toBase64Url } from '@portico/core/kit'
import * as z from 'zod/mini'
import { done, handoffMade, handoffWaited } from '../../server/api.js'
import type { Api } from './api.js'
import { randomId } from './encoding.js'
import { RejectedError, ServerRefusedError } from './errors.js'

/** Which of the window's pages. */
export type HandoffPurpose = 'approve' | 'export'

/** What a window says about the request that it showed. `hash`: of the very text that it was given; `left`: it goes without an answer. */
export const windowAnswer = z.object({ hash: z.string(), approved: z.boolean(), left: z.exactOptional(z.literal(true)) })
export type WindowAnswer = z.infer<typeof windowAnswer>

/** Which way a sealed text goes: one cannot be taken for the other. */
type Direction = 'request' | 'answer'

const algorithm = 'AES-GCM'
const ivBytes = 12

/** @throws SyntaxError for what is no base64url */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text)
  if (!bytes) throw new SyntaxError('Not base64url')
  return bytes
}

const importKey = (key: string) => crypto.subtle.importKey('raw', bytesOf(key), algorithm, false, ['encrypt', 'decrypt'])
const parameters = (iv: Uint8Array<ArrayBuffer>, direction: Direction) => ({
  name: algorithm,
  iv,
  additionalData: new TextEncoder().encode(`portico/handoff/${direction}`),
})

/** Seals a text for the other side of a handoff (AES-256-GCM). The server that keeps it has no key. */
export async function sealText(key: string, direction: Direction, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(parameters(iv, direction), await importKey(key), new TextEncoder().encode(text)),
  )
  const bytes = new Uint8Array(ivBytes + sealed.length)
  bytes.set(iv)
  bytes.set(sealed, ivBytes)
  return toBase64Url(bytes)
}

/** @throws where the text was not sealed with this key, for this direction */
export async function openText(key: string, direction: Direction, sealed: string): Promise<string> {
  const bytes = bytesOf(sealed)
  const open = await crypto.subtle.decrypt(parameters(bytes.slice(0, ivBytes), direction), await importKey(key), bytes.slice(ivBytes))
  return new TextDecoder().decode(open)
}

/** SHA-256 of a text, base64url. */
export const hashOf = async (text: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))

/** A request that waits for a window. */
export interface Handoff {
  /** The window's page. The key stands after the '#', which browsers do not send. */
  readonly url: string
  /** What the window answered; false also for an answer to anything but the request that was left, 'left' where it was closed without one. */
  readonly answer: Promise<boolean | 'left'>
  readonly cancel: () => void
}

/** Where the windows' pages are: the secure origin, and the site that they are made for. */
export interface WindowPages {
  readonly origin: string
  readonly projectId: string
  readonly hostOrigin: string
  readonly locale: string
}

export interface LeaveParameters {
  readonly api: Api
  readonly pages: WindowPages
  readonly purpose: HandoffPurpose
  /** JSON. */
  readonly content: unknown
  readonly signal: AbortSignal
}

/**
 * Leaves a request for a top-level window of the secure origin, through a mailbox that can read none of it. Works whatever the
 * window's opener policy is (R23).
 */
export async function leaveForWindow({ api, pages, purpose, content, signal }: LeaveParameters): Promise<Handoff> {
  const key = randomId(32)
  const text = JSON.stringify(content)
  const hash = await hashOf(text)
  const { id } = await api.call('/v1/handoffs', { purpose, request: await sealText(key, 'request', text) }, handoffMade, {
    signal,
  })
  const ended = new AbortController()
  const over = AbortSignal.any([signal, ended.signal])
  const answer = wait(api, id, over).then(async (sealed) => {
    const said = windowAnswer.safeParse(JSON.parse(await openText(key, 'answer', sealed))).data
    if (said?.hash !== hash) return false
    return said.left && !said.approved ? 'left' : said.approved
  })
  // Whoever does not wait for the answer any more is not told of its failure.
  answer.catch(() => {})
  const { origin, projectId, hostOrigin, locale } = pages
  const query = new URLSearchParams({ projectId, origin: hostOrigin, locale })
  return {
    url: `${origin}/${purpose}?${query}#${id}.${key}`,
    answer,
    cancel() {
      if (ended.signal.aborted) return
      ended.abort(new RejectedError())
      void api.call('/v1/handoffs/cancel', { id }, done, { keepalive: true }).catch(() => {})
    },
  }
}

/** Milliseconds of a long poll: the server answers within 25 s. */
const longPoll = 30_000

async function wait(api: Api, id: string, signal: AbortSignal): Promise<string> {
  for (;;) {
    signal.throwIfAborted()
    const waited = await api.call('/v1/handoffs/wait', { id }, handoffWaited, { signal, patience: longPoll }).catch((error: unknown) => {
      if (signal.aborted || error instanceof ServerRefusedError) throw error
    })
    if (waited?.status === 'answered') return waited.answer
    // 'opened' may come at once; and a server that is away must not be asked without a pause.
    await new Promise((resolve) => setTimeout(resolve, waited ? 250 : 1_000))
  }
}
