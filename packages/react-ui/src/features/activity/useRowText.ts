'use client'
import type { ActivityRow, ActivityTransfer } from '@portico/core/activity'
import { formatAmount } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePorticoContext } from '../../PorticoProvider.js'
import { givenTransfer, mainTransfer, signOf } from './moved.js'

export interface RowText {
  /** What happened, in words. */
  readonly title: string
  /** How much of what moved most, with its sign; empty where nothing did. */
  readonly amount: string
  /** The amount is said in words of the language, and no figure. */
  readonly isWords: boolean
  /** It is more than before. */
  readonly isGain: boolean
}

const nameOf = (transfer: ActivityTransfer | undefined) => safeText(transfer?.symbol) || safeText(transfer?.name)

/** What is said of them while they wait. */
const under = { send: 'sending', trade: 'swapping' } as const

/** Says what a row of the past was. Names of tokens are their own words (S36). */
export function useRowText(): (row: ActivityRow) => RowText {
  const t = useT()
  const { locale } = usePorticoContext()
  return (row) => {
    const main = mainTransfer(row)
    const [what, given] = [nameOf(main), nameOf(givenTransfer(row))]
    const kind =
      row.operation === 'trade' && !given
        ? 'execute'
        : row.status === 'pending' && (row.operation === 'send' || row.operation === 'trade')
          ? under[row.operation]
          : row.operation
    const title =
      row.outcome === 'cancelled' || row.outcome === 'replaced'
        ? t('activity.outcome', { outcome: row.outcome })
        : row.description !== undefined
          ? safeText(row.description)
          : row.status === 'failed'
            ? t('activity.failed.kind', { kind: row.operation })
            : what
              ? t('activity.kind', { kind, what, given })
              : t('activity.bare', { kind })
    const sign = main ? signOf(row, main) : ''
    const amount = main && main.kind === 'token' && main.units > 0n ? sign + formatAmount(main.units, main.decimals, locale.code) : ''
    return {
      title,
      amount: amount || (main?.kind === 'nft' ? t('activity.nfts', { count: Number(main.units) }) : ''),
      isWords: main?.kind === 'nft',
      isGain: sign === '+',
    }
  }
}
