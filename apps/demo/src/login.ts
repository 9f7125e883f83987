import { embedded, type EmbeddedConnector } from '@portico/embedded'
import type { ConnectorDescription } from '@portico/core/kit'
import { defaultAccountTypes } from './accountTypes.js'
import { secureSiteUrl } from './nodes.js'

/** The project that the sandbox's secure site knows. */
export const projectId = 'sandbox'

/**
 * A wallet without an extension: by e-mail, social account or Farcaster, over the sandbox's secure site. Its mails are in the
 * sandbox's inbox. `?secure=http://localhost:9401` names another secure site of this machine, `?device` asks for a mailed link,
 * `?accounts` says which accounts visitors begin with.
 */
export function login(): ConnectorDescription<EmbeddedConnector> {
  const device = new URLSearchParams(location.search).has('device')
  return embedded({ url: walletUrl(), device, defaultAccountTypes: defaultAccountTypes() })
}

/** Where the embedded wallet is. */
export function walletUrl(): string {
  const other = new URLSearchParams(location.search).get('secure')
  return other && URL.canParse(other) && /^(127\.0\.0\.1|([a-z]+\.)?localhost)$/.test(new URL(other).hostname) ? other : secureSiteUrl
}
