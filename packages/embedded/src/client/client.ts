import { PorticoError } from '@portico/core'
import type { EmbeddedState, SurfaceBox } from '@portico/core/embedded'
import { FrameLoadError, FrameRequestError, FrameTimeoutError, FrameRequestAbortedError } from '../errors.js'
import type { AnswerPayload, FrameMessage } from '../protocol/answers.js'
import { message } from '../protocol/envelope.js'
import { isSigningMethod } from '../protocol/methods.js'
import { readFrameMessage } from '../protocol/readFrameMessage.js'
import { showsPage, type RequestName, type RequestPayload } from '../protocol/requests.js'
import { createFrameElement, type FrameElement, type Page } from './frame.js'

/**
 * How long the frame may take to say READY, in milliseconds.
 * @example if (error instanceof FrameLoadError) console.warn(`The page in the frame was blocked, or said nothing for ${loadTimeout / 1000} s.`)
 */
export const loadTimeout = 20_000
/** How long from when the browser has loaded it: a page of ours says READY before that, one that an extension or a proxy blocked never does. */
const blockedTimeout = 3_000
/**
 * How long it may take to answer a login, in milliseconds.
 * @example const answerTime = requestTimeout - 2_000 // of the page in the frame, so that it says itself what was wrong
 */
export const requestTimeout = 30_000
/**
 * How long it may take to sign out, in milliseconds.
 * @example setTimeout(showSignedOut, signOutTimeout) // nobody waits longer for the frame to sign out
 */
export const signOutTimeout = 3_000

const limits: Readonly<Partial<Record<RequestName, number>>> = {
  CONNECT_EMAIL: requestTimeout,
  CONNECT_DEVICE: requestTimeout,
  CONNECT_OTP: requestTimeout,
  CONNECT_SOCIAL: requestTimeout,
  GET_SOCIAL_REDIRECT_URI: requestTimeout,
  SIGN_OUT: signOutTimeout,
}

/** What the frame tells by itself once it is there. */
export type HostEvent = Extract<FrameMessage, { kind: 'event'; name: 'SESSION_UPDATE' | 'SURFACE' | 'HEIGHT' }>

export interface FrameClientOptions {
  /** Address of the page in the frame, made anew for each frame. */
  readonly url: () => string
  /** Id and name of the iframe. */
  readonly id: string
  readonly onEvent?: (event: HostEvent) => void
  readonly onStatus?: (status: EmbeddedState['frame']) => void
  /** The visitor pressed Escape beside the page in the frame. */
  readonly onEscape?: () => void
  /** Default: the global window. */
  readonly page?: Page
}

export interface FrameClient {
  /**
   * Asks the frame, which is made when there is none. Settles once.
   * @throws FrameLoadError, FrameTimeoutError, FrameRequestError with the frame's own words, FrameRequestAbortedError
   */
  readonly request: <N extends RequestName>(name: N, payload: RequestPayload<N>) => Promise<AnswerPayload<N>>
  /** Makes the frame before it is needed. @throws FrameLoadError, FrameRequestAbortedError */
  readonly open: () => Promise<void>
  readonly place: (box: SurfaceBox | undefined) => void
  /** The visitor turned away: what they are being asked is rejected, and the frame is told. */
  readonly abort: () => void
  /** Takes the frame away. What is pending is rejected. */
  readonly close: () => void
  /** `ignored`: messages of windows that were not the frame's READY; `dropped`: messages of the frame that were no answer. */
  readonly counts: () => { readonly ignored: number; readonly dropped: number; readonly pending: number }
}

interface Pending {
  readonly name: RequestName
  /** The visitor is asked, and can turn away. */
  readonly asks: boolean
  readonly resolve: (payload: never) => void
  readonly reject: (error: Error) => void
  timer?: ReturnType<typeof setTimeout>
}

/** One iframe, from its making to its removal. */
interface Visit {
  readonly element: FrameElement
  readonly stop: () => void
  port?: MessagePort
  /** Settles with READY. Made anew when the page inside is told to reload. */
  ready: Promise<void>
  setReady: () => void
  fail: (error: Error) => void
  /** Runs until READY has come. */
  timer?: ReturnType<typeof setTimeout> | undefined
}

/**
 * The host's end of the channel. Only READY is heard on the window, and only from the frame's own window and exact origin, with one
 * port (S1); afterwards that port alone, until READY brings another one (R6). A port keeps what is sent before its other end
 * listens, so that nothing has to wait after READY.
 * @example
 * const frame = createFrameClient({ url: () => 'https://wallet.example/frame?projectId=shop', id: 'wallet-frame' })
 * const { isConnected } = await frame.request('IS_CONNECTED', undefined)
 */
export function createFrameClient({ url, id, onEvent, onStatus, onEscape, page = globalThis.window }: FrameClientOptions): FrameClient {
  const pending = new Map<string, Pending>()
  const counts = { ignored: 0, dropped: 0 }
  let visit: Visit | undefined

  /** Ends a visit. What waits for an answer, or for the frame itself, is rejected. */
  function end(error: (pending?: Pending) => Error, status: EmbeddedState['frame']) {
    const over = visit
    if (!over) return
    visit = undefined
    over.stop()
    over.fail(error())
    rejectAll(error)
    onStatus?.(status)
  }

  function rejectAll(error: (pending: Pending) => Error, which: (pending: Pending) => boolean = () => true) {
    for (const [one, waiting] of [...pending]) {
      if (!which(waiting)) continue
      clearTimeout(waiting.timer)
      pending.delete(one)
      waiting.reject(error(waiting))
    }
  }

  const asAborted = (waiting?: Pending) =>
    new FrameRequestAbortedError({ asked: waiting?.asks === true && waiting.name !== 'OPEN_SECURITY' })

  function start(): Visit {
    const src = url()
    const { origin } = new URL(src)
    const hear = ({ data, origin: from, source, ports: [port, ...others] }: MessageEvent<unknown>) => {
      const isReady =
        from === origin &&
        source !== null &&
        source === element.window() &&
        port &&
        others.length === 0 &&
        readFrameMessage(data)?.name === 'READY'
      if (isReady) bind(made, port)
      else counts.ignored += 1
    }
    const onLoad = () => made.timer && expire(made, blockedTimeout)
    const element = createFrameElement({ page, id, url: src, onLoad, onEscape: () => onEscape?.() })
    const made: Visit = {
      element,
      stop() {
        expire(made)
        page.removeEventListener('message', hear)
        made.port?.close()
        element.remove()
      },
      ...awaitReady(),
    }
    page.addEventListener('message', hear)
    visit = made
    load(made)
    return made
  }

  /** From here READY is waited for. */
  function load(made: Visit) {
    expire(made, loadTimeout)
    onStatus?.('loading')
  }

  /** Gives it so many milliseconds from now; none: it has READY, or is over. */
  function expire(made: Visit, milliseconds?: number) {
    clearTimeout(made.timer)
    made.timer = milliseconds ? setTimeout(() => end(() => new FrameLoadError(), 'failed'), milliseconds) : undefined
  }

  function bind(made: Visit, port: MessagePort) {
    expire(made)
    const { port: old } = made
    made.port = port
    port.onmessage = ({ data }) => (made.port === port ? receive(data) : undefined)
    if (old) {
      // The page inside is another one: nobody will answer what was asked of the one before.
      old.onmessage = null
      old.close()
      rejectAll(asAborted, ({ name }) => name !== 'RELOAD')
      for (const [one, { name }] of [...pending]) if (name === 'RELOAD') settle(one, undefined)
    }
    made.setReady()
    onStatus?.('ready')
  }

  function settle(one: string, payload: unknown) {
    const waiting = pending.get(one)
    clearTimeout(waiting?.timer)
    pending.delete(one)
    waiting?.resolve(payload as never) // the name was the same on both sides, and so is the payload's type
  }

  function receive(data: unknown) {
    const said = readFrameMessage(data)
    if (said?.kind === 'event') {
      if (said.name !== 'READY') return onEvent?.(said)
    } else if (said && pending.get(said.id)?.name === said.name) {
      if (said.kind === 'success') return settle(said.id, said.payload)
      const waiting = pending.get(said.id)
      clearTimeout(waiting?.timer)
      pending.delete(said.id)
      return waiting?.reject(said.payload.reason === 'timeout' ? new FrameTimeoutError() : new FrameRequestError(said.payload))
    }
    counts.dropped += 1
  }

  async function open(): Promise<void> {
    try {
      await (visit ?? start()).ready
    } catch (error) {
      // A page without a body, or a browser without dialogs: nothing was left behind.
      throw error instanceof PorticoError ? error : new FrameLoadError({ cause: error })
    }
  }

  async function request<N extends RequestName>(name: N, payload: RequestPayload<N>): Promise<AnswerPayload<N>> {
    const posted = message(`APP_${name}`, payload) // what is no JSON fails here, before anything waits
    await open()
    return new Promise((resolve, reject) => {
      const made = visit
      if (!made?.port) return reject(new FrameRequestAbortedError({ asked: false })) // it was taken away in this very moment
      const asks = showsPage(name) || (name === 'RPC_REQUEST' && isSigningMethod((payload as RequestPayload<'RPC_REQUEST'>).method))
      const waiting: Pending = { name, asks, resolve, reject }
      const limit = limits[name]
      if (limit) waiting.timer = setTimeout(() => end(() => new FrameTimeoutError(), 'failed'), limit)
      pending.set(posted.id, waiting)
      made.port.postMessage(posted)
      if (name === 'RELOAD') {
        Object.assign(made, awaitReady())
        load(made)
      }
    })
  }

  return {
    request,
    open,
    place: (box) => visit?.element.place(box),
    abort() {
      rejectAll(asAborted, ({ asks }) => asks)
      if (visit?.port) void request('RPC_ABORT', undefined).catch(() => undefined)
    },
    close: () => end(asAborted, 'idle'),
    counts: () => ({ ...counts, pending: pending.size }),
  }
}

/** A promise that READY resolves. Nobody need wait for it. */
function awaitReady(): Pick<Visit, 'ready' | 'setReady' | 'fail'> {
  let setReady = () => {}
  let fail: (error: Error) => void = () => {}
  const ready = new Promise<void>((resolve, reject) => {
    setReady = resolve
    fail = reject
  })
  ready.catch(() => undefined)
  return { ready, setReady, fail }
}
