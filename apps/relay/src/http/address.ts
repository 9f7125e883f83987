import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { clientAddress, subnetOf } from '@portico/service/http'

/** What connections are counted by: a digest of the client's address, behind `proxies` proxies that are trusted. */
export function addressKey(request: IncomingMessage, { proxies }: { proxies: number }): string {
  const header = request.headers['x-forwarded-for']
  const forwarded = Array.isArray(header) ? header.join(',') : header
  const address = clientAddress({ forwarded, remote: request.socket.remoteAddress }, proxies)
  return createHash('sha256').update(subnetOf(address)).digest('hex').slice(0, 32)
}
