'use client'
import { pushView, replaceView, resetView, showToast } from '@portico/core/kit'
import { acceptName, releaseName } from '@portico/core/names'
import { Button } from '@portico/ui/button'
import { at } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Medal } from '@portico/ui/medal'
import { Note } from '@portico/ui/note'
import { useAction } from '../../hooks/useAction.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { useNameText } from './useNameText.js'
import { useNameWallet } from './useNameWallet.js'

/** A name that somebody has handed over to the account: it is taken, refused, or left alone for another one. */
export default function AcceptAccountNameView({ params: { name } }: { readonly params: { readonly name: string } }) {
  const portico = usePortico()
  const t = useT()
  const text = useNameText()
  const isOnScreen = useOnScreen()
  const accept = useAction(acceptName)
  const refuse = useAction(releaseName)
  const isBusy = accept.isPending || refuse.isPending
  const openWallet = useNameWallet(isBusy)
  const failed = accept.error ?? refuse.error
  const take = () => {
    refuse.reset()
    void accept.mutateAsync({ name }).then(
      () => {
        showToast(portico, { variant: 'success', message: t('name.accepted', { name }) })
        if (isOnScreen()) replaceView(portico, { view: 'AccountName' })
      },
      () => undefined, // the state says it
    )
  }
  const leave = () => {
    accept.reset()
    void refuse.mutateAsync({ name }).then(
      () => {
        showToast(portico, { variant: 'success', message: t('name.accept.refused', { name }) })
        if (isOnScreen()) wayTo(portico, 'Account', resetView)?.()
      },
      () => undefined, // the state says it
    )
  }
  return (
    <ViewFrame title={t('name.title')} lead="back">
      <div className="po-mt2">
        <Hero lead={<Medal glyph={at} />} title={t('name.accept.title', { name })}>
          {t('name.accept.text')}
        </Hero>
      </div>
      {failed !== undefined && (
        <div className="po-mt4">
          <Note tone="bad">{text.failure(failed as Error)}</Note>
        </div>
      )}
      <div className="po-mt5 po-col po-g2">
        {openWallet}
        <Button variant={openWallet ? 'secondary' : 'primary'} busy={accept.isPending} disabled={refuse.isPending} onClick={take}>
          {t('name.accept')}
        </Button>
        <Button variant="danger-soft" busy={refuse.isPending} disabled={accept.isPending} onClick={leave}>
          {t('name.accept.refuse')}
        </Button>
        <Button variant="ghost" disabled={isBusy} onClick={() => pushView(portico, { view: 'RegisterAccountName' })}>
          {t('name.accept.other')}
        </Button>
      </div>
    </ViewFrame>
  )
}
