/** What a request for a node says. */
export function bodyOf(init: RequestInit | undefined): { method: string; params: unknown[] } {
  return JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
}
