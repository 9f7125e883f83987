import type { Namespace, NetworkId } from '../../../kit/caip/ids.js'
import { parseAmount } from '../../../kit/amount/parse.js'
import { askedBy, readPaymentCode } from './readPaymentCode.js'
import type { PaymentNote } from './store.js'

/** What a payment code asks for. */
export interface PaymentOrder {
  /** Whom to pay: an address or a name, with the network of the code where it names one, as a recipient is typed. */
  readonly to: string
  readonly networkId?: NetworkId
  /** Contract or mint; undefined is the network's own coin. */
  readonly token?: string
  /** Exactly how much: in the smallest unit (EIP-681), or of the whole token as a decimal number (BIP-21, Solana Pay). */
  readonly amount?: { readonly units: bigint } | { readonly whole: string }
  readonly note?: PaymentNote
}

/** A number of EIP-681: digits, perhaps with decimals and a power of ten, that comes out even. */
function readUnits(text: string | null): bigint | undefined {
  const match = /^(\d{1,80})(?:\.(\d{1,80}))?(?:[eE]\+?(\d{1,2}))?$/.exec(text ?? '')
  if (!match) return undefined
  const [, digits = '0', decimals = '', power = '0'] = match
  const zeros = Number(power) - decimals.replace(/0+$/, '').length
  const units = BigInt(digits + decimals.replace(/0+$/, '')) * (zeros >= 0 ? 10n ** BigInt(zeros) : 0n)
  return zeros < 0 || units >= 2n ** 256n ? undefined : units
}

function readWhole(text: string | null): string | undefined {
  const isNumber = text !== null && /^(\d{1,30}(\.\d{1,30})?|\.\d{1,30})$/.test(text) && parseAmount(text, 30) > 0n
  return isNumber ? text : undefined
}

/**
 * Reads what was scanned: an address, a name, or a payment code of the chain family with its amount: EIP-681 with `value`, or its
 * `transfer` of a token; BIP-21 and Solana Pay with `amount`, and `spl-token`. An amount that cannot be read is left out.
 * @returns undefined for anything else, also for a code that calls something, or that asks for what is not known here
 */
export function readPaymentOrder(scanned: string, namespace: Namespace): PaymentOrder | undefined {
  const text = scanned.trim().slice(0, 2_000)
  const transfer = /^ethereum:(?:pay-)?(0x[\da-f]{40})(?:@(\d{1,20}))?\/transfer\?(.*)$/is.exec(text)
  if (transfer && namespace === 'eip155') {
    const [, token = '', chain, query] = transfer
    const asked = new URLSearchParams(query)
    const to = asked.get('address')
    const units = readUnits(asked.get('uint256'))
    if (!to) return undefined
    const code = readPaymentCode(chain === undefined ? to : `ethereum:${to}@${chain}`, namespace)
    if (!code) return undefined
    return {
      to: chain === undefined ? to : `ethereum:${to}@${chain}`,
      ...network(code.networkId),
      token,
      ...(units && { amount: { units } }),
    }
  }
  const code = readPaymentCode(text, namespace)
  if (!code) return undefined
  const isCode = /^(ethereum|bitcoin|solana):/i.test(text)
  const asked = askedBy(isCode ? text : '')
  const units = namespace === 'eip155' ? readUnits(asked.get('value')) : undefined
  const [amount = null, another] = asked.getAll('amount')
  const whole = namespace === 'eip155' || another !== undefined ? undefined : readWhole(amount)
  const token = namespace === 'solana' ? asked.get('spl-token') : null
  return {
    to: isCode && code.networkId ? `ethereum:${code.text}@${code.networkId.slice('eip155:'.length)}` : code.text,
    ...network(code.networkId),
    ...(token && { token }),
    ...(code.note && { note: code.note }),
    ...(units ? { amount: { units } } : whole ? { amount: { whole } } : {}),
  }
}

const network = (networkId: NetworkId | undefined) => (networkId ? { networkId } : {})
