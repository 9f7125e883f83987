'use client'
import { InsufficientFundsError, type Network } from '@portico/core'
import { pushView, showToast } from '@portico/core/kit'
import { fillSwapMaximum, setSwapAmount, type SwapForm, type SwapSide, type SwapToken } from '@portico/core/swap'
import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { cls } from '@portico/ui/cls'
import { chevronDown } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { LinkButton } from '@portico/ui/link'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { useSwapText } from './useSwapText.js'

/** How large the figures can be so that a text of some length fits beside the token. */
const fitOf = (length: number) => (length <= 7 ? 3 : length <= 10 ? 2.3 : length <= 14 ? 1.75 : 1.4)

/** The size of figures, as a property of their box. */
export const fitting = (text: string): CSSProperties & Record<'--fit', number> => ({ '--fit': fitOf(text.length) })

interface Props {
  readonly form: SwapForm
  readonly network: Network | undefined
  readonly side: SwapSide
  /** There is not as much. */
  readonly short?: boolean
  /** What it is worth. */
  readonly worth: ReactNode
  readonly children: ReactNode
}

/** One half of a swap: how much of what, what it is worth, and how much of it there is. */
export function SwapBox({ form, network, side, short = false, worth, children }: Props) {
  const portico = usePortico()
  const t = useT()
  const { symbolOf, figure } = useSwapText()
  const token = form[side]
  return (
    <div className={cls('po-amt', short && 'is-bad')}>
      <div className="po-meta">{side === 'from' ? t('swap.pay') : t('swap.receive')}</div>
      <div className="po-amt__r">
        {children}
        <button
          type="button"
          className={cls('po-tok', !token && 'is-empty')}
          onClick={() => pushView(portico, { view: 'SwapSelectToken', params: { side } })}
        >
          {token && <span className="po-sr">{t('swap.choose')}</span>}
          {token && <TokenTile token={token} network={network} size={28} />}
          <span className="po-clip">{token ? symbolOf(token) : t('swap.select')}</span>
          <Icon glyph={chevronDown} size={16} />
        </button>
      </div>
      <div className="po-between po-meta po-num">
        <bdi dir="ltr">{worth}</bdi>
        {token && (
          <span className="po-flex">
            <span className={short ? 'po-bad' : undefined}>{t('swap.balance', { amount: figure(token, token.units) })}</span>
            {side === 'from' && token.units > 0n && <Maximum />}
          </span>
        )}
      </div>
    </div>
  )
}

function Maximum() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const fill = () => {
    setBusy(true)
    fillSwapMaximum(portico)
      .catch((error: unknown) => {
        const message = error instanceof InsufficientFundsError ? t('swap.short') : errorText(error)
        showToast(portico, { variant: 'error', message })
      })
      .finally(() => setBusy(false))
  }
  return (
    <LinkButton aria-busy={busy} onClick={busy ? undefined : fill}>
      {t('swap.max')}
    </LinkButton>
  )
}

/** The field for what is paid. @param wrong so much cannot be paid: the view's button says why */
export function AmountField({ amount, wrong }: { readonly amount: string; readonly wrong: boolean }) {
  const portico = usePortico()
  const t = useT()
  return (
    <label className="po-grow" style={fitting(amount)}>
      <span className="po-sr">{t('swap.pay.amount')}</span>
      <input
        inputMode="decimal"
        placeholder="0"
        dir="ltr"
        autoComplete="off"
        value={amount}
        aria-invalid={wrong}
        {...(wrong && { 'aria-describedby': 'po-check' })}
        onChange={({ currentTarget }) => setSwapAmount(portico, currentTarget.value)}
      />
    </label>
  )
}

/** A token with its amount, as the review has it. */
export function SwapSum({
  term,
  token,
  units,
  network,
}: {
  readonly term: string
  readonly token: SwapToken
  readonly units: bigint
  readonly network: Network
}) {
  const { exact, worth } = useSwapText()
  return (
    <div className="po-between">
      <div className="po-grow">
        <div className="po-meta">{term}</div>
        <div className="po-swap__sum po-num">
          <bdi dir="ltr">{exact(token, units)}</bdi>
        </div>
        <div className="po-meta po-num">
          <bdi dir="ltr">{worth(token, units)}</bdi>
        </div>
      </div>
      <TokenTile token={token} network={network} size={48} />
    </div>
  )
}
