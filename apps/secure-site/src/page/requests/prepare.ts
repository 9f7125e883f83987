import { asError, PorticoError } from '@portico/core'
import { base58 } from '@scure/base'
import { isAddress } from 'viem/utils'
import type { FrameNetwork, PreparedRequest } from '../types.js'
import { AccountMismatchError, CallNotAllowedError, InvalidParamsError, MethodNotSupportedError } from './errors.js'
import { prepareCalls } from './evm/batch.js'
import { prepareMessage } from './evm/message.js'
import { prepareTransaction } from './evm/send.js'
import { prepareTypedData } from './evm/typed.js'
import { prepareUserOperation } from './evm/userOperation.js'
import { agreedNetwork } from './network.js'
import { prepareSolanaMessage } from './solana/message.js'
import { prepareSolana } from './solana/send.js'
import { freeze, type PrepareContext, type SiteRequest } from './types.js'

type Prepare = (request: SiteRequest, network: FrameNetwork, context: PrepareContext) => Promise<PreparedRequest>

const readers: ReadonlyMap<string, readonly ['eip155' | 'solana', Prepare]> = new Map([
  ['personal_sign', ['eip155', prepareMessage]],
  ['eth_signTypedData_v4', ['eip155', prepareTypedData]],
  ['eth_sendTransaction', ['eip155', prepareTransaction]],
  ['wallet_sendCalls', ['eip155', prepareCalls]],
  ['wallet_grantPermissions', ['eip155', async (...asked) => (await import('./evm/permissions/grant.js')).prepareGrant(...asked)]],
  ['eth_sendUserOperation', ['eip155', prepareUserOperation]],
  ['solana_signMessage', ['solana', prepareSolanaMessage]],
  ['solana_signTransaction', ['solana', prepareSolana]],
  ['solana_signAllTransactions', ['solana', prepareSolana]],
  ['solana_signAndSendTransaction', ['solana', prepareSolana]],
])

/** A permission is stopped without a question. */
const refused = ['wallet_revokePermissions']

/** A plain account has no operations. */
const ofSmartAccounts = ['eth_sendUserOperation']

/** Signing methods that can be prepared. */
export const signingMethods: readonly string[] = [...readers.keys()]

/**
 * Reads a request to sign, once: what it returns is frozen, and is what is shown and what is signed (S9). Prepare it when it is
 * about to be shown, since nonce, fee and simulation are of that moment.
 * @throws InvalidParamsError and ChainMismatchError (-32602, 4901, S14), AccountMismatchError 4100, MethodNotSupportedError 4200,
 * SignInRefusedError (S25), NameMessageRefusedError, TransactionAsMessageError (S16), DelegateNotListedError (S15), CallNotAllowedError for any other
 * method, BatchRefusedError (5700 to 5760) of wallet_sendCalls, and of what is sent NodeUnreachableError or NodeAnswerError, where nonce
 * or fees cannot be known
 */
export async function prepareRequest(request: SiteRequest, context: PrepareContext): Promise<PreparedRequest> {
  const { id, method, chainId } = request
  if (refused.includes(method) || (ofSmartAccounts.includes(method) && !context.smartAccount)) throw new MethodNotSupportedError({ method })
  const reader = readers.get(method)
  if (!reader) throw new CallNotAllowedError()
  const [namespace, prepare] = reader
  const network = agreedNetwork(namespace, chainId, context)
  checkAccount(context)
  // A copy of its own: the site keeps no hold on what is shown.
  const own: SiteRequest = freeze({ id, method, params: copy(request.params) })
  try {
    return await prepare(own, network, context)
  } catch (error) {
    if (error instanceof PorticoError) throw error
    throw new InvalidParamsError({ problem: `${method} cannot be read`, cause: asError(error) })
  }
}

function copy(params: unknown): unknown {
  try {
    return structuredClone(params)
  } catch (cause) {
    throw new InvalidParamsError({ problem: 'they are not data', cause })
  }
}

/** Whoever asks without an account has nothing to sign with. */
function checkAccount({ addresses }: PrepareContext): void {
  if (!isAddress(addresses.eip155, { strict: false }) || base58.decode(addresses.solana).length !== 32) throw new AccountMismatchError()
}
