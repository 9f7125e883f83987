import { isHostOrigin } from '@portico/service/http'

/** The push services of Chrome, Firefox, Safari and Edge. */
export const defaultPushServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.notify.windows.com',
]

/** Whether a text names push services: a host, `*.` before one for those below it, or the origin of one on a loopback address. */
export function isServicePattern(text: string): boolean {
  if (/^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(text)) return true
  return text.startsWith('http:') && isHostOrigin(text)
}

const longestEndpoint = 2048

/**
 * Whether a client may name this address: the relay will call it, so it is one of a service that the operator named, over https
 * at its usual port.
 */
export function isEndpoint(text: string, services: readonly string[]): boolean {
  if (text.length > longestEndpoint || !URL.canParse(text)) return false
  const { protocol, hostname, port, origin, username, password, hash } = new URL(text)
  if (username || password || hash) return false
  if (services.includes(origin)) return true
  if (protocol !== 'https:' || port) return false
  return services.some((service) => (service.startsWith('*.') ? hostname.endsWith(service.slice(1)) : hostname === service))
}
