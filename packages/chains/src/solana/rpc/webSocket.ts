import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { PortInUseError } from '../../errors.js'
import { type Chain, apiVersion } from '../chain.js'
import { type Commitment, depths } from '../commitment.js'
import { JsonRpcError, invalidParams } from '../errors.js'
import type { Change } from '../ledger.js'
import { failure } from './dispatch.js'
import { encodeAccount } from './encodeAccount.js'
import { stringify } from './json.js'
import { address, commitment, readOptions, signature } from './schema.js'

export interface WebSocketFront {
  /** Sockets that are open. */
  clients(): number
  close(): Promise<void>
}

export interface WebSocketOptions {
  host: string
  port: number
  /** Hears of a new socket. */
  onConnect(): void
}

/** Looks at a change and sends what is due. `true` = it has nothing more to say. */
type Subscription = (change: Change) => boolean

const request = z.looseObject({
  id: z.optional(z.union([z.string(), z.number(), z.null()])),
  method: z.string().max(100),
  params: z.nullish(z.array(z.unknown())),
})

const signatureOptions = z.nullish(z.looseObject({ commitment: z.nullish(commitment), enableReceivedNotification: z.nullish(z.boolean()) }))

/** More than a page needs, and less than a loop that forgets to unsubscribe. */
const maxSubscriptions = 1000

/** Listens and serves subscriptions. Rejects when the port can't be had. */
export function listenWebSocket(chain: Chain, { host, port, onConnect }: WebSocketOptions): Promise<WebSocketFront> {
  const server = new WebSocketServer({ host, port, maxPayload: 64 * 1024 })
  const subscriptions = new Map<WebSocket, Map<number, Subscription>>()
  let lastId = 0

  const stopListening = chain.ledger.onChange((change) => {
    for (const own of subscriptions.values()) {
      for (const [id, look] of own) if (hasEnded(look, change)) own.delete(id)
    }
  })

  server.on('connection', (socket) => {
    const own = new Map<number, Subscription>()
    subscriptions.set(socket, own)
    onConnect()
    socket.on('close', () => subscriptions.delete(socket))
    // A broken frame closes the socket, which is all there is to do about it.
    socket.on('error', () => {})
    // A message arrives as one Buffer: `binaryType` is what it is without saying.
    socket.on('message', (data: Buffer) => {
      const send = (value: unknown): void => socket.send(stringify(value))
      const message = parse(data.toString('utf8'))
      if (message instanceof JsonRpcError) return send(failure(null, message))
      const { id, method, params } = message
      // Clients keep the connection open with a notification that no node knows.
      if (method === 'ping') return id === undefined ? undefined : send({ jsonrpc: '2.0', result: 'pong', id })
      try {
        if (method.endsWith('Unsubscribe') && method.replace('Unsubscribe', 'Subscribe') in makers) {
          const parsed = z.tuple([z.int()]).rest(z.unknown()).safeParse(params)
          if (!parsed.success || !own.delete(parsed.data[0])) throw invalidParams('Invalid subscription id.')
          return send({ jsonrpc: '2.0', result: true, id: id ?? null })
        }
        const make = Object.hasOwn(makers, method) ? makers[method as keyof typeof makers] : undefined
        if (!make) throw chain.unknownMethod(method)
        if (own.size >= maxSubscriptions) throw new JsonRpcError(-32_005, 'Too many subscriptions')
        lastId += 1
        const subscription = lastId
        const notify = (result: unknown): void =>
          send({ jsonrpc: '2.0', method: method.replace('Subscribe', 'Notification'), params: { result, subscription } })
        const look = make(chain, params ?? [], notify)
        send({ jsonrpc: '2.0', result: subscription, id: id ?? null })
        // What is already true is said at once.
        if (!look({ slot: chain.ledger.slot(), addresses: [] })) own.set(subscription, look)
      } catch (error) {
        send(failure(id ?? null, error))
      }
      return undefined
    })
  })

  const close = (): Promise<void> => {
    stopListening()
    for (const socket of subscriptions.keys()) socket.terminate()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new PortInUseError({ port, part: 'Solana, WebSocket' }) : error)
    })
    server.once('listening', () => resolve({ clients: () => subscriptions.size, close }))
  })
}

/** An account that can no longer be written as asked ends its own subscription, not the transaction that made it so. */
function hasEnded(look: Subscription, change: Change): boolean {
  try {
    return look(change)
  } catch {
    return true
  }
}

type Maker = (chain: Chain, params: readonly unknown[], notify: (result: unknown) => void) => Subscription

const signatureSubscribe: Maker = ({ ledger }, params, notify) => {
  const [id, options] = parameters(z.tuple([signature, signatureOptions]).rest(z.unknown()), params)
  const level = options?.commitment ?? 'finalized'
  let received = !options?.enableReceivedNotification
  return ({ slot }) => {
    const entry = ledger.entry(id)
    if (!entry) return false
    if (!received) {
      received = true
      notify({ context: context(entry.slot), value: 'receivedSignature' })
    }
    if (slot - entry.slot < depths[level]) return false
    notify({ context: context(slot - depths[level]), value: { err: entry.err } })
    return true
  }
}

const accountSubscribe: Maker = ({ ledger }, params, notify) => {
  const [key, options] = parameters(z.tuple([address, readOptions]).rest(z.unknown()), params)
  const level: Commitment = options?.commitment ?? 'finalized'
  const { runtime } = ledger
  // Checked now, so that an encoding that can't be had is an answer and not silence.
  let last = stringify(encodeAccount(runtime, runtime.account(key), options ?? {}))
  let due: number | undefined
  return ({ slot, addresses }) => {
    if (addresses.includes(key)) due ??= slot + depths[level]
    if (due === undefined || slot < due) return false
    due = undefined
    const value = encodeAccount(runtime, runtime.account(key), options ?? {})
    if (stringify(value) === last) return false
    last = stringify(value)
    notify({ context: context(slot - depths[level]), value: value ?? closedAccount })
    return false
  }
}

const slotSubscribe: Maker = ({ ledger }, _, notify) => {
  let last = ledger.slot()
  return ({ slot }) => {
    if (slot !== last) notify({ parent: slot - 1, slot, root: slot - depths.finalized })
    last = slot
    return false
  }
}

const makers = { signatureSubscribe, accountSubscribe, slotSubscribe }

/** An account that is gone is told as one that is empty. */
const closedAccount = {
  data: ['', 'base64'],
  executable: false,
  lamports: 0,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: 0,
}

function context(slot: number) {
  return { apiVersion, slot }
}

function parameters<T extends z.ZodType>(schema: T, params: readonly unknown[]): z.output<T> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  throw invalidParams(parsed.error.issues[0]?.message ?? 'Invalid params')
}

function parse(text: string): z.infer<typeof request> | JsonRpcError {
  try {
    const parsed = request.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : new JsonRpcError(-32_600, 'Invalid request')
  } catch {
    return new JsonRpcError(-32_700, 'Parse error')
  }
}
