import type { NetworkId } from '@portico/core'
import { protocolVersion } from '../protocol/version.js'

export interface FrameUrlOptions {
  /** Address of the secure site. */
  readonly url: string
  readonly projectId: string
  readonly chainId: NetworkId
  /** Browsers that are not known yet confirm a mailed link first. */
  readonly device: boolean
}

/** Where the page in the frame is, and what it has to know before it can be asked. The logger is off (S40). */
export function frameUrl({ url, projectId, chainId, device }: FrameUrlOptions): string {
  const locale = globalThis.document.documentElement.lang || globalThis.navigator.language
  const query = new URLSearchParams({
    projectId,
    origin: globalThis.location.origin,
    chainId,
    version: protocolVersion,
    enableLogger: 'false',
    device: String(device),
    locale,
  })
  return `${url.replace(/\/$/, '')}/frame?${query.toString()}`
}
