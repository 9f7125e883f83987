import type { NetworkId } from '@portico/core'
import { field, readUnits } from '../implementation/json.js'
import { commitment, type Rpc } from '../implementation/rpc.js'

/**
 * What came to an account by a transaction, by the balances before and after it: of a token, or of SOL without the fee. Undefined where
 * the node does not say it, or it is nothing. What a token account had to hold before it was closed counts as come to the account.
 * @throws EndpointError
 */
export async function readReceived(
  rpc: Rpc,
  {
    hash,
    networkId,
    token,
    address,
  }: { readonly hash: string; readonly networkId: NetworkId; readonly token: string | undefined; readonly address: string },
): Promise<bigint | undefined> {
  const params = [hash, { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 }]
  const answer = await rpc.call({ networkId, method: 'getTransaction', params })
  const meta = (...path: readonly (string | number)[]) => field(answer, 'meta', ...path)
  if (token === undefined) {
    // The account pays for it, so it is the first.
    const [before, after, fee] = [meta('preBalances', 0), meta('postBalances', 0), meta('fee')].map(readUnits)
    if (field(answer, 'transaction', 'message', 'accountKeys', 0) !== address) return undefined
    const received = before === undefined || after === undefined || fee === undefined ? 0n : after - before + fee
    return received > 0n ? received : undefined
  }
  const held = (name: 'preTokenBalances' | 'postTokenBalances'): bigint | undefined => {
    const entries = meta(name)
    if (!Array.isArray(entries)) return undefined
    const own = entries.filter((entry: unknown) => field(entry, 'mint') === token && field(entry, 'owner') === address)
    return own.reduce((sum: bigint, entry: unknown) => sum + (readUnits(field(entry, 'uiTokenAmount', 'amount')) ?? 0n), 0n)
  }
  const [before, after] = [held('preTokenBalances'), held('postTokenBalances')]
  return before !== undefined && after !== undefined && after > before ? after - before : undefined
}
