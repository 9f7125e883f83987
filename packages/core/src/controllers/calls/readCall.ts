import type { Call } from './capability.js'

/** What a call does, as far as its data says: for a sentence about it. Amounts in the smallest unit. */
export type CallMeaning =
  | { readonly kind: 'send'; readonly to: string; readonly value: bigint }
  | { readonly kind: 'transfer'; readonly token: string; readonly to: string; readonly units: bigint }
  /** Lets somebody take up to `units`; undefined is any amount, 0 is none any more. */
  | { readonly kind: 'approve'; readonly token: string; readonly spender: string; readonly units: bigint | undefined }
  | { readonly kind: 'call'; readonly to: string; readonly value: bigint }

/** More than half of all that can be counted is meant as any amount. */
const anyAmount = 2n ** 255n

/**
 * Reads ERC-20 `transfer` and `approve`; whatever else has data calls a contract. Never throws.
 * @example const meaning = readCall({ to, data }) // a transfer, an approval, or a call that is not known
 */
export function readCall({ to, value = 0n, data = '0x' }: Call): CallMeaning {
  if (data === '0x') return { kind: 'send', to, value }
  const [, selector, who, amount] = /^0x([\da-f]{8})0{24}([\da-f]{40})([\da-f]{64})$/i.exec(data) ?? []
  const other = `0x${who ?? ''}`
  const units = BigInt(`0x${amount ?? '0'}`)
  if (value === 0n && selector?.toLowerCase() === 'a9059cbb') return { kind: 'transfer', token: to, to: other, units }
  if (value === 0n && selector?.toLowerCase() === '095ea7b3')
    return { kind: 'approve', token: to, spender: other, units: units >= anyAmount ? undefined : units }
  return { kind: 'call', to, value }
}
