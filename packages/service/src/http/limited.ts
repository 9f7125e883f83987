/** An answer whose body was read to the end, and is not longer than it may be. @param longest bytes. @throws Error when it is longer */
export async function limited(
  fetch: typeof globalThis.fetch,
  { url, init, longest }: { url: string; init: RequestInit; longest: number },
): Promise<Response> {
  const response = await fetch(url, init)
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength
    if (size > longest) {
      await reader?.cancel()
      throw new Error('The answer is too long.')
    }
    chunks.push(part.value)
  }
  const { status, headers } = response
  const hasBody = ![101, 204, 205, 304].includes(status)
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers })
}
