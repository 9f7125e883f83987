import * as z from 'zod/mini'
import { randomId } from '../../server/api.js'

/**
 * What two pages of this origin say to each other over a port: the window that knows the browser, and the frame of a site. One of them
 * gives, and the other one takes a login and a way into the wallet.
 */
const said = z.discriminatedUnion('kind', [
  /** By the frame, first: where it is, and whether somebody is logged in there. */
  z.strictObject({ kind: z.literal('site'), projectId: z.string(), origin: z.string(), known: z.boolean() }),
  /** By the window, where neither of them knows the visitor. */
  z.strictObject({ kind: z.literal('unknown') }),
  /** By the window, which knows the visitor: ask. */
  z.strictObject({ kind: z.literal('ready') }),
  /** By the taker: thumbprint of its device key, which the grant is bound to. */
  z.strictObject({ kind: z.literal('ask'), device: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  z.strictObject({ kind: z.literal('grant'), grant: randomId }),
  /** By the taker, logged in by now: whom the way is for. What is sealed to this key the server keeps, and cannot read. */
  z.strictObject({
    kind: z.literal('way'),
    id: z.uuid(),
    publicKey: z.string().check(z.regex(/^B[\w-]{86}$/)),
    lasting: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('given') }),
  /** By the taker: it needs nothing more. */
  z.strictObject({ kind: z.literal('done') }),
  /** By either: the visitor, or a service, said no. */
  z.strictObject({ kind: z.literal('over') }),
])
export type Said = z.infer<typeof said>
type Kind = Said['kind']

/** By the window, to whom opened it: the only message between windows, with the port for everything else. */
export const greeting = z.strictObject({ type: z.literal('portico/continue'), attempt: randomId })

/** The other page said no, or is gone. */
export class LineOverError extends Error {
  override readonly name = 'LineOverError'
  constructor() {
    super('The other page is over.')
  }
}

export interface Line {
  readonly say: (message: Said) => void
  /** The next message, which has to be one of these kinds. @throws LineOverError where it is another one, and the reason of the signal */
  readonly hear: <const K extends Kind>(...kinds: readonly K[]) => Promise<Extract<Said, { kind: K }>>
  readonly close: () => void
}

/** One side of a port. What is no message of the list is dropped; one that is out of its turn ends the line. */
export function openLine(port: MessagePort, signal: AbortSignal): Line {
  const heard: Said[] = []
  let wake = () => {}
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = said.safeParse(data).data
    if (message && heard.length < 8) heard.push(message)
    wake()
  })
  port.start()
  signal.addEventListener('abort', () => wake())
  return {
    say: (message) => port.postMessage(message),
    async hear(...kinds) {
      for (;;) {
        signal.throwIfAborted()
        const message = heard.shift()
        if (!message) {
          await new Promise<void>((resolve) => (wake = resolve))
          continue
        }
        const expected = kinds.find((kind) => kind === message.kind)
        if (expected === undefined) throw new LineOverError()
        return message as Extract<Said, { kind: typeof expected }>
      }
    },
    close: () => port.close(),
  }
}
