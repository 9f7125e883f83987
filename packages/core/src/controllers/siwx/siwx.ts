import { check, fieldsOf, ofKind, listOf } from '../../kit/checks.js'
import type { SiwxService } from './service.js'

export interface SiwxOptions {
  /** Where the server of `@portico/siwx/server` is mounted: a path of this site, or an https: URL of the same site. */
  readonly url: string
  /** Whether visitors who don't sign in are disconnected. Default false. */
  readonly required?: boolean
  /** What the text tells the visitor: one line of ASCII, for that is what the standard takes. */
  readonly statement?: string
  /** Whether who disconnects is signed out. Default true. */
  readonly signOutOnDisconnect?: boolean
  /** Whether each network wants a session of its own. Default false: a key's session counts on every chain of its family. */
  readonly perNetwork?: boolean
  /** Whether wallets that can are asked to connect and sign in with one question. Default true. */
  readonly oneClick?: boolean
  /** How long a session is asked for, in seconds. A day at most, which is the default; the server may give less. */
  readonly maxAge?: number
  /** URIs that the text names. */
  readonly resources?: readonly string[]
  /** Origin of the site, where it is not that of the page, as in an app's web view. It is one of the server's `origins`. */
  readonly origin?: string
}

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** What the types cannot promise to a host that writes JavaScript: it would fail as a visitor signs in. */
function checkKinds(options: SiwxOptions) {
  const [text, flag] = [ofKind('string'), ofKind('boolean')]
  fieldsOf<Omit<SiwxOptions, 'url' | 'maxAge'>>({
    required: flag,
    statement: text,
    signOutOnDisconnect: flag,
    perNetwork: flag,
    oneClick: flag,
    resources: listOf(text),
    origin: text,
  })('siwx', options)
}

/** A day, in seconds: the longest that a server takes. */
const longest = 86_400

/**
 * Signs visitors in to the site's own server, one of `createSiwx`.
 * @example createPortico({ adapters, siwx: siwx({ url: '/siwx', required: true }) })
 * @throws {@link InvalidOptionError} that names the option
 */
export function siwx(options: SiwxOptions): SiwxService {
  const {
    url,
    required = false,
    statement,
    signOutOnDisconnect = true,
    perNetwork = false,
    oneClick = true,
    maxAge = longest,
  } = options ?? {}
  check('siwx.url', typeof url === 'string' && /^(\/(?!\/)|https?:\/\/)/.test(url), 'expected a path or an http or https URL')
  check('siwx.statement', statement === undefined || /^[ -~]+$/.test(statement), 'expected one line of ASCII')
  check('siwx.maxAge', maxAge > 0 && maxAge <= longest, `expected seconds, up to ${longest}`)
  if (process.env.NODE_ENV !== 'production') checkKinds(options)
  const client = () => import('./client.js')
  return {
    isRequired: () => required,
    signOutOnDisconnect,
    perNetwork,
    oneClick,
    knowsAll: true,
    createMessage: async (...parameters) => (await client()).createMessage(options, ...parameters),
    createOffer: async (...parameters) => (await client()).createOffer(options, ...parameters),
    verify: async (...parameters) => (await client()).verify(options, ...parameters),
    getSessions: async (portico, _, signal) => (await client()).getSessions(options, portico, signal),
    signOut: async (...parameters) => (await client()).signOut(options, ...parameters),
  }
}
