import { type SignInMessage, signInChain } from '../message.js'
import { isRecap, recapStatement } from '../recap.js'
import { readTime } from '../time.js'

/** Why a well-formed text is not accepted. */
export type SignInProblem = 'domain' | 'scheme' | 'uri' | 'chain' | 'nonce' | 'issuedAt' | 'expirationTime' | 'notBefore' | 'recap'

export interface SignInRules {
  /** Origins of the site, as `https://shop.example`. A text is for one of them: the `Host` that a request names decides nothing. */
  readonly origins: readonly string[]
  /** CAIP-2 ids of the chains that one may sign in on. */
  readonly chains: readonly string[]
}

/** How far clocks may be apart, how long after its issue a text is taken, and how far off its end may be: in milliseconds. */
const tolerance = 60_000
const freshness = 300_000
export const longest = 86_400_000

/**
 * What is wrong with a text for this site and moment, by the text alone; undefined for nothing. Signature and use of the nonce come after.
 * @example const problem = findProblem(message, { origins: ['https://shop.example'], chains: ['eip155:1'] }, Date.now())
 */
export function findProblem(message: SignInMessage, { origins, chains }: SignInRules, now: number): SignInProblem | undefined {
  const { domain, scheme, uri, nonce, resources, statement = '' } = message
  const own = origins.filter((origin) => new URL(origin).host === domain)
  if (own.length === 0) return 'domain'
  if (scheme !== undefined && !own.some((origin) => new URL(origin).protocol === `${scheme}:`)) return 'scheme'
  if (uri === undefined || !URL.canParse(uri)) return 'uri'
  const page = new URL(uri)
  if (!own.includes(page.origin) || page.username || page.password || (scheme !== undefined && page.protocol !== `${scheme}:`)) return 'uri'
  const chain = signInChain(message)
  if (chain === undefined || !chains.includes(chain)) return 'chain'
  if (nonce === undefined) return 'nonce'
  const [issuedAt, expirationTime, notBefore] = [message.issuedAt, message.expirationTime, message.notBefore].map((time) =>
    time === undefined ? undefined : readTime(time),
  )
  if (issuedAt === undefined || issuedAt > now + tolerance || issuedAt < now - freshness - tolerance) return 'issuedAt'
  if (expirationTime === undefined || expirationTime <= now || expirationTime > issuedAt + longest + tolerance) return 'expirationTime'
  if (notBefore !== undefined && notBefore > now + tolerance) return 'notBefore'
  // What a recap allows is said in the statement too, or the visitor has not read it.
  const sentence = recapStatement(resources)
  const recaps = resources?.filter(isRecap).length ?? 0
  if (recaps > 1 || (recaps === 1 && (!sentence || !statement.endsWith(sentence)))) return 'recap'
  return undefined
}
