import { isRecord } from '../../kit/checks.js'
import { InvalidOptionError } from '../../kit/errors.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { AskedCapabilities } from './capability.js'
import type { SendCallsParameters } from './parameters.js'

/**
 * What is asked of the wallet beside, with who pays the network fee (ERC-7677): the gateway, where the site names nobody else. A wallet
 * without that ability, and a gateway that refuses, are no failure: the account pays.
 * @throws InvalidOptionError where there is no gateway, and nobody else is named
 */
export function withSponsoring(
  portico: Portico,
  networkId: NetworkId,
  { usesSponsoring, feeToken, capabilities }: SendCallsParameters,
): AskedCapabilities | undefined {
  if (!usesSponsoring && feeToken === undefined) return capabilities
  const named = capabilities?.['paymasterService']
  const { apiUrl } = portico.options
  if (!named && apiUrl === undefined) {
    const problem = 'there is no apiUrl, and no capabilities.paymasterService'
    throw new InvalidOptionError({ option: feeToken === undefined ? 'usesSponsoring' : 'feeToken', problem })
  }
  const { context, ...service } = named ?? { url: `${apiUrl?.replace(/\/$/, '')}/v1/bundler?chainId=${networkId}`, optional: true }
  const said = { ...(isRecord(context) && context), ...(feeToken !== undefined && { token: feeToken }) }
  return { ...capabilities, paymasterService: { ...service, ...(Object.keys(said).length > 0 && { context: said }) } }
}
