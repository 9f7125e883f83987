import type { Portico } from '../../portico.js'

/** A picture's path below `apiUrl`, as a whole address: no other host is asked for one. */
export function pictureUrl(path: string | undefined, apiUrl: string): string | undefined {
  if (!path || !/^\/[!-~]+$/.test(path)) return undefined
  const text = base(apiUrl) + path
  if (!URL.canParse(text)) return undefined
  const { href } = new URL(text)
  return isBelow(href, apiUrl) ? href : undefined
}

/**
 * Whether a picture is one of the directory's, which the host chose by `apiUrl`: it may then be shown over http: as well, as on
 * a developer's own machine (S35).
 */
export function isDirectoryPicture(portico: Portico, url: unknown): boolean {
  const { apiUrl } = portico.options
  return typeof url === 'string' && apiUrl !== undefined && apiUrl !== '' && isBelow(url, apiUrl)
}

function isBelow(url: string, apiUrl: string): boolean {
  return URL.canParse(url) && URL.canParse(apiUrl) && new URL(url).href.startsWith(`${base(new URL(apiUrl).href)}/v1/wallets/`)
}

const base = (apiUrl: string) => apiUrl.replace(/\/$/, '')
