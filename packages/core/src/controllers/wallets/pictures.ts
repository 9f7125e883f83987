import { isBelow, withoutSlash } from './directoryPicture.js'

/** A picture's path below `apiUrl`, as a whole address: no other host is asked for one. */
export function pictureUrl(path: string | undefined, apiUrl: string): string | undefined {
  if (!path || !/^\/[!-~]+$/.test(path)) return undefined
  const text = withoutSlash(apiUrl) + path
  if (!URL.canParse(text)) return undefined
  const { href } = new URL(text)
  return isBelow(href, apiUrl) ? href : undefined
}
