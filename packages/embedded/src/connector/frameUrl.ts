import type { NetworkId } from '@portico/core'
import { protocolVersion } from '../protocol/version.js'

export interface FrameUrlOptions {
  /** Address of the secure site. */
  readonly url: string
  readonly projectId: string
  readonly chainId: NetworkId
  /** Browsers that are not known yet confirm a mailed link first. */
  readonly device: boolean
  /** BCP 47 tag of the modal's language. Default: the page's, else the browser's. */
  readonly locale?: string | undefined
}

/** Where the page in the frame is, and what it has to know before it can be asked. The logger is off (S40). */
export function frameUrl({ url, projectId, chainId, device, locale }: FrameUrlOptions): string {
  const query = new URLSearchParams({
    projectId,
    origin: globalThis.location.origin,
    chainId,
    version: protocolVersion,
    enableLogger: 'false',
    device: String(device),
    locale: locale ?? (globalThis.document.documentElement.lang || globalThis.navigator.language),
  })
  return `${url.replace(/\/$/, '')}/frame?${query.toString()}`
}
