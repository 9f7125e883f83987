import type { Portico } from '../../portico/createPortico.js'
import { changeChoices, including } from './tokenChoices.js'
import type { HolderParameters } from './token.js'

export interface TokenParameters extends HolderParameters {
  /** Contract or mint. */
  readonly token: string
}

/**
 * Leaves a token out of an account's list and of its total, here and on every visit to come. The network's own coin cannot be hidden.
 * At most 500 tokens of an account are; the one that was hidden first then comes back.
 * @example hideToken(portico, { address, networkId: 'eip155:8453', token })
 */
export function hideToken(portico: Portico, { token, ...holder }: TokenParameters): void {
  changeChoices(portico, holder, ({ hidden, added }) => ({ hidden: including(hidden, token), added }))
}
