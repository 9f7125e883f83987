'use client'
import { findNetwork, formatAmount, shortAddress } from '@portico/core'
import { formatFiat, type HeldToken } from '@portico/core/balances'
import { pushView } from '@portico/core/kit'
import { memo } from 'react'
import { ListItem } from '@portico/ui/list-item'
import { isMixedScript } from '@portico/ui/mixed-script'
import { Pill } from '@portico/ui/pill'
import { safeText } from '@portico/ui/safe-text'
import { useT } from '../../i18n/useT.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'

/**
 * A token, which opens what there is to know of it. Its names are its own words (S36): they are shown as text, and where there are none
 * its address stands. A symbol in several alphabets, which looks like another one, says so.
 */
export const TokenRow = memo(function TokenRow({ token }: { readonly token: HeldToken }) {
  const { networkId, address, symbol, name, units, decimals, value } = token
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const short = safeText(symbol)
  const open = () => pushView(portico, { view: 'Token', params: { networkId, ...(address !== undefined && { address }) } })
  return (
    <ListItem
      lead={<TokenTile token={token} network={findNetwork(portico, networkId)} size={40} />}
      sub={
        <bdi dir="ltr" className="po-num po-clip po-ends">
          {formatAmount(units, decimals, locale.code)} {short || (address && <span className="po-addr">{shortAddress(address)}</span>)}
        </bdi>
      }
      end={value !== undefined && <bdi dir="ltr">{formatFiat(value, 'usd', locale.code).text}</bdi>}
      endSub={isMixedScript(symbol) && <Pill tone="warn">{t('tokens.mixed')}</Pill>}
      onClick={open}
    >
      {safeText(name) || short || t('tokens.unnamed')}
    </ListItem>
  )
})
