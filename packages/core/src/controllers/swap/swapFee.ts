import type { Portico } from '../../portico/createPortico.js'
import { balanceLifetime, staleAfter } from '../../portico/query.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import type { FeeEstimate } from '../send/capability.js'
import { estimateFee } from '../send/estimateFee.js'
import type { Sender } from '../send/form/store.js'
import type { SwapQuote } from './quotes.js'

/** Nobody's: to send nothing there costs what any operation does, whatever it calls. */
const nobody = '0x000000000000000000000000000000000000dEaD'

/** What the network takes for a swap. */
export interface SwapFee {
  /** In the smallest unit of the network's coin. */
  readonly units: bigint
  /** Somebody else pays it: `units` is 0. */
  readonly sponsored?: true
}

/**
 * What the operation around a swap costs (ERC-4337), for a query client; null for an account that sends transactions itself. Only the
 * wallet of a smart account knows it.
 * @example const operation = await queryClient.fetchQuery(swapOperationQuery(portico, sender))
 * @param sender undefined while there is none
 */
export function swapOperationQuery(portico: Portico, sender: Sender | undefined) {
  return {
    queryKey: ['swap operation', sender?.networkId, sender?.address] as const,
    queryFn: async (): Promise<FeeEstimate | null> => {
      if (!sender || !isSmart(portico, sender)) return null
      const { namespace, networkId } = sender
      return estimateFee(portico, { namespace, networkId, to: nobody, value: 0n })
    },
    enabled: sender !== undefined,
    staleTime: staleAfter(balanceLifetime),
    retry: false as const,
    networkMode: 'always' as const,
  }
}

/**
 * What the network takes of the account that swaps: at the most, where somebody pays for calls of the contracts that swap and for no
 * others, which only the wallet learns when it is asked. Undefined where the quote does not tell, and while its operation is not known.
 * @example const fee = feeOfSwap(quote, operation) // { units: 8_700_000_000_000n } in wei
 * @param operation of {@link swapOperationQuery}
 */
export function feeOfSwap({ networkFee }: Pick<SwapQuote, 'networkFee'>, operation: FeeEstimate | null | undefined): SwapFee | undefined {
  if (operation?.sponsored) return { units: 0n, sponsored: true }
  if (networkFee === undefined || operation === undefined) return undefined
  return { units: networkFee + (operation?.expected ?? 0n) }
}

function isSmart(portico: Portico, { namespace, address }: Sender): boolean {
  const accounts = activeConnection(connectionStore(portico).getState(), namespace)?.accounts ?? []
  return accounts.some((account) => account.address === address && account.type === 'smartAccount')
}
