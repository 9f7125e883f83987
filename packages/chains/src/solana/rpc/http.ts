import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { Chain } from '../chain.js'
import { dispatch } from './dispatch.js'
import { stringify } from './json.js'

/** A request of a client is at most a hundred transactions. */
const maxBody = 1024 * 1024

/** As public nodes do it: any page may ask. There is nothing here that a page could not have from the next node. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': 'content-type, solana-client, *',
  'access-control-max-age': '600',
}

/** Answers JSON-RPC by POST, and `GET /health`. `onRequest` hears of each request before it is answered. */
export function createHttpServer(chain: Chain, { onRequest }: { onRequest(): void }): Server {
  return createServer({ requestTimeout: 30_000, headersTimeout: 10_000 }, (request, response) => {
    onRequest()
    if (request.method === 'OPTIONS') return end(response, 204)
    if (request.method === 'GET' && request.url === '/health') return end(response, 200, 'ok', 'text/plain')
    if (request.method !== 'POST') return end(response, 405, 'Used HTTP Method is not allowed. POST or OPTIONS is required', 'text/plain')
    readBody(request).then(
      (text) => {
        if (text === undefined) {
          // What is left of the body is not read, so the connection can't be used again.
          response.setHeader('connection', 'close')
          return end(response, 413, 'The body is larger than 1 MB.', 'text/plain')
        }
        const answer = dispatch(chain, text)
        return answer === undefined ? end(response, 204) : end(response, 200, stringify(answer), 'application/json')
      },
      () => response.destroy(),
    )
  })
}

/** `undefined` when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function end(response: ServerResponse, status: number, body?: string, type?: string): void {
  response.writeHead(status, { ...corsHeaders, ...(type && { 'content-type': type }) })
  response.end(body)
}
