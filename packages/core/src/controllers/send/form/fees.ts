import { capability } from '../../account/target.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import type { FeeSpeed, SpeedChoice } from '../capability.js'
import { estimateFee } from '../estimateFee.js'
import { getFeeRates } from '../getFeeRates.js'
import { balanceLifetime, staleAfter } from '../../../portico/query.js'
import { namespaceOf, type NetworkId } from '../../../kit/caip/ids.js'
import type { Portico } from '../../../portico/createPortico.js'
import type { TransactionParameters } from '../transaction.js'
import { ItemNotHeldError } from './errors.js'
import type { SentTransfer } from './store.js'

/** What an order says of its speed: at the standard one nothing, which the adapter or the wallet decides at the moment. */
export async function orderSpeed(
  portico: Portico,
  networkId: NetworkId,
  speed: FeeSpeed,
): Promise<Pick<TransactionParameters, 'feeRate' | 'speed'>> {
  if (speed === 'standard') return {}
  // The adapter knows what a speed costs at the moment, and how much less will do where nothing is left for more.
  const { getFeeSpeeds } = await loadAdapter(portico, namespaceOf(networkId))
  if (getFeeSpeeds) return { speed }
  const rates = await getFeeRates(portico, { networkId })
  return rates ? { feeRate: rates[speed] } : {}
}

/**
 * The order behind a transfer. A chain that sells its space by size is paid at the chosen speed.
 * @throws ItemNotHeldError where the chain says that the sender does not hold the item, or not as many, and the endpoint's errors
 */
export async function orderOfTransfer(portico: Portico, transfer: SentTransfer, speed: FeeSpeed): Promise<TransactionParameters> {
  const { namespace, networkId, to, units, token, memo, references } = transfer
  if (token.item) await checkItem(portico, transfer, token.item.tokenId)
  const chosen = await orderSpeed(portico, networkId, speed)
  return {
    namespace,
    networkId,
    to,
    value: units,
    ...(token.address !== undefined && { token: token.address }),
    ...(token.item && { tokenId: token.item.tokenId }),
    ...(memo !== undefined && { memo }),
    ...(references !== undefined && { references }),
    ...chosen,
  }
}

/** The list in which an item was chosen may be a minute old: the chain is asked before the wallet is. */
async function checkItem(portico: Portico, { namespace, networkId, address, units, token }: SentTransfer, tokenId: bigint): Promise<void> {
  const getItemUnits = capability(await loadAdapter(portico, namespace), 'getItemUnits', namespace)
  const held = await getItemUnits({ address, token: token.address ?? '', tokenId, networkId })
  if (held < units) throw new ItemNotHeldError({ tokenId, held, wanted: units })
}

/**
 * What a transfer will cost, for a query client; asked again after 30 s.
 * @example const { expected, maximum } = await queryClient.fetchQuery(sendFeeQuery(portico, transfer, 'standard')) // in wei on EVM chains
 * @param transfer undefined while there is none yet
 */
export function sendFeeQuery(portico: Portico, transfer: SentTransfer | undefined, speed: FeeSpeed) {
  const { address, networkId, to, units, token, memo, references } = transfer ?? {}
  return {
    queryKey: [
      'send fee',
      networkId,
      address,
      to,
      token?.address,
      token?.item?.tokenId.toString(),
      units?.toString(),
      speed,
      memo,
      references,
    ] as const,
    queryFn: async () => {
      if (!transfer) throw new TypeError('Nothing to estimate')
      return estimateFee(portico, await orderOfTransfer(portico, transfer, speed))
    },
    enabled: transfer !== undefined,
    staleTime: staleAfter(balanceLifetime),
    retry: false as const,
    networkMode: 'always' as const,
  }
}

/**
 * What a transaction costs now by speed, for a query client; null on a chain that does not sell its space that way.
 * @example
 * const query = feeRatesQuery(portico, 'bip122:000000000019d6689c085ae165831e93')
 * const rates = await queryClient.fetchQuery(query) // { slow: 2, standard: 5, fast: 9 }, in satoshi for each virtual byte
 */
export function feeRatesQuery(portico: Portico, networkId: NetworkId | undefined) {
  return {
    queryKey: ['feeRates', networkId] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
      (networkId && (await getFeeRates(portico, { networkId, signal }))) || null,
    enabled: networkId !== undefined,
    staleTime: staleAfter(balanceLifetime),
    retry: false as const,
  }
}

/**
 * At which speeds a transaction can be sent on a network, for a query client; none where there is no choice.
 * @param address the sender, as the wallet of a smart account sets the price itself
 * @example const speeds = await queryClient.fetchQuery(feeSpeedsQuery(portico, 'eip155:1')) // [{ speed: 'fast', seconds: 15 }, …]
 */
export function feeSpeedsQuery(portico: Portico, networkId: NetworkId | undefined, address?: string) {
  return {
    queryKey: ['fee speeds', networkId, address] as const,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly SpeedChoice[]> => {
      if (!networkId) return []
      const { getFeeSpeeds } = await loadAdapter(portico, namespaceOf(networkId))
      return (await getFeeSpeeds?.({ networkId, signal, ...(address !== undefined && { address }) })) ?? []
    },
    enabled: networkId !== undefined,
    staleTime: staleAfter(balanceLifetime),
    retry: false as const,
  }
}
