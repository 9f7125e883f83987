/** What a fake server saw. */
export interface FakeCall {
  readonly method: string
  readonly url: URL
  readonly body: unknown
}

/** A `fetch` that answers from a list, and a log of what it was asked. */
export interface FakeFetch {
  readonly fetch: typeof fetch
  readonly calls: FakeCall[]
}

/**
 * Answers calls in order; the last answer serves all that follow. A function is asked, an Error is thrown.
 * @example const { fetch, calls } = fakeFetch(Response.json({ balances: [] }))
 */
export function fakeFetch(...answers: readonly (Response | Error | ((call: FakeCall) => Response | Promise<Response>))[]): FakeFetch {
  const calls: FakeCall[] = []
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const text = await request.clone().text()
    const call = { method: request.method, url: new URL(request.url), body: text ? (JSON.parse(text) as unknown) : undefined }
    calls.push(call)
    const next = answers[Math.min(calls.length, answers.length) - 1]
    if (next === undefined) throw new Error('fakeFetch has no answer')
    if (next instanceof Error) throw next
    return typeof next === 'function' ? next(call) : next.clone()
  }
  return { fetch: answer, calls }
}
