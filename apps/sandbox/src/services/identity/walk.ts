/** What is needed of a server that is called without a network. */
interface Server {
  readonly fetch: (request: Request) => Response | Promise<Response>
}

export interface Walker {
  /** Cookies by origin, then by name. */
  readonly cookies: Map<string, Map<string, string>>
  /** Loads a page, goes where it sends the browser, and stops at the first page that is no station of a login. */
  readonly walk: (url: string, init?: RequestInit) => Promise<Arrival>
  /** Fetches without going anywhere. */
  readonly load: (url: string, init?: RequestInit) => Promise<Response>
}

export interface Arrival {
  readonly url: URL
  readonly status: number
  readonly text: string
  /** Addresses on the way, the first one included. */
  readonly hops: readonly string[]
}

export interface WalkerOptions {
  /** Servers that are called without a network, by origin. */
  servers?: Readonly<Record<string, Server>>
  /** Origins that end the walk before they are asked. */
  stopAt?: readonly string[]
  /** The button that is pressed on the page with the people. */
  press?: Readonly<Record<string, string>>
}

/** A browser's window without scripts: cookies, redirects, and forms that a page posts by itself. */
export function createWalker({ servers = {}, stopAt = [], press }: WalkerOptions = {}): Walker {
  const cookies = new Map<string, Map<string, string>>()

  const load = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { origin } = new URL(url)
    const jar = cookies.get(origin) ?? new Map<string, string>()
    cookies.set(origin, jar)
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const request = new Request(url, { ...init, headers, redirect: 'manual' })
    const answer = await (servers[origin] ?? { fetch }).fetch(request)
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  const walk = async (start: string, first: RequestInit = {}): Promise<Arrival> => {
    const hops: string[] = []
    let [url, init]: [string, RequestInit] = [start, first]
    while (hops.length < 15) {
      hops.push(url)
      if (stopAt.includes(new URL(url).origin)) return { url: new URL(url), status: 0, text: '', hops }
      const answer = await load(url, init)
      const [location, text] = [answer.headers.get('location'), await answer.text()]
      init = {}
      if (location) url = new URL(location, url).href
      else if (press && text.includes('Who are you?')) init = { method: 'POST', body: new URLSearchParams(press) }
      else if (text.includes('Submitting Callback')) {
        const body = new URLSearchParams()
        for (const [, name = '', value = ''] of text.matchAll(/name="([^"]+)" value="([^"]*)"/g)) body.set(name, unescape(value))
        init = { method: 'POST', body }
        url = unescape(/action="([^"]+)"/.exec(text)?.[1] ?? '')
      } else return { url: new URL(url), status: answer.status, text, hops }
    }
    throw new Error('The login goes round in circles.')
  }
  return { cookies, walk, load }
}

function unescape(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}
