'use client'
import { goBack } from '@portico/core/kit'
import { setOnrampMethod } from '@portico/core/onramp'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { List, ListItem } from '@portico/ui/list-item'
import { useOnramp } from '../../hooks/onramp.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { methodGlyph } from './methodGlyph.js'
import { useOnrampText } from './useOnrampText.js'

/** The ways to pay a currency, each with its limits. */
export default function OnRampMethodSelectView() {
  const portico = usePortico()
  const t = useT()
  const { method: methodName, limits } = useOnrampText()
  const { currency, method } = useOnramp()
  return (
    <ViewFrame title={t('onramp.payWith')} lead="back">
      <List label={t('onramp.payWith')}>
        {(currency?.methods ?? []).map((one) => (
          <ListItem
            key={one.id}
            lead={<GlyphTile glyph={methodGlyph(one.id)} />}
            sub={<bdi dir="auto">{limits(one, currency?.id ?? '')}</bdi>}
            selected={one.id === method?.id}
            onClick={() => {
              setOnrampMethod(portico, one.id)
              goBack(portico)
            }}
          >
            {methodName(one.id)}
          </ListItem>
        ))}
      </List>
    </ViewFrame>
  )
}
