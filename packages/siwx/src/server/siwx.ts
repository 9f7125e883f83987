import { clusters } from '../message.js'
import { isRecord, readJson, readProofs } from './body.js'
import { sessionCookie, type WithHeaders } from './cookie.js'
import { SiwxOptionsError } from './errors.js'
import { longest, type SignInRules } from './policy.js'
import { hashOf, randomNonce, randomToken } from './random.js'
import { comparable, ownerOf, type SiwxSession, type SiwxStore, type Verifiers } from './types.js'
import { read, type SignInProof, verifySignIn, type VerifySignInOptions } from './verify/signIn.js'

export interface SiwxOptions extends SignInRules {
  readonly store: SiwxStore
  /** One for each namespace of `chains`: `evmVerifier`, `solanaVerifier`, `bitcoinVerifier`. */
  readonly verifiers: Verifiers
  readonly session?: {
    /** How long a session lasts at most, in seconds: a day unless the text ends sooner, and never longer. */
    readonly maxAge?: number
    /** Makes a short token for services that can't ask this one, given out with the session. See `createSessionJwt`. */
    readonly issueToken?: (sessions: readonly SiwxSession[]) => Promise<string>
  }
}

/** An account that is signed in, in the words of `@portico/core/siwx`. */
export interface SignedInAccount {
  /** CAIP-10. */
  readonly accountId: string
  readonly scope: SiwxSession['scope']
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Sign-in for one site. */
export interface Siwx {
  /** Answers `POST …/nonce`, `POST …/verify`, `GET …/session` and `POST …/sign-out`, under whatever path it is mounted. */
  readonly handler: (request: Request) => Promise<Response>
  /**
   * Who a request comes from: the accounts that are signed in, the latest first; none where nobody is.
   * @example
   * const request = { headers: await headers() } // in a server component of Next.js
   * const [session] = await server.sessions(request)
   */
  readonly sessions: (request: WithHeaders) => Promise<readonly SiwxSession[]>
  /**
   * The same as the page knows them, for its first paint: `createPortico({ initialState: { ...saved, signedIn } })`. Nothing of what
   * was signed is in it.
   */
  readonly signedIn: (request: WithHeaders) => Promise<readonly SignedInAccount[]>
  /** All sessions of an account (CAIP-10; of EVM chains in whatever case), on every chain and device. */
  readonly sessionsOf: (account: string) => Promise<readonly SiwxSession[]>
  /** Ends one session. */
  readonly revoke: (id: string) => Promise<void>
  /** Ends all sessions of an account (CAIP-10; of EVM chains in whatever case), on every chain and device. */
  readonly revokeAll: (account: string) => Promise<void>
}

/** How long a nonce is good for, in milliseconds. */
const nonceMs = 300_000
/** When to ask again where a node did not answer, in seconds. */
const retryAfter = 2

/**
 * Makes the server's side of signing in.
 * @example
 * const siwx = createSiwx({
 *   origins: ['https://shop.example'], chains: ['eip155:1'], store: memoryStore(),
 *   verifiers: { eip155: evmVerifier({ rpcUrls: { 'eip155:1': 'https://node.example' } }) },
 * })
 * export default { fetch: siwx.handler } // a server of requests and responses, below /siwx
 * @throws SiwxOptionsError
 */
export function createSiwx(options: SiwxOptions): Siwx {
  checkOptions(options)
  const { origins, store, session = {} } = options
  const maxAge = (session.maxAge ?? longest / 1000) * 1000
  const cookie = sessionCookie(origins.every((origin) => origin.startsWith('http:')))

  const sessions: Siwx['sessions'] = async (request) => {
    const token = cookie.read(request)
    return token === undefined ? [] : store.sessionsOfToken({ token: await hashOf(token), now: Date.now() })
  }

  // Nothing is found under anything else, and who revokes it would think that it is done.
  const sessionsOf: Siwx['sessionsOf'] = async (account) => {
    if (typeof account !== 'string' || !accountId.test(account))
      throw new SiwxOptionsError('An account is named by its CAIP-10 id, as in session.account: eip155:1:0xC02a….')
    return store.sessionsOfOwner({ owner: ownerOf(account), now: Date.now() })
  }

  const answer = (request: Request, { status = 200, json, headers = {} }: Answer): Response => {
    const origin = request.headers.get('origin')
    const cors: Record<string, string> =
      origin !== null && origins.includes(origin)
        ? {
            'access-control-allow-origin': origin,
            'access-control-allow-credentials': 'true',
            'access-control-expose-headers': 'retry-after',
          }
        : {}
    const all = { 'cache-control': 'no-store', vary: 'origin', ...cors, ...headers }
    return json === undefined ? new Response(null, { status, headers: all }) : Response.json(json, { status, headers: all })
  }

  async function nonce(): Promise<Answer> {
    const made = randomNonce()
    const now = Date.now()
    const expiresAt = now + nonceMs
    await store.addNonce({ nonce: made, expiresAt })
    return { json: { nonce: made, expiresAt, now } }
  }

  /** All texts or none. */
  async function verify(request: Request): Promise<Answer> {
    const proofs = readProofs(await readJson(request))
    if (!proofs) return refusal(400, 'malformed')
    const nonces = new Set(proofs.flatMap(({ message }) => read(message)?.nonce ?? []))
    // Before anything else is looked at: a nonce is good for one attempt, whatever comes of it.
    const taken = await Promise.all([...nonces].map((each) => store.takeNonce({ nonce: each, now: Date.now() })))
    if (proofs.some(({ message }) => !read(message))) return refusal(400, 'malformed')
    if (nonces.size !== 1 || !taken.every(Boolean)) return refusal(401, 'nonce')
    const results = await Promise.all(proofs.map((proof) => verifySignIn(options, proof)))
    for (const result of results) if (result.status === 'invalid') return refusal(401, result.problem)
    if (results.some(({ status }) => status === 'unavailable'))
      return { ...refusal(503, 'unavailable'), headers: { 'retry-after': String(retryAfter) } }
    const made = proofs.flatMap((proof, index) => {
      const result = results[index]
      return result?.status === 'valid' ? [sessionOf(proof, result, maxAge)] : []
    })
    return begin(request, made)
  }

  /** A new token at each sign-in: one that somebody had planted or seen before is worth nothing. */
  async function begin(request: Request, made: readonly SiwxSession[]): Promise<Answer> {
    const token = randomToken()
    const previous = cookie.read(request)
    await store.addSessions({
      token: await hashOf(token),
      sessions: made,
      ...(previous !== undefined && { previous: await hashOf(previous) }),
    })
    const end = Math.max(...made.map(({ expiresAt }) => expiresAt))
    return { json: await shown(made), headers: { 'set-cookie': cookie.write(token, Math.ceil((end - Date.now()) / 1000)) } }
  }

  async function shown(all: readonly SiwxSession[]) {
    const list = all.map(({ id, account, scope, signedInAt, expiresAt }) => ({ id, account, scope, signedInAt, expiresAt }))
    return { sessions: list, now: Date.now(), ...(session.issueToken && all.length > 0 && { token: await session.issueToken(all) }) }
  }

  /** Of one account where the request names it, else of all that this browser is signed in with. */
  async function signOut(request: Request): Promise<Answer> {
    const all = await sessions(request)
    const json = await readJson(request)
    const account = isRecord(json) && typeof json['account'] === 'string' ? comparable(json['account']) : undefined
    const left = account === undefined ? [] : all.filter((each) => comparable(each.account) !== account)
    await store.endSessions(all.filter((each) => !left.includes(each)).map(({ id }) => id))
    return { status: 204, ...(left.length === 0 && { headers: { 'set-cookie': cookie.write('', 0) } }) }
  }

  const posts: Readonly<Record<string, (request: Request) => Promise<Answer>>> = { nonce, verify, 'sign-out': signOut }

  async function route(request: Request): Promise<Answer> {
    const name = new URL(request.url).pathname.replace(/\/$/, '').split('/').at(-1) ?? ''
    const origin = request.headers.get('origin')
    const isOwn = origin !== null && origins.includes(origin)
    const post = Object.hasOwn(posts, name) ? posts[name] : undefined
    if (!post && name !== 'session') return refusal(404, 'notFound')
    if (request.method === 'OPTIONS' && isOwn) {
      const headers = {
        'access-control-allow-methods': 'GET, POST',
        'access-control-allow-headers': 'content-type',
        'access-control-max-age': '600',
      }
      return { status: 204, headers }
    }
    if (request.method !== (post ? 'POST' : 'GET')) return { ...refusal(405, 'method'), headers: { allow: post ? 'POST' : 'GET' } }
    if (!post) return { json: await shown(await sessions(request)) }
    return isOwn ? post(request) : refusal(403, 'origin')
  }

  return {
    handler: async (request) => answer(request, await route(request)),
    sessions,
    signedIn: async (request) =>
      (await sessions(request)).map(({ account, scope, expiresAt }) => ({ accountId: account, scope, expiresAt })),
    sessionsOf,
    revoke: async (id) => {
      if (typeof id !== 'string') throw new SiwxOptionsError('revoke ends a session by its id: revoke(session.id).')
      await store.endSessions([id])
    },
    revokeAll: async (account) => store.endSessions((await sessionsOf(account)).map(({ id }) => id)),
  }
}

interface Answer {
  readonly status?: number
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const refusal = (status: number, error: string): Answer => ({ status, json: { error } })

function sessionOf(
  { message: text, signature }: SignInProof,
  { account, scope, message }: { account: string; scope: SiwxSession['scope']; message: { readonly expirationTime?: string } },
  maxAge: number,
): SiwxSession {
  const signedInAt = Date.now()
  const end = Date.parse(message.expirationTime ?? '')
  return { id: randomToken(), account, scope, text, signature, signedInAt, expiresAt: Math.min(end, signedInAt + maxAge) }
}

const storeMethods = ['addNonce', 'takeNonce', 'addSessions', 'sessionsOfToken', 'sessionsOfOwner', 'endSessions'] as const

/** Whether it makes verifiers, and nobody has called it. One of such a name is tried: a site's own may have it too. */
function isUncalled(verifier: (...input: never) => unknown): boolean {
  if (!/^(evm|solana|bitcoin)Verifier$/.test(verifier.name)) return false
  try {
    const made: unknown = Reflect.apply(verifier, undefined, [{}])
    Promise.resolve(made).catch(() => {})
    return typeof made === 'function'
  } catch (error) {
    return error instanceof SiwxOptionsError
  }
}

/** CAIP-2 and CAIP-10. */
const chainId = /^[-a-z\d]{3,8}:[-\w]{1,32}$/
const accountId = /^[-a-z\d]{3,8}:[-\w]{1,32}:[-.%\w]{1,128}$/

/** @throws SiwxOptionsError for sites, chains and verifiers that nobody could sign in with, or anybody */
export function checkRules(options: VerifySignInOptions): void {
  const { origins, chains, verifiers }: Partial<VerifySignInOptions> = options ?? {}
  if (!Array.isArray(origins) || origins.length === 0) throw new SiwxOptionsError('Name the origins of the site, in a list.')
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new SiwxOptionsError(`${origin} is no origin, such as https://shop.example.`)
  if (!Array.isArray(chains) || chains.length === 0) throw new SiwxOptionsError('Name the chains that one may sign in on, in a list.')
  for (const chain of chains) {
    if (!chainId.test(chain)) throw new SiwxOptionsError(`${String(chain)} is no CAIP-2 id, such as eip155:1.`)
    const [namespace = '', reference = ''] = chain.split(':')
    const whole = namespace === 'solana' && clusters.get(reference)
    if (whole) throw new SiwxOptionsError(`${chain} is no CAIP-2 id: that of the network is solana:${whole}.`)
    const verifier: ((...input: never) => unknown) | undefined = Object(verifiers)[namespace]
    if (typeof verifier !== 'function') throw new SiwxOptionsError(`There is no verifier for ${chain}.`)
    if (isUncalled(verifier)) throw new SiwxOptionsError(`The verifier for ${chain} is to be called: ${verifier.name}(…).`)
  }
}

function checkOptions(options: SiwxOptions): void {
  checkRules(options)
  const { origins, store, session = {} } = options
  for (const origin of origins) {
    const { protocol, hostname } = new URL(origin)
    if (protocol !== 'https:' && !/^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) && !hostname.endsWith('.localhost'))
      throw new SiwxOptionsError(`${origin} has no TLS: a session's cookie would be read on its way.`)
  }
  if (storeMethods.some((method) => typeof Object(store)[method] !== 'function'))
    throw new SiwxOptionsError('Sessions need a store: memoryStore(), redisStore(…), kyselyStore(db), or the six functions of your own.')
  if (!isRecord(session)) throw new SiwxOptionsError('session is an object with maxAge or issueToken, where it is given.')
  const { maxAge, issueToken } = session
  if (maxAge !== undefined && !(maxAge > 0 && maxAge * 1000 <= longest))
    throw new SiwxOptionsError('A session lasts at most a day (86400 seconds): its text ends then.')
  if (issueToken !== undefined && typeof issueToken !== 'function')
    throw new SiwxOptionsError('issueToken is a function: createSessionJwt(…).issueToken.')
}
