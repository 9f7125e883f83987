import { ApiError } from '@portico/service/http'
import { resultFragment } from './api.js'

/** The page of the host that a visitor comes back to: a URL of the registered origin, letter by letter, or nothing (S31). */
export function returnToOf(text: string, origin: string): string | undefined {
  // A URL parser forgives white space and backslashes, and others read them in other ways.
  if (text.length > 2048 || !/^https?:\/\/[^\s\\\p{Cc}]*$/u.test(text) || !URL.canParse(text)) return undefined
  const { href, origin: own, username, password } = new URL(text)
  return own === origin && !username && !password && href.startsWith(`${origin}/`) ? href : undefined
}

/** The same where it has to be there. @throws ApiError `invalid` */
export function checkReturnTo(text: string | undefined, origin: string): string {
  const url = text === undefined ? undefined : returnToOf(text, origin)
  if (url === undefined) throw new ApiError(400, 'invalid', 'returnTo is not a page of this site.')
  return url
}

/** That page with the result in its fragment, which no server sees. A fragment of its own stays in front. */
export function withResult(returnTo: string, resultUri: string): string {
  const url = new URL(returnTo)
  const own = url.hash === '' ? '' : `${url.hash.slice(1)}&`
  url.hash = `${own}${resultFragment}=${encodeURIComponent(resultUri)}`
  return url.href
}
