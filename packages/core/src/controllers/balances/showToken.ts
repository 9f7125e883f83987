import type { Portico } from '../../portico/createPortico.js'
import type { TokenParameters } from './hideToken.js'
import { changeChoices, excluding } from './tokenChoices.js'

/**
 * Shows a token again that was hidden. Does nothing for any other.
 * @example showToken(portico, { address, networkId: 'eip155:8453', token })
 */
export function showToken(portico: Portico, { token, ...holder }: TokenParameters): void {
  changeChoices(portico, holder, ({ hidden, added }) => ({ hidden: excluding(hidden, token), added }))
}
