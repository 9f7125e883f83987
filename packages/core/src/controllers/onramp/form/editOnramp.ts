import { languageStore } from '../../../language/language.js'
import type { Portico } from '../../../portico/createPortico.js'
import type { OnrampToken } from '../options.js'
import { onrampFormStore, type OnrampForm } from './store.js'

/** Changes a form that is still one. */
function edit(portico: Portico, change: Partial<OnrampForm>): void {
  const store = onrampFormStore(portico)
  if (store.getState().progress.status === 'editing') store.setState(change)
}

/**
 * What was typed, in the language of the user interface: of what is paid, or of the token that is sold.
 * @example setOnrampAmount(portico, '50')
 */
export const setOnrampAmount = (portico: Portico, amount: string): void =>
  edit(portico, { amount: amount.slice(0, 100), typedIn: languageStore(portico).getState().locale })

/**
 * Chooses what is bought, or what is sold.
 * @example setOnrampToken(portico, token) // one of reachableTokens
 */
export const setOnrampToken = (portico: Portico, token: OnrampToken): void => edit(portico, { token })

/**
 * @example setOnrampCurrency(portico, 'EUR')
 * @param currency ISO 4217, one of the options'
 */
export const setOnrampCurrency = (portico: Portico, currency: string): void => edit(portico, { currency })

/**
 * @example setOnrampMethod(portico, 'card')
 * @param method id of one of the currency's
 */
export const setOnrampMethod = (portico: Portico, method: string): void => edit(portico, { method })

/**
 * Buying or selling. What was typed is an amount of something else then.
 * @example setOnrampKind(portico, 'sell')
 */
export function setOnrampKind(portico: Portico, kind: OnrampForm['kind']): void {
  if (onrampFormStore(portico).getState().kind !== kind) edit(portico, { kind, amount: '', typedIn: undefined })
}
