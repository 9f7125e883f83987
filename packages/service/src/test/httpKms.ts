import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** A KMS by HTTP as an operator's adapter would be, in this process. */
export function testHttpKms() {
  const token = randomBytes(16).toString('hex')
  const keys = new Map([['a', randomBytes(32)]])
  const state = { newest: 'a', away: false, calls: 0 }
  const answer = (path: string, body: Readonly<Record<string, string>>): unknown => {
    const key = keys.get(path === 'wrap' ? state.newest : (body['id'] ?? ''))
    if (!key) return undefined
    const aad = Buffer.from(body['context'] ?? '')
    if (path === 'wrap') {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(aad)
      const text = Buffer.concat([iv, cipher.update(Buffer.from(body['key'] ?? '', 'base64url')), cipher.final(), cipher.getAuthTag()])
      return { id: state.newest, wrapped: text.toString('base64url') }
    }
    const bytes = Buffer.from(body['wrapped'] ?? '', 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(aad).setAuthTag(bytes.subarray(-16))
    return { key: Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('base64url') }
  }
  const options = (url: string) => ({ kind: 'http' as const, url, token, timeoutMs: 1000 })
  const answerAll: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    state.calls += 1
    if (state.away) {
      return await new Promise<Response>((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('timeout'))))
    }
    if (request.headers.get('authorization') !== `Bearer ${token}`) return new Response('no', { status: 401 })
    try {
      const made = answer(new URL(request.url).pathname.split('/').at(-1) ?? '', await request.json())
      return made === undefined ? new Response('no', { status: 404 }) : Response.json(made)
    } catch {
      return new Response('no', { status: 400 })
    }
  }
  return {
    options: options('https://kms.example/v1'),
    /** From then on it wraps by a new key, and opens what the others have wrapped. */
    rotate: (id: string) => {
      keys.set(id, randomBytes(32))
      state.newest = id
    },
    /** What of a key is gone. */
    forget: (id: string) => void keys.delete(id),
    away: (away: boolean) => void (state.away = away),
    calls: () => state.calls,
    fetch: answerAll,
    /** On a port of its own. */
    listen: async () => {
      const server = createServer((request, response) => {
        const run = async (): Promise<void> => {
          const body = await text(request)
          const headers = { authorization: request.headers.authorization ?? '' }
          if (state.away) return void response.writeHead(503).end()
          const made = await answerAll(`http://kms${request.url ?? ''}`, { method: 'POST', body, headers })
          response.writeHead(made.status).end(await made.text())
        }
        void run()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      return { options: options(`http://127.0.0.1:${port}`), close: () => void server.close() }
    },
  }
}
