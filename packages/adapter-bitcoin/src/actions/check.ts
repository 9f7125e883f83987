import { ChainMismatchError, ConnectorNotConnectedError, WalletRequestError } from '@portico/core'
import type { AccountTarget } from '@portico/core/kit'
import type { Account } from '../implementation/accounts.js'
import { chainOf, type Chain } from '../implementation/chains.js'
import type { Connection, Connections } from '../implementation/connections.js'
import { answer } from '../implementation/errors.js'

/**
 * Asks the wallet, just before a signature, where it is and whether the account is still the site's to use (S14, R3). A
 * wallet that cannot be asked is taken to be where it last said.
 * @throws ConnectorNotConnectedError, ChainMismatchError, and WalletRequestError 4100 for an account that it does not share
 */
export async function checkWallet(
  { find, isAlive, look, report, end }: Connections,
  { connectorId, address, networkId }: AccountTarget,
): Promise<{ readonly connection: Connection; readonly account: Account; readonly chain: Chain }> {
  const connection = find(connectorId)
  const {
    connector: { name: wallet },
    driver,
  } = connection
  const sight = await answer(wallet, 'connect', () => look(driver))
  if (!isAlive(connection)) throw new ConnectorNotConnectedError()
  if (typeof sight === 'object') report(connection, sight)
  if (sight === 'gone') end(connection)
  const { accounts, networkId: actual } = connection.state
  if (actual !== networkId) throw new ChainMismatchError({ wanted: networkId, actual })
  const account = accounts.find((one) => one.address === address)
  if (!account || sight === 'gone')
    throw new WalletRequestError({ code: 4100, message: `The wallet does not let this site use ${address}.` })
  return { connection, account, chain: chainOf(networkId) }
}
