import { toDecimal } from '../../../kit/amount/format.js'
import { languageStore } from '../../../language/language.js'
import type { Portico } from '../../../portico/createPortico.js'
import { slippageLimits } from '../order.js'
import { isSameToken, type SwapToken } from '../token.js'
import { swapFormStore, type SwapForm, type SwapSide } from './store.js'

/** Changes a form that is still one. What was agreed to of another swap holds no longer; an amount is filled in unless it was typed. */
function edit(portico: Portico, change: (form: SwapForm) => Partial<SwapForm>): void {
  const store = swapFormStore(portico)
  const form = store.getState()
  if (form.progress.status !== 'editing') return
  const changed = change(form)
  store.setState({ acknowledged: false, ...('amount' in changed && { typedIn: undefined }), ...changed })
}

/**
 * Chooses what is paid, or what is received. The same on both sides turns them round.
 * @example setSwapToken(portico, 'to', token)
 */
export function setSwapToken(portico: Portico, side: SwapSide, token: SwapToken): void {
  edit(portico, (form) => {
    const other = side === 'from' ? 'to' : 'from'
    const isTurned = isSameToken(form[other], token)
    const isOther = side === 'from' || isTurned ? !isSameToken(form.from, side === 'from' ? token : form[side]) : false
    return { [side]: token, ...(isTurned && { [other]: form[side] }), provider: undefined, ...(isOther && form.from && { amount: '' }) }
  })
}

/**
 * What is known of the tokens by now, such as how much is held. Changes nothing else.
 * @example noteSwapTokens(portico, { from: asSwapToken(from, listed, held) }) // the balance came in
 */
export function noteSwapTokens(portico: Portico, tokens: Partial<Pick<SwapForm, SwapSide>>): void {
  const store = swapFormStore(portico)
  if (store.getState().progress.status === 'editing') store.setState(tokens)
}

/**
 * Pays with what would have been received.
 * @example flipSwap(portico)
 */
export function flipSwap(portico: Portico): void {
  edit(portico, ({ from, to }) => ({ from: to, to: from, amount: '', provider: undefined }))
}

/**
 * What was typed as the amount that is paid, in the language of the user interface.
 * @example setSwapAmount(portico, '5')
 */
export function setSwapAmount(portico: Portico, amount: string): void {
  edit(portico, () => ({ amount: amount.slice(0, 100), typedIn: languageStore(portico).getState().locale }))
}

/**
 * Puts an exact amount into the form, in the smallest unit of what is paid.
 * @example setSwapUnits(portico, 1_000_000n)
 */
export function setSwapUnits(portico: Portico, units: bigint): void {
  edit(portico, ({ from }) => (from ? { amount: toDecimal(units, from.decimals) } : {}))
}

/**
 * How much less than quoted may come out, in hundredths of a per cent, held between 0.1 % and 5 % (S18).
 * @example setSwapSlippage(portico, 50)
 */
export function setSwapSlippage(portico: Portico, slippage: number): void {
  const { least, most } = slippageLimits
  edit(portico, () => ({
    slippage: Number.isFinite(slippage) ? Math.min(Math.max(Math.round(slippage), least), most) : slippageLimits.usual,
  }))
}

/**
 * Whose quote is taken; undefined is the best.
 * @example setSwapProvider(portico, quote.provider) // undefined: the best of them
 */
export function setSwapProvider(portico: Portico, provider: string | undefined): void {
  edit(portico, () => ({ provider }))
}

/**
 * The visitor has read how much the amount moves the price, and means it.
 * @example acknowledgeImpact(portico) // the visitor has seen that much is lost by the price
 */
export function acknowledgeImpact(portico: Portico): void {
  edit(portico, () => ({ acknowledged: true }))
}
