import { NetworkSwitchUnconfirmedError, SwitchNotSupportedError, type Network } from '@portico/core'
import { pause } from '@portico/core/kit'
import { chainOf } from '../implementation/chains.js'
import type { Connections, Sight } from '../implementation/connections.js'
import { isUnsupported, walletError } from '../implementation/errors.js'

/** How long a wallet may need to arrive after it said that it switched, in milliseconds, step by step. */
const arrival = [0, 100, 300, 600]

/**
 * Asks a wallet to change its network, and looks afterwards whether it is there.
 * @throws UserRejectedError, SwitchNotSupportedError, NetworkSwitchUnconfirmedError
 */
export async function switchNetwork(
  { find, isAlive, look, report }: Connections,
  { connectorId, network }: { readonly connectorId: string; readonly network: Network },
): Promise<void> {
  const connection = find(connectorId)
  const {
    connector: { name: wallet },
    driver,
  } = connection
  const chain = chainOf(network.id)
  const fail = (thrown: unknown) => {
    throw isUnsupported(thrown)
      ? new SwitchNotSupportedError({ wallet, cause: thrown })
      : walletError(thrown, { wallet, capability: 'connect' })
  }
  if (!driver.switchChain) throw new SwitchNotSupportedError({ wallet })
  await driver.switchChain(chain).catch(fail)
  let actual: Sight = connection.state
  for (const milliseconds of arrival) {
    if (milliseconds > 0) await pause(milliseconds)
    actual = await look(driver, chain).catch(fail)
    if (typeof actual !== 'object' || actual.networkId !== network.id) continue
    if (isAlive(connection)) report(connection, actual)
    return
  }
  // A wallet that cannot be asked where it is cannot be believed either.
  if (typeof actual !== 'object') throw new SwitchNotSupportedError({ wallet })
  throw new NetworkSwitchUnconfirmedError({ wanted: network.id, actual: actual.networkId })
}
