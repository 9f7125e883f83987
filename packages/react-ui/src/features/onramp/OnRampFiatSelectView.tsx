'use client'
import { goBack } from '@portico/core/kit'
import { setOnrampCurrency } from '@portico/core/onramp'
import { List, ListItem } from '@portico/ui/list-item'
import { useOnramp } from '../../hooks/onramp.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico } from '../../PorticoProvider.js'
import { CurrencyTile } from './CurrencyTile.js'
import { useOnrampText } from './useOnrampText.js'

/** The currencies that can be paid, each with its limits. */
export default function OnRampFiatSelectView() {
  const portico = usePortico()
  const t = useT()
  const { currency: nameOf, method: methodName, limits } = useOnrampText()
  const { options, currency, form } = useOnramp()
  const title = form.kind === 'sell' ? t('onramp.paidIn') : t('onramp.payWith')
  return (
    <ViewFrame title={title} lead="back">
      <List label={title}>
        {(options?.currencies ?? []).map(({ id, methods }) => (
          <ListItem
            key={id}
            lead={<CurrencyTile currency={id} size={40} />}
            wrapSub
            sub={methods.map((method) => (
              <span key={method.id} className="po-onramp__line">
                {methodName(method.id)} <bdi dir="auto">{limits(method, id)}</bdi>
              </span>
            ))}
            selected={id === currency?.id}
            onClick={() => {
              setOnrampCurrency(portico, id)
              goBack(portico)
            }}
          >
            {nameOf(id)}
          </ListItem>
        ))}
      </List>
    </ViewFrame>
  )
}
