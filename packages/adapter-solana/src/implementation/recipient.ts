import type { NetworkId, RecipientKind } from '@portico/core'
import { getAccounts, isMint } from './accounts.js'
import { base58 } from './bytes.js'
import { loaded } from './loaded.js'
import { systemProgram } from './programs.js'
import type { Rpc } from './rpc.js'

/** The System Program, which keeps what it gets, and the Incinerator. */
const burnAddresses = [systemProgram, '1nc1nerator11111111111111111111111111111111']

/**
 * What there is at an address: an account of the system's, or none yet, is somebody's where a key can lead to it; a mint is a token;
 * anything else belongs to a program, token accounts as well.
 * @throws EndpointError, AdapterLoadError
 */
export async function inspectRecipient(
  rpc: Rpc,
  { address, networkId, signal }: { readonly address: string; readonly networkId: NetworkId; readonly signal?: AbortSignal },
): Promise<RecipientKind> {
  if (burnAddresses.includes(address)) return 'burn'
  const [[account], { isOnCurve }] = await Promise.all([getAccounts(rpc, networkId, [address], signal), loaded(import('./curve.js'))])
  if (account && account.owner !== systemProgram) return isMint(account) ? 'token' : 'contract'
  return isOnCurve(base58.decode(address)) ? 'account' : 'contract'
}
