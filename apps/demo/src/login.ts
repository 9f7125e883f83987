import { embedded, type EmbeddedConnector } from '@portico/embedded'
import type { ConnectorDescription } from '@portico/core/kit'
import { secureSiteUrl } from './nodes.js'

/** The project that the sandbox's secure site knows. */
export const projectId = 'sandbox'

/**
 * A wallet without an extension: by e-mail, social account or Farcaster, over the sandbox's secure site. Its mails are in the
 * sandbox's inbox. `?secure=http://localhost:9401` names another secure site of this machine, `?device` asks for a mailed link.
 */
export function login(): ConnectorDescription<EmbeddedConnector> {
  const query = new URLSearchParams(location.search)
  const other = query.get('secure')
  const url = other && URL.canParse(other) && /^(127\.0\.0\.1|([a-z]+\.)?localhost)$/.test(new URL(other).hostname) ? other : secureSiteUrl
  return embedded({ url, device: query.has('device') })
}
