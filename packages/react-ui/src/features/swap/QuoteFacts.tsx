'use client'
import type { Network } from '@portico/core'
import type { HeldToken } from '@portico/core/balances'
import type { AgreedSwap, SwapFee, SwapToken } from '@portico/core/swap'
import { Fact, Facts } from '@portico/ui/key-value'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { NetworkFee } from './NetworkFee.js'
import { useSwapText } from './useSwapText.js'

interface Props {
  readonly swap: Pick<AgreedSwap, 'from' | 'to' | 'quote' | 'slippage' | 'networkId'>
  readonly fee: SwapFee | undefined
  readonly network: Network
  readonly listed: readonly SwapToken[] | undefined
  readonly held: readonly HeldToken[] | undefined
}

/** What a quote says beside the amounts: what is lost, who takes what, and what comes out at the least. */
export function QuoteFacts({ swap: { to, quote, slippage, networkId }, fee, network, listed, held }: Props) {
  const t = useT()
  const { percent, amount, provider } = useSwapText()
  const { impact, fees, path, minimum } = quote
  const pools = Math.max(1, path.length - 1)
  const native = listed?.find(({ address }) => address === undefined)
  const tokenOf = (id: string) =>
    listed?.find(({ address }) => `${networkId}:${address ?? ''}`.toLowerCase() === id.toLowerCase()) ??
    (/:0xe{40}$/i.test(id) ? native : undefined)
  return (
    <Facts>
      {impact !== undefined && (
        <Fact term={t('swap.impact')}>
          <span className={impact >= 0.03 ? 'po-bad' : 'po-swap__fine'}>
            <bdi dir="ltr">{percent(impact)}</bdi>
          </span>
        </Fact>
      )}
      <Fact term={t('swap.slippage')}>
        <bdi dir="ltr">{percent(slippage / 10_000)}</bdi>
      </Fact>
      {fee && (
        <Fact term={t('swap.fee.network')}>
          <NetworkFee fee={fee} network={network} held={held} />
        </Fact>
      )}
      {fees.map(({ name, units, token }) => {
        const known = tokenOf(token)
        return (
          <Fact key={name} term={t('swap.fee.provider')}>
            <bdi dir="ltr">{known ? amount(known, units) : safeText(name)}</bdi>
          </Fact>
        )
      })}
      <Fact term={t('swap.route')}>
        <bdi>{provider(quote)}</bdi> <span className="po-dim">{t('swap.route.pools', { pools })}</span>
      </Fact>
      <Fact term={t('swap.least')}>
        <bdi dir="ltr">{amount(to, minimum)}</bdi>
      </Fact>
    </Facts>
  )
}
