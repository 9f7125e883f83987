import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** Something that crossed the wire, as the relay and its client put it. */
export interface Frame {
  readonly from: 'client' | 'relay'
  readonly id?: unknown
  readonly method?: unknown
  readonly params?: unknown
  readonly result?: unknown
}

export interface Wire {
  /** Where a client finds the relay behind it. */
  readonly url: string
  /** In the order in which they crossed. */
  readonly frames: readonly Frame[]
  readonly close: () => Promise<void>
}

const textOf = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()

/** Stands between a client and its relay, hands on each frame in order, and remembers it. @param port a free one */
export async function tapWire(port: number, relayUrl: string): Promise<Wire> {
  const frames: Frame[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port })
  server.on('connection', (client, { url = '/' }) => {
    const relay = new WebSocket(`${relayUrl}${url}`)
    const early: string[] = []
    const pass = (from: Frame['from'], text: string, to: WebSocket) => {
      frames.push({ ...JSON.parse(text), from })
      to.send(text)
    }
    client.on('message', (data: RawData) => {
      if (relay.readyState === WebSocket.OPEN) pass('client', textOf(data), relay)
      else early.push(textOf(data))
    })
    relay.on('open', () => {
      for (const text of early.splice(0)) pass('client', text, relay)
    })
    relay.on('message', (data: RawData) => client.readyState === WebSocket.OPEN && pass('relay', textOf(data), client))
    for (const [one, other] of [
      [client, relay],
      [relay, client],
    ] as const) {
      one.on('error', () => other.terminate())
      one.on('close', () => other.close())
    }
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${port}`,
    frames,
    async close() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const tags = { update: 1104, answer: 1105 } as const

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name)

/** The updates that a wallet has sent, each once, and where the site's answers and the relay's words are. */
function readUpdates(frames: readonly Frame[]) {
  const updates: { readonly at: number; readonly taken: number }[] = []
  const answers: number[] = []
  const seen = new Set<unknown>()
  for (const [at, { from, id, method, params }] of frames.entries()) {
    const said = method === 'irn_subscription' ? field(params, 'data') : params
    const [tag, message] = [field(said, 'tag'), field(said, 'message')]
    if (tag !== (from === 'client' ? tags.update : tags.answer) || seen.has(message)) continue // sent, or brought, once more
    seen.add(message)
    if (from === 'relay') answers.push(at)
    else updates.push({ at, taken: frames.findIndex((one) => one.from === 'relay' && one.id === id && one.result === true) })
  }
  return { updates, answers }
}

export const updatesOn = (frames: readonly Frame[]): readonly unknown[] => readUpdates(frames).updates

/**
 * What is wrong with how the relay and the site answered the updates of a wallet, by what crossed the wallet's wire: for each update the
 * relay's word that it has it, and then the site's answer, once that is there. What a wallet makes of it is the wallet's affair.
 */
export function wrongOnTheWire(frames: readonly Frame[]): readonly string[] {
  const { updates, answers } = readUpdates(frames)
  return updates.flatMap(({ at, taken }, round) => {
    const answer = answers[round]
    if (taken < at) return [`update ${round}: the relay never said that it has it`]
    if (answer === undefined) return [`update ${round}: no answer of the site came`]
    return answer < taken ? [`update ${round}: its answer came before the relay’s word`] : []
  })
}
