import { fiatDecimals } from '../../../kit/amount/fiat.js'
import { namespaceOf } from '../../../kit/caip/ids.js'
import type { Portico } from '../../../portico/createPortico.js'
import { activeConnection, connectionStore } from '../../connection/store.js'
import { readTypedAmount } from '../../send/form/amount.js'
import type { Sender } from '../../send/form/store.js'
import { OnrampUnsupportedError } from '../errors.js'
import type { OnrampOptions, OnrampToken, PaymentCurrency, PaymentMethod } from '../options.js'
import type { OnrampOrder } from '../order.js'
import type { OnrampForm } from './store.js'

/** What is missing before providers can be asked, or the order. */
export type OnrampCheck =
  /** No wallet. */
  | { readonly status: 'noAccount' }
  /** What can be bought is being asked for. */
  | { readonly status: 'loading' }
  /** Nothing can be bought here. */
  | { readonly status: 'unsupported' }
  | { readonly status: 'failed'; readonly error: Error }
  | { readonly status: 'selectToken' }
  /** The token is of a chain family that no wallet is connected to. */
  | { readonly status: 'noWallet' }
  | { readonly status: 'addAmount' }
  /** No number, nothing, or more decimals than there are. */
  | { readonly status: 'incorrectValue' }
  /** Less than the way to pay takes, and more. In 10⁻¹⁸ of the currency. */
  | { readonly status: 'tooLittle'; readonly limit: bigint; readonly method: string; readonly currency: string }
  | { readonly status: 'tooMuch'; readonly limit: bigint; readonly method: string; readonly currency: string }
  /** Of a sale: there is not as much. */
  | { readonly status: 'insufficientFunds' }
  | { readonly status: 'ready'; readonly order: OnrampOrder }

/** What a query of options knows. */
export interface KnownOptions {
  readonly data?: OnrampOptions | undefined
  readonly error?: Error | null | undefined
}

/** Decimals that people pay with: nobody pays tenths of a cent. */
const paidDecimals = 2

/**
 * The currency that counts: the chosen one, or the first.
 * @example const currency = chosenCurrency(onrampFormStore(portico).getState(), options)?.id // 'USD'
 */
export const chosenCurrency = ({ currency }: Pick<OnrampForm, 'currency'>, { currencies }: OnrampOptions): PaymentCurrency | undefined =>
  currencies.find(({ id }) => id === currency) ?? currencies[0]

/**
 * The way to pay that counts: the chosen one, or the first.
 * @example const method = chosenMethod(onrampFormStore(portico).getState(), options) // { id: 'CARD', minimum, maximum }
 */
export const chosenMethod = (form: Pick<OnrampForm, 'currency' | 'method'>, options: OnrampOptions): PaymentMethod | undefined => {
  const methods = chosenCurrency(form, options)?.methods
  return methods?.find(({ id }) => id === form.method) ?? methods?.[0]
}

/**
 * Whose address a token goes to: that of the wallet of its chain family. Of a Bitcoin wallet it is the one for payments.
 * @example const account = receiverOf(portico, token) // that the money's worth goes to
 */
export function receiverOf(portico: Portico, { networkId }: Pick<OnrampToken, 'networkId'>): Sender | undefined {
  const namespace = namespaceOf(networkId)
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  if (!connection) return undefined
  const payment = namespace === 'bip122' ? connection.accounts?.find(({ type }) => type === 'payment')?.address : undefined
  return { namespace, networkId, address: payment ?? connection.addresses[0] }
}

/**
 * Looks a form over: the first thing that is missing.
 * @example
 * const form = onrampFormStore(portico).getState()
 * const check = checkOnramp(form, { data: options }, form.token && receiverOf(portico, form.token))
 * if (check.status === 'ready') showOffers(check.order)
 * @param account of {@link receiverOf}, for the token of the form
 * @param held how much of the token the account has, in its smallest unit; undefined where that is not known
 */
export function checkOnramp(form: OnrampForm, { data, error }: KnownOptions, account: Sender | undefined, held?: bigint): OnrampCheck {
  const { kind, sender, token, amount, typedIn } = form
  if (!sender) return { status: 'noAccount' }
  if (error instanceof OnrampUnsupportedError) return { status: 'unsupported' }
  if (!data) return error ? { status: 'failed', error } : { status: 'loading' }
  const currency = chosenCurrency(form, data)
  const method = chosenMethod(form, data)
  if (!currency || !method) return { status: 'unsupported' }
  if (!token) return { status: 'selectToken' }
  if (!account) return { status: 'noWallet' }
  if (!amount.trim()) return { status: 'addAmount' }
  const typed = readTypedAmount(amount, kind === 'sell' ? token.decimals : paidDecimals, typedIn)
  if (!typed) return { status: 'incorrectValue' }
  const units = kind === 'sell' ? typed : typed * 10n ** BigInt(fiatDecimals - paidDecimals)
  if (kind === 'sell' && held !== undefined && units > held) return { status: 'insufficientFunds' }
  if (kind === 'buy') {
    const limits = { method: method.id, currency: currency.id }
    if (units < method.minimum) return { status: 'tooLittle', limit: method.minimum, ...limits }
    if (units > method.maximum) return { status: 'tooMuch', limit: method.maximum, ...limits }
  }
  return { status: 'ready', order: { kind, account, token, units, currency: currency.id, method: method.id } }
}
