import { createDecipheriv, createECDH, createHmac, randomBytes, type ECDH } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { importJWK, jwtVerify } from 'jose'

/** What a browser has of a subscription; its key and secret are never told. */
export interface Browser {
  /** `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; expirationTime: number | null; keys: { p256dh: string; auth: string } }
  decrypt(body: Buffer): string
}

export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
  /** The claims of its token, whose signature was checked by the key beside it. */
  claims: Record<string, unknown>
  /** That key. */
  publicKey: string
}

export interface PushService {
  origin: string
  received: Received[]
  /** A new subscription at this service. */
  subscribe(): Browser
  /** What it answers from now on. Default 201. */
  answers(answer: (response: ServerResponse, received: Received) => void): void
  close(): Promise<void>
}

/** A push service (RFC 8030) that takes only what RFC 8292 allows. */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = []
  let answer = (response: ServerResponse): unknown => response.writeHead(201, { location: '/message/1' }).end()
  let subscriptions = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void accept(request, Buffer.concat(chunks)).then(
        (one) => {
          received.push(one)
          Reflect.apply(answer, undefined, [response, one])
        },
        () => response.writeHead(403).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const accept = async ({ url = '', headers, method }: IncomingMessage, body: Buffer): Promise<Received> => {
    const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
    const point = Buffer.from(publicKey, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, key, { audience: origin, algorithms: ['ES256'] })
    if (Number(payload.exp) - Date.now() / 1000 > 86_400) throw new Error('a token of more than a day')
    if (method !== 'POST' || !headers['ttl'] || body.length > 4096) throw new Error('not a push')
    return { path: url, headers, body, claims: payload, publicKey }
  }

  return {
    origin,
    received,
    subscribe: () => {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      return browserOf({ ecdh, auth: randomBytes(16), endpoint: `${origin}/send/${++subscriptions}` })
    },
    answers: (given) => {
      answer = (...args: unknown[]) => Reflect.apply(given, undefined, args)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function browserOf({ ecdh, auth, endpoint }: { ecdh: ECDH; auth: Buffer; endpoint: string }): Browser {
  const keys = { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { subscription: { endpoint, expirationTime: null, keys }, decrypt: (body) => decrypt(body, { ecdh, auth }) }
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made.digest()
}

/** RFC 8188 and RFC 8291 as they are written, step by step. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): string {
  const [salt, size, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + length)
  const record = body.subarray(21 + length)
  if (record.length > size) throw new Error('more than one record')
  const shared = hmac(auth, ecdh.computeSecret(sender))
  const secret = hmac(shared, 'WebPush: info\0', ecdh.getPublicKey(), sender, '\u0001')
  const pseudoRandom = hmac(salt, secret)
  const key = hmac(pseudoRandom, 'Content-Encoding: aes128gcm\0\u0001').subarray(0, 16)
  const nonce = hmac(pseudoRandom, 'Content-Encoding: nonce\0\u0001').subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = text.findLastIndex((byte) => byte !== 0)
  if (text[end] !== 2) throw new Error('not the last record')
  return text.subarray(0, end).toString()
}
