/** Whether a text is exactly an origin, with https or on a loopback host. */
export function isHostOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const loopback = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && loopback))
}
