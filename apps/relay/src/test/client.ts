import { createHash, randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { clientIdOf, seedOf, tokenFor } from './token.js'

const push = z.object({
  id: z.number(),
  jsonrpc: z.literal('2.0'),
  method: z.literal('irn_subscription'),
  params: z.object({
    id: z.string(),
    data: z.strictObject({
      topic: z.string(),
      message: z.string(),
      publishedAt: z.number(),
      tag: z.number(),
      attestation: z.optional(z.string()),
    }),
  }),
})
const failure = z.object({ code: z.number(), message: z.string(), data: z.looseObject({ reason: z.string() }) })
const answer = z.object({
  id: z.union([z.string(), z.number(), z.null()]),
  jsonrpc: z.literal('2.0'),
  result: z.optional(z.unknown()),
  error: z.optional(failure),
})

export type Pushed = z.infer<typeof push>['params']['data'] & { subscription: string }
export type Failure = z.infer<typeof failure>

/** What the relay answered with instead of a result. */
export class AnsweredError extends Error {
  readonly failure: Failure
  constructor(found: Failure) {
    super(`${found.code} ${found.data.reason}: ${found.message}`)
    this.failure = found
  }
}

export interface TestClient {
  clientId: string
  socket: WebSocket
  /** Everything pushed, in order. */
  pushed: Pushed[]
  /** Every frame received, as text. */
  frames: string[]
  request(method: string, params: unknown, id?: string | number): Promise<unknown>
  /** The reason of the error that a request is answered with. */
  refused(method: string, params: unknown): Promise<Failure>
  publish(topic: string, message: string, more?: Record<string, unknown>): Promise<unknown>
  subscribe(...topics: string[]): Promise<unknown>
  /** Resolves with what was pushed once there are `count` messages. */
  received(count: number): Promise<Pushed[]>
  /** Resolves after a round trip: whatever the relay sent before it is here. */
  settled(): Promise<void>
  closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

export interface ConnectParameters {
  /** Which key the client has. */
  key?: number
  audience?: string
  /** Default 'none'. */
  projectId?: string
  /** Answers pushes with `true`. Default yes. */
  acknowledges?: boolean
  headers?: Record<string, string>
  token?: string
}

let requests = 0

/** A client written by hand, over a real socket. Rejects with the status and the words of a refusal. */
export async function connect(url: string, parameters: ConnectParameters = {}): Promise<TestClient> {
  const { key = 0, audience = url, projectId = 'none', acknowledges = true, headers = {} } = parameters
  const seed = seedOf(key)
  const token = parameters.token ?? tokenFor(seed, audience)
  const socket = new WebSocket(`${url}/?auth=${token}&projectId=${projectId}&ua=test&useOnCloseEvent=true`, { headers })
  const waiting = new Map<string | number, (found: z.infer<typeof answer>) => void>()
  const pushed: Pushed[] = []
  const frames: string[] = []
  const counters = new Set<() => void>()

  socket.on('message', (data: Buffer) => {
    const text = data.toString()
    frames.push(text)
    const value: unknown = JSON.parse(text)
    const found = push.safeParse(value)
    if (found.success) {
      pushed.push({ ...found.data.params.data, subscription: found.data.params.id })
      if (acknowledges) socket.send(JSON.stringify({ id: found.data.id, jsonrpc: '2.0', result: true }))
      for (const check of counters) check()
      return
    }
    const { id, ...rest } = answer.parse(value)
    if (id !== null) waiting.get(id)?.({ id, ...rest })
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  )

  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => reject(new Error(`${response.statusCode} ${body}`)))
    })
  })
  socket.on('error', () => {})

  const ask = (method: string, params: unknown, id: string | number = `${Date.now()}${++requests}`) =>
    new Promise<z.infer<typeof answer>>((resolve, reject) => {
      waiting.set(id, (found) => {
        waiting.delete(id)
        resolve(found)
      })
      void closed.then(() => reject(new Error('closed before the answer')))
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
    })
  const request: TestClient['request'] = async (method, params, id) => {
    const { result, error } = await ask(method, params, id)
    if (error) throw new AnsweredError(error)
    return result
  }

  return {
    clientId: clientIdOf(seed),
    socket,
    pushed,
    frames,
    request,
    refused: async (method, params) => {
      const { error } = await ask(method, params)
      if (!error) throw new Error(`${method} was not refused`)
      return error
    },
    publish: (topic, message, more = {}) => request('irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: false, ...more }),
    subscribe: (...topics) =>
      topics.length === 1 ? request('irn_subscribe', { topic: topics[0] }) : request('irn_batchSubscribe', { topics }),
    received: (count) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${pushed.length} of ${count} messages`)), 20_000)
        const check = (): void => {
          if (pushed.length < count) return
          clearTimeout(late)
          counters.delete(check)
          resolve(pushed)
        }
        counters.add(check)
        check()
      }),
    settled: async () => void (await ask('irn_fetchMessages', { topic: randomTopic() })),
    closed,
    close: async () => {
      socket.close()
      await closed
    },
  }
}

export const randomTopic = (): string => randomBytes(32).toString('hex')

export function expectedSubscription({ topic, clientId }: { topic: string; clientId: string }): string {
  return createHash('sha256').update(`${topic}${clientId}`).digest('hex')
}
