import type { DetailLine } from '../../types.js'
import type { Fees, FullTransaction } from './fill.js'
import { transactionHash } from './sign.js'
import type { AskedTransaction } from './transaction.js'

/** Each part of what is signed, amounts in wei (S9); of a batch also the hash of each, as there is not one for all. */
export function detailsOf(transaction: FullTransaction, prefix: string): readonly DetailLine[] {
  const { chainId, from, to, value, data, nonce, gas, fees, accessList, authorizationList } = transaction
  const line = (path: string, text: string | number | bigint): DetailLine => ({ path: `${prefix}${path}`, value: String(text) })
  return [
    line('type', typeOf(fees, accessList, authorizationList)),
    line('chainId', chainId),
    line('from', from),
    ...(to === undefined ? [] : [line('to', to)]),
    line('value', value),
    line('data', data),
    line('nonce', nonce),
    line('gas', gas),
    ...feeLines(fees).map(([path, price]) => line(path, price)),
    ...(accessList ?? []).flatMap(({ address, storageKeys }, index) => [
      line(`accessList[${index}].address`, address),
      ...storageKeys.map((key, at) => line(`accessList[${index}].storageKeys[${at}]`, key)),
    ]),
    ...(authorizationList ?? []).flatMap(({ address, chainId: chain, nonce: count, signature }, index) => [
      line(`authorizationList[${index}].address`, address),
      line(`authorizationList[${index}].chainId`, chain),
      line(`authorizationList[${index}].nonce`, count),
      ...(signature
        ? [
            line(`authorizationList[${index}].r`, signature.r),
            line(`authorizationList[${index}].s`, signature.s),
            line(`authorizationList[${index}].yParity`, signature.yParity),
          ]
        : []),
    ]),
    ...(prefix === '' ? [] : [line('hash', transactionHash(transaction) ?? '')]),
  ]
}

/** A call of a batch that is one transaction, in whose data it is. */
export const callLines = ({ to, value, data }: AskedTransaction, index: number): readonly DetailLine[] => [
  { path: `calls[${index}].to`, value: to ?? '' },
  { path: `calls[${index}].value`, value: String(value) },
  { path: `calls[${index}].data`, value: data },
]

const typeOf = (fees: Fees, accessList: unknown, authorizationList: unknown) =>
  'gasPrice' in fees ? (accessList ? 'eip2930' : 'legacy') : authorizationList ? 'eip7702' : 'eip1559'

const feeLines = (fees: Fees): readonly (readonly [string, bigint])[] =>
  'gasPrice' in fees
    ? [['gasPrice', fees.gasPrice]]
    : [
        ['maxFeePerGas', fees.maxFeePerGas],
        ['maxPriorityFeePerGas', fees.maxPriorityFeePerGas],
      ]
