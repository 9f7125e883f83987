/** Whether a text is the address of something that may be called: https, or http on a loopback host, without a password in it. */
export function isSafeEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  return !username && !password && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}

/** Whether a text is exactly an origin, with https or on a loopback host. */
export function isHostOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
}
