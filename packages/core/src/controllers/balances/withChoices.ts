import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { namespaceOf } from '../../kit/caip/ids.js'
import { inSlices } from '../../kit/slices.js'
import type { Portico } from '../../portico/createPortico.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { choicesOf, markedBy } from './tokenChoices.js'
import type { HeldToken, HolderParameters } from './token.js'

/**
 * What an account holds, together with the tokens that the visitor has added, which the chain is asked for, and with those marked that
 * they have hidden. An added token that the chain cannot tell of now is left out this time.
 * @throws RequestAbortedError
 */
export async function withChoices(
  portico: Portico,
  { address, networkId, signal }: HolderParameters & { readonly signal?: AbortSignal },
  tokens: readonly HeldToken[],
): Promise<readonly HeldToken[]> {
  const isTold = (token: string) => tokens.some((one) => one.address !== undefined && isSameAddress(one.address, token))
  const missing = choicesOf(portico, { address, networkId }).added.filter((token) => !isTold(token))
  const found = await Promise.all(
    missing.map(async (token): Promise<HeldToken[]> => {
      try {
        const adapter = await loadAdapter(portico, namespaceOf(networkId))
        const balance = await adapter.getToken?.({ address, token, networkId, ...(signal && { signal }) })
        return balance ? [{ ...balance, networkId }] : []
      } catch {
        return []
      }
    }),
  )
  // Read once more: the visitor may have decided otherwise while the chain was asked.
  return inSlices([...tokens, ...found.flat()], markedBy(choicesOf(portico, { address, networkId })), signal)
}
