import { unitsOf } from './amount.js'
import type { SendForm, SentTransfer } from './store.js'

/** What is missing before a transfer can be looked over, or the transfer. */
export type SendCheck =
  /** No wallet, or its network is not one of the site's. */
  | { readonly status: 'noAccount' }
  | { readonly status: 'selectToken' }
  | { readonly status: 'addAmount' }
  /** No number, nothing, or more decimals than the token has. */
  | { readonly status: 'incorrectValue' }
  | { readonly status: 'insufficientFunds' }
  | { readonly status: 'addAddress' }
  /** A name is being looked up. */
  | { readonly status: 'looking' }
  | { readonly status: 'invalidAddress' }
  /** The address imitates a known one, and the visitor has not said that it is meant all the same. */
  | { readonly status: 'lookAlike' }
  | { readonly status: 'ready'; readonly transfer: SentTransfer }

/**
 * Looks a form over: the first thing that is missing. Whether the fee is covered as well, estimating it tells.
 * @example const check = checkSend(sendFormStore(portico).getState())
 */
export function checkSend(form: SendForm): SendCheck {
  const { sender, token, amount, recipient, note } = form
  if (!sender) return { status: 'noAccount' }
  if (!token) return { status: 'selectToken' }
  if (!amount.trim()) return { status: 'addAmount' }
  const units = unitsOf(form)
  if (units === undefined || units === 0n) return { status: 'incorrectValue' }
  if (units > token.units) return { status: 'insufficientFunds' }
  switch (recipient.status) {
    case 'none':
      return { status: 'addAddress' }
    case 'looking':
      return { status: 'looking' }
    case 'invalid':
    case 'failed':
      return { status: 'invalidAddress' }
    case 'found':
  }
  if (recipient.warnings.some(({ kind }) => kind === 'lookAlike') && !form.acknowledged) return { status: 'lookAlike' }
  const { address: to, name } = recipient
  return { status: 'ready', transfer: { ...sender, token, units, to, ...(name !== undefined && { name }), ...note } }
}
