import type { Portico } from '../../portico/createPortico.js'
import type { TokenParameters } from './hideToken.js'
import { lookUpToken } from './lookUpToken.js'
import { changeChoices, excluding, including } from './tokenChoices.js'
import type { HeldToken } from './token.js'

/**
 * Adds a token by its address to the list of an account, here and on every visit to come, also where the account has none of it. What it
 * is called and how much there is of it, the chain says each time. One that was hidden is shown again. At most 100 of an account are kept.
 * @example await addToken(portico, { address, networkId: 'eip155:8453', token })
 * @throws TokenNotFoundError with a `reason`, TokenListedError, CapabilityMissingError, and the endpoint's errors
 */
export async function addToken(portico: Portico, { address, networkId, token }: TokenParameters): Promise<HeldToken> {
  const found = await lookUpToken(portico, { address, networkId, token })
  const place = found.address ?? token
  changeChoices(
    portico,
    { address, networkId },
    ({ hidden, added }) => ({
      hidden: excluding(hidden, place),
      // One that is merely shown again is still listed by whoever listed it.
      added: found.units > 0n && found.hidden ? added : including(added, place),
    }),
    found,
  )
  return found
}
