import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import * as z from 'zod/mini'

const connection = z.object({ incoming: z.object({ socket: z.object({ remoteAddress: z.optional(z.string()) }) }) })

/** Where a request comes from, as the connection and its headers tell. */
interface Connection {
  /** X-Forwarded-For. */
  readonly forwarded: string | undefined
  /** The other end of the connection. */
  readonly remote: string | undefined
}

/**
 * The client's address. Behind `proxies` proxies that we trust it is the one that the outermost of them wrote into
 * X-Forwarded-For, where some write the port behind it; what stands left of it anybody may have written.
 */
export function clientAddress({ forwarded = '', remote = '' }: Connection, proxies: number): string {
  const entry = proxies > 0 ? forwarded.split(',').at(-proxies)?.trim() : undefined
  const stated =
    /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/
      .exec(entry ?? '')
      ?.slice(1)
      .find(Boolean) ?? entry
  return stated && (isIPv4(stated) || isIPv6(stated)) ? stated : remote
}

/** What requests are counted by: the client's address, of IPv6 the first 64 bits. */
export function networkOf(context: Context, proxies: number): string {
  return subnetOf(visitorOf(context, proxies))
}

/** The address that a request comes from, whole: for whoever has to be told it. Empty where it is not known. */
export function visitorOf(context: Context, proxies: number): string {
  const { data } = connection.safeParse(context.env)
  const remote = data?.incoming.socket.remoteAddress
  const address = clientAddress({ forwarded: context.req.header('x-forwarded-for'), remote }, proxies)
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/** An IPv4 address as it is; of an IPv6 address the first 64 bits, because one household or server holds the rest. */
export function subnetOf(address: string): string {
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
