'use client'
import { goBack } from '@portico/core/kit'
import { readTypedAmount } from '@portico/core/send'
import { setSwapSlippage, slippageLimits, swapFormStore } from '@portico/core/swap'
import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { Chip } from '@portico/ui/chip'
import { Field } from '@portico/ui/field'
import { SectionTitle } from '@portico/ui/section-title'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useSwapText } from './useSwapText.js'

/** What is offered, in hundredths of a per cent. */
const offered = [50, 100, 200]

/** A share as people type it, in hundredths of a per cent; undefined for what is none, finer than that, or beyond the limits. */
function readShare(text: string): number | undefined {
  const share = Number(readTypedAmount(text, 2))
  return share >= slippageLimits.least && share <= slippageLimits.most ? share : undefined
}

/** How much less than quoted may come out. */
export default function SwapSettingsView() {
  const portico = usePortico()
  const t = useT()
  const { percent, symbolOf } = useSwapText()
  const slippage = usePorticoStore(swapFormStore, (state) => state.slippage)
  const from = usePorticoStore(swapFormStore, (state) => state.from)
  const isOwn = !offered.includes(slippage)
  const [own, setOwn] = useState(isOwn ? String(slippage / 100) : undefined)
  const { least, most } = slippageLimits
  const isBad = own !== undefined && readShare(own) === undefined
  const type = (text: string) => {
    setOwn(text)
    const share = readShare(text)
    if (share !== undefined) setSwapSlippage(portico, share)
  }
  return (
    <ViewFrame
      title={t('swap.settings')}
      lead="back"
      foot={
        <Button variant="primary" disabled={isBad} onClick={() => goBack(portico)}>
          {t('swap.settings.done')}
        </Button>
      }
    >
      <SectionTitle>{t('swap.slippage')}</SectionTitle>
      <div className="po-swap__chips" role="group" aria-label={t('swap.slippage')}>
        {offered.map((share) => (
          <Chip
            key={share}
            selected={own === undefined && share === slippage}
            onClick={() => {
              setOwn(undefined)
              setSwapSlippage(portico, share)
            }}
          >
            <bdi dir="ltr">{percent(share / 10_000)}</bdi>
          </Chip>
        ))}
        <Chip selected={own !== undefined} onClick={() => setOwn(String(slippage / 100))}>
          {t('swap.settings.other')}
        </Chip>
      </div>
      {own !== undefined && (
        <div className="po-mt2">
          <Field
            label={t('swap.settings.own')}
            inputMode="decimal"
            value={own}
            end="%"
            error={isBad ? t('swap.settings.limits', { least: percent(least / 10_000), most: percent(most / 10_000) }) : undefined}
            onChange={({ currentTarget }) => type(currentTarget.value)}
          />
        </div>
      )}
      <p className="po-text po-mt3">
        {t('swap.settings.text', { share: percent(slippage / 10_000), symbol: from ? symbolOf(from) : t('swap.tokens.unnamed') })}
      </p>
    </ViewFrame>
  )
}
