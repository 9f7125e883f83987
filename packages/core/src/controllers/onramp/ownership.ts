import { signInChainId, writeSignInMessage } from '@portico/siwx'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { CapabilityMissingError, ConnectorNotConnectedError } from '../connection/errors.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { Sender } from '../send/form/store.js'
import { nonceAnswer } from './schema.js'
import { grantFor } from './sessions.js'

/** What a visitor signs once, to show that an address is theirs: nobody has coins bought, or a bank account named, for somebody else's. */
export const statements = {
  buy: 'Receive what I buy at this address.',
  sell: 'Pay me for what I sell from this address.',
} as const

/** How long a proof holds, in milliseconds. */
const proofLifetime = 10 * 60_000

/** Shown to the gateway with an order. */
export type Ownership =
  | { readonly grant: string }
  | { readonly proof: { readonly message: string; readonly signature: string } }
  | Record<string, never>

/** What shows that an address is the visitor's, without asking anybody: a grant of the last day. */
export function knownOwnership(portico: Portico, { networkId, address }: Sender): Ownership | undefined {
  const grant = grantFor(portico, accountIdOf(networkId, address))
  return grant === undefined ? undefined : { grant }
}

/**
 * Asks the wallet for a signature that shows that the address is the visitor's: a sign-in text (EIP-4361 and its like) of this page,
 * with a nonce of the gateway's, good for ten minutes.
 * @throws UserRejectedError, CapabilityMissingError for a chain family without such texts, and the errors of asking gateway and wallet
 */
export async function proveOwnership(
  portico: Portico,
  { namespace, networkId, address }: Sender,
  kind: 'buy' | 'sell',
): Promise<Ownership> {
  const origin = typeof location === 'undefined' ? '' : location.origin
  if (!/^https?:/.test(origin) || (namespace !== 'eip155' && namespace !== 'solana' && namespace !== 'bip122'))
    throw new CapabilityMissingError({ capability: 'signMessage', namespace })
  const { nonce } = await request(portico, { path: '/v1/onramp/nonce', method: 'POST', body: {}, schema: nonceAnswer, idempotent: true })
  const now = Date.now()
  const message = writeSignInMessage({
    namespace,
    domain: new URL(origin).host,
    address,
    statement: statements[kind],
    uri: origin,
    version: '1',
    chainId: signInChainId(networkId),
    nonce,
    issuedAt: new Date(now).toISOString(),
    expirationTime: new Date(now + proofLifetime).toISOString(),
  })
  const adapter = await loadAdapter(portico, namespace)
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  if (!connection?.addresses.includes(address)) throw new ConnectorNotConnectedError()
  const signed = await adapter.signMessage({ connectorId: connection.connector.id, address, networkId, message })
  return { proof: { message, signature: typeof signed === 'string' ? signed : signed.signature } }
}
