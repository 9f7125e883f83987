import { greeting, LineOverError, openLine, type Line } from './line.js'

/** Milliseconds between two looks whether the window is still there. */
const lookMs = 500

export interface MeetOptions {
  /** The window that this page has just opened. */
  readonly window: Pick<Window, 'closed'>
  /** What stands in the window's address: another window is not answered. */
  readonly attempt: string
  /** Of this page, and of the window's. */
  readonly origin: string
  readonly page: Pick<globalThis.Window, 'addEventListener' | 'removeEventListener'>
  readonly signal: AbortSignal
}

/**
 * Waits for a window of this origin that this page has opened, and talks to it over the port that it brings. A message counts from that very
 * window, of this very origin, with the attempt's id.
 * @throws LineOverError when the window is closed first, and the reason of `signal`
 */
export async function meet<T>(
  { window, attempt, origin, page, signal }: MeetOptions,
  talk: (line: Line, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const timer = setInterval(() => window.closed && over.abort(new LineOverError()), lookMs)
  let stop = () => {}
  let line: Line | undefined
  try {
    const port = await new Promise<MessagePort>((resolve, reject) => {
      const hear = ({ data, origin: from, source, ports }: MessageEvent<unknown>) => {
        const [first] = ports
        if (from !== origin || source !== window || ports.length !== 1 || !first) return
        if (greeting.safeParse(data).data?.attempt === attempt) resolve(first)
      }
      page.addEventListener('message', hear)
      const abort = () => reject(either.reason)
      either.addEventListener('abort', abort)
      stop = () => {
        page.removeEventListener('message', hear)
        either.removeEventListener('abort', abort)
      }
      if (either.aborted) abort()
    })
    stop()
    line = openLine(port, either)
    return await talk(line, either)
  } finally {
    stop()
    clearInterval(timer)
    line?.close()
  }
}
