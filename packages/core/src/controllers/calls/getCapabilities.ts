import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { target, type AccountParameters } from '../account/target.js'
import type { NetworkCapabilities } from './capability.js'

/** What an account can do where its wallet knows no batches: they are sent one by one. */
export const oneByOneCapabilities: NetworkCapabilities = {
  atomic: { status: 'unsupported' },
  flowControl: { none: ['halt', 'continue'] },
}

/**
 * What the account in use can do on each network (EIP-5792). The site's networks that the wallet does not name are there too: what
 * it can do there is send calls one by one.
 * @example const capabilities = await getCapabilities(portico)
 */
export async function getCapabilities(
  portico: Portico,
  parameters: AccountParameters = {},
): Promise<Readonly<Record<NetworkId, NetworkCapabilities>>> {
  const { adapter, account, namespace } = await target(portico, parameters)
  const told = (await adapter.getCapabilities?.(account)) ?? {}
  const own = portico.networks.filter((network) => network.namespace === namespace)
  return { ...Object.fromEntries(own.map(({ id }) => [id, oneByOneCapabilities])), ...told }
}
