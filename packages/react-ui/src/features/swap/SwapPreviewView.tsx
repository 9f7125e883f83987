'use client'
import { goBack, replaceView } from '@portico/core/kit'
import { orderOfSwap, submitSwap, type SwapCheck } from '@portico/core/swap'
import { useEffect } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Note } from '@portico/ui/note'
import { useSwap } from '../../hooks/swap.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useHeld } from '../../modal/useHeld.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { QuoteFacts } from './QuoteFacts.js'
import { SwapSum } from './SwapBox.js'
import { toForm } from './toForm.js'

/** What a price can come to while it is looked over. */
const priced: readonly SwapCheck['status'][] = ['ready', 'expired', 'quoting', 'failed', 'noRoute', 'impact']

/** The swap once more, whole: the exact amounts, and what comes out at the least. */
export default function SwapPreviewView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const isOnScreen = useOnScreen()
  const { form, check, network, listed, held, quote, fee, renew } = useHeld(useSwap(), !isOnScreen())
  const { from, to, progress } = form
  const isGone = progress.status === 'editing' && !priced.includes(check.status)
  useEffect(() => {
    if (isGone && isOnScreen()) toForm(portico)
  }, [portico, isGone, isOnScreen])
  if (!from || !to || !quote || !network) return <ViewFrame title={t('swap.review')} lead="back" />
  const swap = check.status === 'ready' ? check.swap : undefined
  const go = () => {
    if (!swap || !isOnScreen()) return
    void submitSwap(portico, swap)
    replaceView(portico, { view: 'SwapProgress' })
  }
  const units = orderOfSwap(form)?.units ?? 0n
  const why = check.status === 'noRoute' ? t('swap.noRoute.title') : 'error' in check && check.error && errorText(check.error)
  return (
    <ViewFrame
      title={t('swap.review')}
      lead="back"
      foot={
        <Actions>
          <Button onClick={() => goBack(portico)}>{t('swap.cancel')}</Button>
          {swap ? (
            <Button variant="primary" onClick={go}>
              {t('swap.title')}
            </Button>
          ) : check.status === 'impact' ? (
            <Button variant="primary" onClick={() => goBack(portico)}>
              {t('swap.again')}
            </Button>
          ) : (
            <Button variant="primary" busy={check.status === 'quoting'} onClick={renew}>
              {t('swap.check.expired')}
            </Button>
          )}
        </Actions>
      }
    >
      <Card>
        <SwapSum term={t('swap.pay')} token={from} units={units} network={network} />
        <hr className="po-swap__rule" />
        <SwapSum term={t('swap.receive.about')} token={to} units={quote.received} network={network} />
      </Card>
      <div className="po-mt3 po-swap__facts">
        <QuoteFacts
          swap={{ from, to, quote, slippage: form.slippage, networkId: network.id }}
          fee={fee}
          network={network}
          listed={listed}
          held={held}
        />
      </div>
      {why && (
        <div className="po-mt3">
          <Note tone="warn">{why}</Note>
        </div>
      )}
      {to.unlisted && (
        <div className="po-mt3">
          <Note tone="warn">{t('swap.unlisted.text')}</Note>
        </div>
      )}
    </ViewFrame>
  )
}
