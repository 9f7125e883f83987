'use client'
import { goBack } from '@portico/core/kit'
import { Button } from '@portico/ui/button'
import { card, shield, user } from '@portico/ui/glyphs'
import { Facts } from '@portico/ui/steps'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'

/** Three facts about buying. */
export default function WhatIsABuyView() {
  const portico = usePortico()
  const t = useT()
  const facts = [
    { glyph: card, title: t('onramp.help.pay.title'), text: t('onramp.help.pay.text') },
    { glyph: user, title: t('onramp.help.know.title'), text: t('onramp.help.know.text') },
    { glyph: shield, title: t('onramp.help.yours.title'), text: t('onramp.help.yours.text') },
  ]
  return (
    <ViewFrame
      title={t('onramp.help.title')}
      lead="back"
      foot={
        <Button variant="primary" onClick={() => goBack(portico)}>
          {t('onramp.help.ok')}
        </Button>
      }
    >
      <div className="po-mt2">
        <Facts items={facts} />
      </div>
    </ViewFrame>
  )
}
