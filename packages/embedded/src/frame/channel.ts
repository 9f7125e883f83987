import { InvalidOptionError } from '@portico/core'
import { answers, type AnswerPayload, type Failure, type FrameEvent } from '../protocol/answers.js'
import { message, toWire } from '../protocol/envelope.js'
import { isSigningMethod } from '../protocol/methods.js'
import { readAppMessage } from '../protocol/readAppMessage.js'
import { showsPage, type AppMessage, type RequestName, type RequestPayload } from '../protocol/requests.js'
import { reason } from '../protocol/shapes.js'

/** The host throws a frame away that does not answer these within 30 s. The frame gives up before that, and lives on. */
const timed: readonly RequestName[] = ['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP', 'CONNECT_SOCIAL', 'GET_SOCIAL_REDIRECT_URI']
const answerTime = 28_000
/** How many ids are remembered, so that none is answered twice. */
const idLimit = 10_000

export interface HandlerContext {
  /** Of the request: unique, a UUID. */
  readonly id: string
  /** Aborts when the host turns away, when the time is over, or when the channel closes. */
  readonly signal: AbortSignal
}

/**
 * One function for each request. What it resolves with is the answer; what it throws is the error answer, with `message`, `reason`
 * where it has one (`wrong_code`), and where they are numbers `code` and `retryAfter` (seconds). After its signal has aborted nobody waits for it any more.
 */
export type FrameHandlers = {
  readonly [N in Exclude<RequestName, 'RPC_ABORT'>]: (
    payload: RequestPayload<N>,
    context: HandlerContext,
  ) => AnswerPayload<N> | Promise<AnswerPayload<N>>
}

export interface FrameChannelOptions {
  /** The one origin that may speak with this page, such as `https://shop.example`. */
  readonly hostOrigin: string
  /** Told with READY. */
  readonly version: string
  /** Default: the global one. */
  readonly window?: { readonly parent: Pick<Window, 'postMessage'> }
  readonly handlers: FrameHandlers
  /** The host turned away: from the request with that id, or from all that the visitor is asked. */
  readonly onAbort?: (requestId: string | undefined) => void
}

export interface FrameChannel {
  /** Tells the host something by itself. */
  readonly post: (event: FrameEvent) => void
  /** Messages so far: requests taken, messages dropped or refused, answers sent. */
  readonly counts: () => { readonly accepted: number; readonly dropped: number; readonly answered: number }
  /** Ends the channel. What is being worked on is aborted, and not answered. */
  readonly close: () => void
}

/**
 * The frame's end of the channel: makes a port, hands it to the host's window with READY, to exactly the origin that may have it,
 * and from then on hears that port alone (S1). Each request is checked (S3, S4), and answered once.
 * @example
 * const channel = openFrameChannel({ hostOrigin: 'https://shop.example', version: protocolVersion, handlers })
 * channel.post({ type: 'FRAME_HEIGHT', payload: { height: 320 } }) // in CSS pixels
 * @throws InvalidOptionError for an origin that is none
 */
export function openFrameChannel({
  hostOrigin,
  version,
  window: page = globalThis.window,
  handlers,
  onAbort,
}: FrameChannelOptions): FrameChannel {
  if (!isOrigin(hostOrigin))
    throw new InvalidOptionError({ option: 'hostOrigin', problem: 'expected the origin of a page, such as https://shop.example' })
  const { port1: port, port2 } = new MessageChannel()
  const running = new Map<string, { readonly asks: boolean; readonly end: (failure: Failure) => void; readonly abort: AbortController }>()
  const seen = new Set<string>()
  const counts = { accepted: 0, dropped: 0, answered: 0 }

  const answer = (name: string, id: string, ending: 'SUCCESS' | 'ERROR', payload: unknown) => {
    counts.answered += 1
    port.postMessage(message(`FRAME_${name}_${ending}`, payload, id))
  }

  function remember(id: string): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    for (const oldest of seen) {
      if (seen.size <= idLimit) break
      seen.delete(oldest)
    }
    return true
  }

  function receive({ data }: MessageEvent<unknown>) {
    const read = readAppMessage(data)
    if (!read || !remember(read.id)) {
      counts.dropped += 1
    } else if ('refused' in read) {
      counts.dropped += 1
      answer(read.name, read.id, 'ERROR', read.refused)
    } else {
      counts.accepted += 1
      if (read.name === 'RPC_ABORT') abortAll(read)
      else void run(read)
    }
  }

  function abortAll({ id, payload }: AppMessage<'RPC_ABORT'>) {
    const wanted = payload?.requestId
    for (const [one, { asks, end }] of [...running])
      if (wanted === undefined ? asks : one === wanted) end({ message: 'Request was aborted', reason: 'aborted', code: 4001 })
    onAbort?.(wanted)
    answer('RPC_ABORT', id, 'SUCCESS', undefined)
  }

  async function run(request: Exclude<AppMessage, { name: 'RPC_ABORT' }>) {
    const { name, id, payload } = request
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const settle = (ending: 'SUCCESS' | 'ERROR', said: unknown) => {
      if (!running.delete(id)) return
      clearTimeout(timer)
      answer(name, id, ending, said)
    }
    const end = (said: Failure) => {
      settle('ERROR', said)
      abort.abort()
    }
    const asks = showsPage(name) || (name === 'RPC_REQUEST' && isSigningMethod(request.payload.method))
    running.set(id, { asks, end, abort })
    if (timed.includes(name)) timer = setTimeout(() => end({ message: 'iframe_request_timeout', reason: 'timeout' }), answerTime)
    try {
      // The payload is the one of the name, which no expression can follow.
      const handler = handlers[name] as (payload: unknown, context: HandlerContext) => unknown
      const result: unknown = await handler(payload, { id, signal: abort.signal })
      // What the host would drop must not leave it waiting.
      const said = toWire(result)
      if (answers[name].safeParse(said).success) settle('SUCCESS', said)
      else settle('ERROR', { message: unknownFailure })
    } catch (error) {
      settle('ERROR', failureOf(error))
    }
  }

  port.onmessage = receive
  page.parent.postMessage(message('FRAME_READY', { version }), hostOrigin, [port2])

  return {
    post: ({ type, payload }) => port.postMessage(message(type, payload)),
    counts: () => ({ ...counts }),
    close() {
      port.onmessage = null
      port.close()
      const ended = [...running.values()]
      running.clear()
      for (const { abort } of ended) abort.abort()
    },
  }
}

const unknownFailure = 'An error occurred'

/** An origin as browsers write it: not '*', not 'null', no path. */
function isOrigin(value: string): boolean {
  return /^https?:\/\/[^*]+$/.test(value) && URL.canParse(value) && new URL(value).origin === value
}

/** What of a failure is told: never more than its message, its reason and two numbers. */
function failureOf(error: unknown): Failure {
  const field = (name: string): unknown => (typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined)
  const [said, code, retryAfter] = [field('message'), field('code'), field('retryAfter')]
  const { data: why } = reason.safeParse(field('reason'))
  return {
    message: typeof said === 'string' && said ? said.replace(/\n\n.*/s, '').slice(0, 1_000) : unknownFailure,
    ...(why !== undefined && { reason: why }),
    ...(typeof code === 'number' && Number.isSafeInteger(code) && { code }),
    ...(typeof retryAfter === 'number' && Number.isFinite(retryAfter) && { retryAfter: Math.min(1e9, Math.max(0, Math.ceil(retryAfter))) }),
  }
}
