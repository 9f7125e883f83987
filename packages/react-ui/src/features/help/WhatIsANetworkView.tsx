'use client'
import { Button } from '@portico/ui/button'
import { gas, nodes, swap } from '@portico/ui/glyphs'
import { Facts } from '@portico/ui/steps'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'

/** Three facts about networks, and the way to the list. */
export default function WhatIsANetworkView() {
  const portico = usePortico()
  const t = useT()
  const toNetworks = wayTo(portico, 'Networks')
  const facts = [
    { glyph: nodes, title: t('network.lives.title'), text: t('network.lives.text') },
    { glyph: gas, title: t('network.fees.title'), text: t('network.fees.text') },
    { glyph: swap, title: t('network.pick.title'), text: t('network.pick.text') },
  ]
  return (
    <ViewFrame
      title={t('network.what')}
      lead="back"
      foot={
        toNetworks && (
          <Button variant="primary" onClick={() => toNetworks()}>
            {t('network.choose')}
          </Button>
        )
      }
    >
      <div className="po-mt2">
        <Facts items={facts} />
      </div>
    </ViewFrame>
  )
}
