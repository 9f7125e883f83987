import type { FrameNetwork, PreparedRequest } from '../../types.js'
import type { PrepareContext, SiteRequest } from '../types.js'

/**
 * Reads eth_sendUserOperation (ERC-7769): the site has built an operation of the visitor's smart account, and this page shows it as the
 * batch that it is. Approving it signs and sends it, and answers its hash.
 * @throws what an operation throws that cannot be read, or that could not be sent
 */
export async function prepareUserOperation(request: SiteRequest, network: FrameNetwork, context: PrepareContext): Promise<PreparedRequest> {
  const [{ readSiteOperation }, { prepareOperation }] = await Promise.all([import('./smart/siteOperation.js'), import('./smart/send.js')])
  const { asked, built } = await readSiteOperation(request.params, network, context)
  return prepareOperation({ request, asked, built, network, context, send: async (operation) => operation })
}
