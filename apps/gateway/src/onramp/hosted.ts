/** Answers with these statuses are read as well: they say why not. */
export function readingErrors(fetch: typeof globalThis.fetch, statuses: readonly number[]): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    return statuses.includes(response.status) ? new Response(response.body, { status: 200 }) : response
  }
}

/** JSON of a body; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
