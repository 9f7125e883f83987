import { request } from '../../kit/http/request.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { siteOrigin } from '../../kit/siteOrigin.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { refreshIdentity } from '../account/refresh.js'
import { target } from '../account/target.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { NetworkNotConfiguredError } from '../network/errors.js'
import { findNetwork } from '../network/store.js'
import { coinTypeOf } from './coinType.js'
import { NameAccountError, NamesUnavailableError } from './errors.js'
import { doneAnswer } from './schema.js'
import { hasNames } from './service.js'

const namespace = 'eip155'

/**
 * Whether the account in use can have a name here: one of the embedded wallet, or of any where the site lets every wallet have one.
 * @example const isOffered = canHaveName(portico)
 */
export function canHaveName(portico: Portico): boolean {
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  const { names } = portico.options
  return hasNames(portico) && connection !== undefined && (connection.connector.kind === 'embedded' || names?.anyWallet === true)
}

export interface SignedBy {
  readonly address: string
  readonly networkId: NetworkId
}

/**
 * Has the account in use sign what it wants, with the site's origin and the time in seconds, and hands it to the name service.
 * @param said what is signed, in this order, before origin and time
 * @throws NamesUnavailableError, NameAccountError, NetworkNotConfiguredError, InvalidChainIdError before anything is asked, and
 * InvalidOptionError where there is neither a page nor `metadata.url`; then UserRejectedError and what else wallets answer, and the
 * errors of asking the gateway
 */
export async function askSigned(portico: Portico, path: string, said: Readonly<Record<string, unknown>>): Promise<SignedBy> {
  if (!hasNames(portico)) throw new NamesUnavailableError()
  if (!canHaveName(portico)) throw new NameAccountError()
  const { adapter, account } = await target(portico, { namespace })
  const { address, networkId } = account
  if (!findNetwork(portico, networkId)) throw new NetworkNotConfiguredError({ networkId })
  const coinType = coinTypeOf(networkId)
  const origin = siteOrigin(portico)
  if (origin === undefined) throw new InvalidOptionError({ option: 'metadata.url', problem: 'there is no page here for which to sign' })
  const message = JSON.stringify({ ...said, origin, timestamp: Math.floor(Date.now() / 1000) })
  const signed = await adapter.signMessage({ ...account, message })
  const signature = typeof signed === 'string' ? signed : signed.signature
  const body = { coin_type: coinType, address, message, signature }
  await request(portico, { path, method: 'POST', body, schema: doneAnswer })
  await forgetNames(portico)
  return { address, networkId }
}

/** What is known of names is asked anew, and that of the account in use is shown at once. */
export async function forgetNames(portico: Portico): Promise<void> {
  const client = queryClientOf(portico)
  for (const key of ['name', 'names', 'offered names', 'identity', 'name suggestions']) void client.invalidateQueries({ queryKey: [key] })
  await refreshIdentity(portico, { namespace })
}
