'use client'
import { goBack, resetView, showToast } from '@portico/core/kit'
import { releaseName } from '@portico/core/names'
import { Button } from '@portico/ui/button'
import { ban } from '@portico/ui/glyphs'
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

/** Whether giving a name up is meant. */
export default function ReleaseAccountNameView({ params: { name } }: { readonly params: { readonly name: string } }) {
  const portico = usePortico()
  const t = useT()
  const text = useNameText()
  const release = useAction(releaseName)
  const openWallet = useNameWallet(release.isPending)
  const isOnScreen = useOnScreen()
  const give = () =>
    void release.mutateAsync({ name }).then(
      () => {
        showToast(portico, { variant: 'success', message: t('name.released', { name }) })
        if (isOnScreen()) wayTo(portico, 'Account', resetView)?.()
      },
      () => undefined, // the state says it
    )
  return (
    <ViewFrame title={t('name.title')} lead="back">
      <div className="po-mt2">
        <Hero lead={<Medal glyph={ban} tone="bad" />} title={t('name.release.title', { name })}>
          {t('name.release.text')}
        </Hero>
      </div>
      {release.isError && (
        <div className="po-mt4">
          <Note tone="bad">{text.failure(release.error as Error)}</Note>
        </div>
      )}
      <div className="po-mt5 po-col po-g2">
        {openWallet}
        <Button variant="danger-soft" busy={release.isPending} onClick={give}>
          {t('name.release')}
        </Button>
        <Button variant="ghost" disabled={release.isPending} onClick={() => goBack(portico)}>
          {t('name.keep')}
        </Button>
      </div>
    </ViewFrame>
  )
}
