import { greeting, LineOverError, openLine, type Line } from './line.js'

/** Milliseconds between two looks whether the window is still there. */
const lookMs = 500
/** Milliseconds that a window which the site has opened may take to greet: nobody tells whether it has been closed before. */
const led = 30_000

/** A window as one of another page is seen: enough to tell where it stands. */
export type Seen = Pick<Window, 'closed'> & { readonly parent?: unknown; readonly opener?: unknown }

export interface MeetOptions {
  /** The window that this page has just opened; undefined for one that the site's page has, around this frame. */
  readonly window: Seen | undefined
  /** What stands in the window's address: another window is not answered. */
  readonly attempt: string
  /** Of this page, and of the window's. */
  readonly origin: string
  readonly page: Pick<globalThis.Window, 'addEventListener' | 'removeEventListener'> & { readonly parent?: unknown }
  readonly signal: AbortSignal
}

/**
 * Waits for a window of this origin that this page has opened, or the page around it, and talks to it over the port that it brings. A message
 * counts from that very window, of this very origin, with the attempt's id.
 * @throws LineOverError when the window is closed first or never comes, and the reason of `signal`
 */
export async function meet<T>(
  { window, attempt, origin, page, signal }: MeetOptions,
  talk: (line: Line, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  let met = window
  const leave = () => over.abort(new LineOverError())
  const timer = setInterval(() => met?.closed && leave(), lookMs)
  const late = window ? undefined : setTimeout(() => !met && leave(), led)
  // A window stands alone: no frame of this origin elsewhere on the page passes for one.
  const isMeant = (source: Seen | null) =>
    window ? source === window : source !== null && source.parent === source && source.opener === page.parent
  let stop = () => {}
  let line: Line | undefined
  try {
    const port = await new Promise<MessagePort>((resolve, reject) => {
      const hear = ({ data, origin: from, source, ports }: MessageEvent<unknown>) => {
        const [first] = ports
        if (from !== origin || ports.length !== 1 || !first || !isMeant(source as Seen | null)) return
        if (greeting.safeParse(data).data?.attempt !== attempt) return
        met = source as Seen
        resolve(first)
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
    clearTimeout(late)
    line?.close()
  }
}
