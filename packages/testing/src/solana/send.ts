import { base58, base64 } from '@scure/base'
import { rpcError, rpcErrorCodes } from '../wallet/errors.js'
import { invalidParams, isRecord, readRecord } from '../wallet/params.js'

/** All that a node takes as `preflightCommitment`: today's three levels and their older names. */
const preflightCommitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']
const commitments = ['processed', 'confirmed', 'finalized']

const POLL_MS = 250
const CONFIRM_TIMEOUT_MS = 60_000

type Ask = (method: string, params: unknown) => Promise<unknown>

/** How a transaction is sent, checked. */
export interface ReadSendOptions {
  /** For the node's `sendTransaction`. */
  readonly config: Readonly<Record<string, unknown>>
  /** To wait for after sending. */
  readonly commitment: string | undefined
}

/** @throws ProviderRpcError -32602 when an option has a value that no node takes */
export function readSendOptions(value: unknown): ReadSendOptions {
  const options = value === undefined ? {} : readRecord(value, 'The options')
  const { preflightCommitment, skipPreflight, maxRetries, minContextSlot, commitment } = options
  const valid =
    isOneOf(preflightCommitment, preflightCommitments) &&
    (skipPreflight === undefined || typeof skipPreflight === 'boolean') &&
    isCount(maxRetries) &&
    isCount(minContextSlot)
  if (!valid || !isOneOf(commitment, commitments)) throw invalidParams('The options are not those of the Wallet Standard.')
  const config = { encoding: 'base64', preflightCommitment, skipPreflight, maxRetries, minContextSlot }
  return { config, commitment }
}

/**
 * Sends a signed transaction, and waits for the commitment if one is asked for.
 * @returns the transaction's signature, 64 bytes
 * @throws ProviderRpcError as the node put it, or -32603 when the transaction failed or was not confirmed within a minute
 */
export async function send(ask: Ask, signed: Uint8Array, { config, commitment }: ReadSendOptions): Promise<Uint8Array> {
  const answer = await ask('sendTransaction', [base64.encode(signed), config])
  if (typeof answer !== 'string') throw rpcError(rpcErrorCodes.internal, 'The node answered without a signature.')
  if (commitment !== undefined) await confirm(ask, answer, commitment)
  return base58.decode(answer)
}

async function confirm(ask: Ask, signature: string, commitment: string): Promise<void> {
  const deadline = Date.now() + CONFIRM_TIMEOUT_MS
  while (Date.now() < deadline) {
    const answer = await ask('getSignatureStatuses', [[signature]])
    const value: unknown = isRecord(answer) ? answer['value'] : undefined
    const status: unknown = Array.isArray(value) ? value[0] : undefined
    if (isRecord(status)) {
      if (status['err'] !== null && status['err'] !== undefined) {
        throw rpcError(rpcErrorCodes.internal, 'The transaction failed.', status['err'])
      }
      const reached = status['confirmationStatus']
      if (typeof reached === 'string' && commitments.indexOf(reached) >= commitments.indexOf(commitment)) return
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw rpcError(rpcErrorCodes.internal, 'The transaction was not confirmed in time.')
}

function isOneOf(value: unknown, allowed: readonly string[]): value is string | undefined {
  return value === undefined || (typeof value === 'string' && allowed.includes(value))
}

function isCount(value: unknown): boolean {
  return value === undefined || (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0)
}
