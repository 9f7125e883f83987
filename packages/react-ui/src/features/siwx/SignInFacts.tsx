'use client'
import { addressEnd, addressStart } from '@portico/core'
import type { ShownText } from '@portico/core/siwx'
import { Card } from '@portico/ui/card'
import { cls } from '@portico/ui/cls'
import { lock } from '@portico/ui/glyphs'
import { Icon } from '@portico/ui/icon'
import { Fact, Facts } from '@portico/ui/key-value'
import { safeText } from '@portico/ui/safe-text'
import { WholeAddress } from '@portico/ui/whole-address'
import { useLanguage } from '../../i18n/I18nProvider.js'
import { usePortico } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'

/** What a text says: for which site, which account whole (S17), which network, and until when. */
export function SignInFacts({ shown: { message, chain }, isForeign }: { readonly shown: ShownText; readonly isForeign: boolean }) {
  const { networks } = usePortico()
  const { translate: t, locale } = useLanguage()
  if (!message) return null
  const network = networks.find(({ id }) => id === chain)
  const end =
    message.expirationTime === undefined ? undefined : timeUntil(message.expirationTime, { from: message.issuedAt, code: locale.code })
  const domain = (text: string, isBad = false) => (
    <span className={cls('po-dom', isBad && 'is-bad')} dir="ltr">
      {text}
    </span>
  )
  if (isForeign) {
    return (
      <Card className="po-mt4">
        <Facts>
          <Fact term={t('siwx.foreign.here')}>{domain(location.host, true)}</Fact>
          <Fact term={t('siwx.foreign.there')}>{domain(message.domain)}</Fact>
        </Facts>
      </Card>
    )
  }
  return (
    <Card className="po-mt4">
      <Facts>
        <Fact term={t('siwx.site')}>
          <Icon glyph={lock} size={14} />
          {domain(message.domain)}
        </Fact>
        <Fact term={t('siwx.account')} tall>
          <WholeAddress address={message.address} start={addressStart} end={addressEnd} />
        </Fact>
        {network && (
          <Fact term={t('siwx.network')}>
            <NetworkTile network={network} size={16} />
            {safeText(network.name)}
          </Fact>
        )}
        {end && <Fact term={t('siwx.expires')}>{end}</Fact>}
      </Facts>
    </Card>
  )
}

/** "In 24 hours", of an RFC 3339 time: as the text has it, which was made just now, for the clock of the device may be wrong. */
function timeUntil(time: string, { from, code }: { readonly from: string | undefined; readonly code: string }): string {
  const minutes = Math.round((Date.parse(time) - (from === undefined ? Date.now() : Date.parse(from))) / 60_000)
  const [value, unit] =
    minutes < 90
      ? ([minutes, 'minute'] as const)
      : minutes < 2880
        ? ([Math.round(minutes / 60), 'hour'] as const)
        : ([Math.round(minutes / 1440), 'day'] as const)
  const said = new Intl.RelativeTimeFormat(code, { numeric: 'always' }).format(value, unit)
  return said.charAt(0).toLocaleUpperCase(code) + said.slice(1)
}
