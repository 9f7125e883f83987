'use client'
import { connectionStore, connectorStore, type Portico } from '@portico/core'
import { embeddedConnector, loginMethods, type ShownMethods } from '@portico/core/embedded'
import { pushView } from '@portico/core/kit'
import { Fragment } from 'react'
import { Banner } from '@portico/ui/banner'
import { Button } from '@portico/ui/button'
import { alert, more, wallet as walletGlyph } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { LinkButton } from '@portico/ui/link'
import { Niche } from '@portico/ui/niche'
import { Rule } from '@portico/ui/rule'
import { SiteTile } from '@portico/ui/site-tile'
import { Social } from '@portico/ui/social'
import { socialGlyphs } from '@portico/ui/social-glyphs'
import { useT } from '../../i18n/useT.js'
import { useSite } from '../../hooks/useSite.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import type { ConnectMethodsProps } from '../feature.js'
import { EmailField } from './EmailField.js'
import { socialNames } from './socialNames.js'
import { startSocial, warmUpLogin } from './start.js'
import { useEmbeddedState } from '../../hooks/useEmbeddedState.js'

/** How many ways to log in have a tile. Where there are more, the last tile leads to them. */
const tiles = 5

/**
 * The ways to connect in the host's order, the e-mail field and the tiles among them; the wallets alone for one who is logged in
 * already. Loads with the first view, for sites that have an embedded wallet.
 */
export function LoginMethods({ namespace, wallets, none, onWallets }: ConnectMethodsProps) {
  const portico = usePortico()
  const t = useT()
  usePorticoStore(connectorStore, () => loginMethods(portico).order.join(' ')) // a wallet may come late
  const { order, ...methods } = loginMethods(portico)
  const connector = embeddedConnector(portico)
  const isIn = usePorticoStore(connectionStore, ({ byNamespace }) =>
    Object.values(byNamespace).some(({ connections }) => connections.some((one) => one.connector.id === connector?.id)),
  )
  const isServed = !namespace || connector?.namespaces.includes(namespace)
  const { email, socials } = isServed && !isIn ? methods : { email: false, socials: [] }
  const site = useSite()
  const has = { email, social: socials.length > 0, wallet: Boolean(wallets || onWallets) }
  const shown = order.filter((method) => has[method])
  if (!email && socials.length === 0) return wallets || none
  const last = shown.findLast((method) => method !== 'wallet')
  const rules = { email: t('login.or.email'), social: t('login.or.social'), wallet: onWallets ? t('login.or') : t('login.or.wallet') }
  return (
    <>
      {onWallets && (
        <div className="po-mt1">
          <Hero
            lead={
              <Niche>
                <SiteTile {...site} size={40} />
              </Niche>
            }
            title={t('connect.title', { site: site.name, namespace: '' })}
          >
            {t('login.hero')}
          </Hero>
          <div className="po-mt5" />
        </div>
      )}
      {shown.map((method, at) => {
        const before = shown[at - 1]
        // What one signs in with belongs together.
        const isApart = before !== undefined && (before === 'wallet' || method === 'wallet')
        return (
          <Fragment key={method}>
            {isApart && <Rule>{rules[method]}</Rule>}
            <div {...(before !== undefined && !isApart && { className: 'po-mt2' })}>
              {method === 'email' ? (
                <EmailField />
              ) : method === 'social' ? (
                <Socials socials={socials} />
              ) : onWallets ? (
                <Button icon={walletGlyph} onClick={onWallets}>
                  {t('login.usewallet')}
                </Button>
              ) : (
                wallets
              )}
            </div>
            {method === last && <KnownLink />}
          </Fragment>
        )
      })}
    </>
  )
}

/** Says on Connect that the secure frame did not come, and has it made again. */
export function FrameBanner() {
  const embedded = embeddedConnector(usePortico())?.embedded
  const { frame } = useEmbeddedState(embedded)
  const t = useT()
  if (!embedded || frame !== 'failed') return null
  return (
    <Banner tone="bad" icon={alert} action={<LinkButton onClick={embedded.prepare}>{t('common.again')}</LinkButton>}>
      {t('login.frame')}
    </Banner>
  )
}

/** What a way to log in does on the way to its press. */
const onTheWay = (portico: Portico) => {
  const warmUp = () => warmUpLogin(portico)
  return { onPointerEnter: warmUp, onFocus: warmUp }
}

/** For those whom this browser knows from another site: the wallet's own window opens in the press, and one more there logs in. */
function KnownLink() {
  const portico = usePortico()
  const t = useT()
  return (
    <p className="po-meta po-center po-mt2">
      <LinkButton {...onTheWay(portico)} onClick={() => startSocial(portico, 'known')}>
        {t('known.link')}
      </LinkButton>
    </p>
  )
}

function Socials({ socials }: Pick<ShownMethods, 'socials'>) {
  const portico = usePortico()
  const t = useT()
  const some = socials.length > tiles ? socials.slice(0, tiles - 1) : socials
  return (
    <div className="po-socials" role="group" aria-label={t('login.socials')}>
      {some.map((name) => (
        <Social
          key={name}
          glyph={socialGlyphs[name]}
          label={t('login.with', { provider: socialNames[name] })}
          {...onTheWay(portico)}
          onClick={() => startSocial(portico, name)}
        />
      ))}
      {some.length < socials.length && (
        <Social
          glyph={more}
          size={20}
          label={t('login.more')}
          {...onTheWay(portico)}
          onClick={() => pushView(portico, { view: 'ConnectSocials' })}
        />
      )}
    </div>
  )
}
