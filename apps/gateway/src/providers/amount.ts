/** What an amount is worth, for showing. Undefined where no price is known. */
export function valueOf(numeric: string, price: number | undefined): { readonly value?: number; readonly price: number } {
  return price === undefined || !(price > 0) ? { price: 0 } : { price, value: Number(numeric) * price }
}
