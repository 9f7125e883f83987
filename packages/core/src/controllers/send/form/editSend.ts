import { fiatDecimals, valueOf } from '../../../kit/amount/fiat.js'
import { toDecimal } from '../../../kit/amount/format.js'
import { languageStore } from '../../../language/language.js'
import type { Portico } from '../../../portico/createPortico.js'
import { unitsOf } from './amount.js'
import { sendFormStore, type SendForm, type SendToken } from './store.js'

/** Changes a form that the visitor may change; another amount is no longer all that there is, and filled in unless it was typed. */
function edit(portico: Portico, change: (form: SendForm) => Partial<SendForm>): void {
  const store = sendFormStore(portico)
  const form = store.getState()
  if (!form.fixed && form.progress.status === 'editing') {
    const changed = change(form)
    store.setState({ ...('amount' in changed && { isMaximum: false, typedIn: undefined }), ...changed })
  }
}

/**
 * Chooses what to send: of an item of a collection one. An amount of money becomes one of the token where it has no price.
 * @example setSendToken(portico, token)
 */
export function setSendToken(portico: Portico, token: SendToken): void {
  edit(portico, ({ unit, token: before }) => {
    const isItem = before?.item?.tokenId === token.item?.tokenId
    const isOther = before?.address !== token.address || before?.networkId !== token.networkId || !isItem
    if (token.item) return { token, unit: 'token', ...(isOther && { amount: '1' }) }
    const stays = token.price !== undefined || unit === 'token'
    const isKept = !isOther || (stays && unit === 'fiat') || !before
    return { token, ...(!stays && { unit: 'token' }), ...(!isKept && { amount: '' }) }
  })
}

/**
 * What was typed as the amount: of the token or of money, as the form has it, in the language of the user interface.
 * @example setSendAmount(portico, '0.25')
 */
export function setSendAmount(portico: Portico, amount: string): void {
  edit(portico, () => ({ amount: amount.slice(0, 100), typedIn: languageStore(portico).getState().locale }))
}

/** Fills an amount in that nobody typed: a decimal number with a point. */
export function fillSendAmount(portico: Portico, amount: string): void {
  edit(portico, () => ({ amount }))
}

/**
 * From an amount of the token to one of money, or back; the amount stays the same as far as cents can say it. Does nothing without a price.
 * @example toggleSendUnit(portico) // amounts in the token, or in money
 */
export function toggleSendUnit(portico: Portico): void {
  edit(portico, ({ unit, amount, typedIn, token }) => {
    if (token?.price === undefined) return {}
    const next = unit === 'token' ? 'fiat' : 'token'
    const units = unitsOf({ amount, typedIn, unit, token })
    if (units === undefined) return { unit: next, amount: '' }
    const [worth = '', cents = ''] = toDecimal(valueOf(units, token.decimals, token.price), fiatDecimals).split('.')
    return { unit: next, amount: next === 'token' ? toDecimal(units, token.decimals) : `${worth}.${cents.slice(0, 2).padEnd(2, '0')}` }
  })
}

/**
 * The visitor has read that the address imitates another one, and means it.
 * @example acknowledgeRecipient(portico) // the visitor has read the warning about this address
 */
export function acknowledgeRecipient(portico: Portico): void {
  edit(portico, () => ({ acknowledged: true }))
}

/**
 * Puts an exact amount of the token into the form, in its smallest unit. @param isMaximum it is all that can be sent
 * @example setSendUnits(portico, 1_500_000_000_000_000_000n)
 */
export function setSendUnits(portico: Portico, units: bigint, { isMaximum = false }: { readonly isMaximum?: boolean } = {}): void {
  edit(portico, ({ token }) => (token ? { unit: 'token', amount: toDecimal(units, token.decimals), isMaximum } : {}))
}
