import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'

/**
 * What connections are counted by: a digest of the client's address. Behind `proxies` proxies that we trust, the address is
 * the one that the outermost of them wrote into X-Forwarded-For; what stands left of it anybody may have written.
 */
export function addressKey(request: IncomingMessage, { proxies }: { proxies: number }): string {
  const header = request.headers['x-forwarded-for']
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim())
  const stated = proxies > 0 ? forwarded.at(-proxies) : undefined
  const address = stated && (isIPv4(stated) || isIPv6(stated)) ? stated : (request.socket.remoteAddress ?? '')
  return createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 32)
}

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, because one household or server holds the rest. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(bare)) return bare
  const [left = '', right] = bare.toLowerCase().split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const head = groups(left)
  const tail = groups(right ?? '')
  const missing = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length)
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail]
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
