import type { Portico } from '../../portico/createPortico.js'

/**
 * Whether a picture is one of the directory's, which the host chose by `apiUrl`: it may then be shown over http: as well, as on
 * a developer's own machine (S35).
 * @example const picture = isDirectoryPicture(portico, wallet.icon) ? wallet.icon : cleanIcon(wallet.icon)
 */
export function isDirectoryPicture({ options: { apiUrl } }: Portico, url: unknown): boolean {
  return typeof url === 'string' && apiUrl !== undefined && apiUrl !== '' && isBelow(url, apiUrl)
}

/** Whether an address, as a browser reads it, is below the directory's at `apiUrl`. */
export function isBelow(url: string, apiUrl: string): boolean {
  return URL.canParse(url) && URL.canParse(apiUrl) && new URL(url).href.startsWith(`${withoutSlash(new URL(apiUrl).href)}/v1/wallets/`)
}

export const withoutSlash = (apiUrl: string): string => apiUrl.replace(/\/$/, '')
