'use client'
import { connectionStore, type ConnectTarget, type WalletRecord } from '@portico/core'
import { currentDevice } from '@portico/core/kit'
import { safeWalletLink } from '@portico/core/wallets'
import { useEffect, useState } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { Button, ButtonLink } from '@portico/ui/button'
import { arrowUpRight, desktop as desktopGlyph, download, external, globe, phone, refresh, type Glyph } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Icon } from '@portico/ui/icon'
import { LinkButton } from '@portico/ui/link'
import { safeText } from '@portico/ui/safe-text'
import { Segmented } from '@portico/ui/segmented'
import { SiteTile } from '@portico/ui/site-tile'
import { Span } from '@portico/ui/span'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { pressWallet } from '../../wallets/pressWallet.js'
import { noteOpened, openWalletApp, pairingLink, whenOpened } from './openWalletApp.js'
import { Code, isOutcome, Outcome, PorticoMark, RelayBanner, Shows } from './PairingParts.js'
import { useKeptFocus } from '../../modal/useKeptFocus.js'
import { CopyLink } from '../../wallets/CopyLink.js'
import { useAnotherWallet } from '../../wallets/useAnotherWallet.js'
import { usePairedWallet, type PairedWallet } from './usePairedWallet.js'
import { usePairing, type PairingView } from './usePairing.js'
import { useSite } from '../../hooks/useSite.js'
import { WalletTile } from '../../tiles/WalletTile.js'

type Platform = 'mobile' | 'browser' | 'desktop' | 'web'
const glyphs: Readonly<Record<Platform, Glyph>> = { mobile: phone, browser: globe, desktop: desktopGlyph, web: external }

/** Pairs with one wallet: by a code to scan, or by opening it, as it can be used here. */
export default function ConnectingWalletConnectView({ params }: { readonly params: ConnectTarget & { readonly walletId: string } }) {
  const { walletId } = params
  const t = useT()
  const wallet = usePairedWallet(walletId)
  const { record } = wallet
  const pairing = usePairing({ target: params, walletId, record })
  const platforms = platformsOf(wallet)
  const [chosen, setChosen] = useState<Platform>()
  const platform = chosen && platforms.includes(chosen) ? chosen : (platforms[0] ?? 'mobile')
  const another = useAnotherWallet(params)
  const ended = isOutcome(pairing)
  const kept = useKeptFocus(`${pairing.stage} ${platform}`)

  const name = record && safeText(record.name)
  const tile = (
    <WalletTile
      wallet={{ name: name ?? walletId, icon: record?.icon ?? wallet.installed?.icon, connector: wallet.installed, record }}
      size={56}
    />
  )
  const roomy = platforms.length <= 3 // four have room for their words alone
  const words: Readonly<Record<Platform, string>> = {
    mobile: t('wc.mobile'),
    browser: t('wc.browser'),
    desktop: t('wc.desktop'),
    web: t('wc.web'),
  }
  const tabs = platforms.map((id) => ({
    id,
    label: roomy ? (
      <>
        <Icon glyph={glyphs[id]} size={16} />
        {words[id]}
      </>
    ) : (
      words[id]
    ),
  }))
  const known = record && { record, name: safeText(record.name), tile }
  const byCode = !known || (platform !== 'browser' && !opensHere(known.record, platform))
  return (
    <ViewFrame
      title={name ?? t('wc.any.title')}
      lead="back"
      offline={t('connect.offline')}
      banner={<RelayBanner unreachable={pairing.unreachable} />}
    >
      <div ref={kept}>
        {ended ? (
          <Outcome pairing={pairing} name={name} tile={tile} another={another} />
        ) : (
          <>
            {tabs.length > 1 && (
              <Segmented label={t('wc.platform')} items={tabs} value={platform} onChange={setChosen} controls="po-platform" />
            )}
            <div
              id="po-platform"
              {...(tabs.length > 1 && { role: 'tabpanel', 'aria-label': words[platform], className: byCode ? 'po-mt3' : 'po-mt5' })}
            >
              {byCode ? (
                <Code
                  pairing={pairing}
                  name={name}
                  logo={name === undefined ? <PorticoMark /> : tile}
                  text={name === undefined ? t('wc.any.text') : t('wc.scan', { wallet: name })}
                  second={name !== undefined && <GetIt walletId={walletId} name={name} />}
                />
              ) : platform === 'browser' ? (
                <InBrowser {...known} installed={wallet.installed} target={params} />
              ) : (
                <Opening key={platform} {...known} pairing={pairing} platform={platform} />
              )}
            </div>
          </>
        )}
      </div>
    </ViewFrame>
  )
}

/** Where the wallet can be paired with from here, the most usual first. */
function platformsOf({ record, installed }: PairedWallet): readonly Platform[] {
  if (!record) return []
  const { mobileLink, universalLink, desktopLink, webLink, extension } = record
  const { mobile } = currentDevice()
  const has: Readonly<Record<Platform, unknown>> = {
    // Without any link, scanning is all that is left.
    mobile: mobileLink ?? universalLink ?? ((desktopLink ?? webLink) ? undefined : true),
    browser: !mobile && (installed ?? extension),
    desktop: !mobile && safeWalletLink(desktopLink, 'native'),
    web: safeWalletLink(webLink, 'https'),
  }
  return (['mobile', 'browser', 'desktop', 'web'] as const).filter((platform) => has[platform])
}

/** Whether a platform is this very device, so that the wallet is opened by a link. On the others a code is scanned. */
function opensHere({ mobileLink, universalLink }: WalletRecord, platform: Platform): boolean {
  if (platform === 'mobile') return currentDevice().mobile && (mobileLink !== undefined || universalLink !== undefined)
  return platform === 'desktop' || platform === 'web'
}

const GetIt = ({ walletId, name }: { readonly walletId: string; readonly name: string }) => {
  const portico = usePortico()
  const t = useT()
  const toStores = wayTo(portico, 'Downloads')
  return (
    toStores && (
      <Button size="md" icon={download} onClick={() => toStores({ walletId })}>
        {t('get.title', { wallet: name })}
      </Button>
    )
  )
}

interface OpeningProps {
  readonly pairing: PairingView
  readonly name: string
  readonly tile: ReactNode
  readonly record: WalletRecord
  readonly platform: Platform
}

/** For how long the page stays in view at most after a wallet's app was opened, in milliseconds. */
const opensWithin = 2500

/** The wallet is opened with the pairing: its app on this device, or its page on the web. No code. */
function Opening({ pairing, name, tile, record, platform }: OpeningProps) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const toStores = wayTo(portico, 'Downloads')
  const { uri, stage, connector, again } = pairing
  const device = currentDevice()
  const web = platform === 'web'
  const [opened, setOpened] = useState(() => whenOpened(portico))
  const missing = useMissing(web ? undefined : opened)
  const href = stage === 'ready' && uri !== undefined ? pairingLink({ record, uri, device, web }) : undefined

  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || uri === undefined || !connector) return
    // Where the browser lets nothing be opened from here, the link itself still is.
    if (openWalletApp(portico, { record, uri, device, connector, web })) event.preventDefault()
    setOpened(noteOpened(portico))
  }
  const expired = stage === 'expired'
  const text = web
    ? t('wc.web.text')
    : device.mobile
      ? t('wc.phone.text')
      : opened === undefined
        ? t('wc.desktop.text')
        : t('wc.desktop.opened')
  const [title, says] = expired
    ? [t('wc.link.expired'), t('wc.link.again')]
    : missing
      ? [t('wc.missing.title', { wallet: name }), t('wc.missing.text')]
      : [t('connecting.waiting.title', { wallet: name }), text]
  const reopens = opened !== undefined
  const words = reopens ? t('wc.reopen', { wallet: name }) : t('wc.open', { wallet: name })
  const look = {
    variant: reopens && !device.mobile ? 'secondary' : 'primary',
    ...(reopens ? { icon: refresh } : { after: arrowUpRight }),
  } as const
  return (
    <>
      <div className="po-mt2">
        <Span
          from={<SiteTile {...site} />}
          to={tile}
          state={expired ? 'fail' : !missing && (reopens || device.mobile) ? 'wait' : 'idle'}
          glyph={glyphs[platform]}
        />
      </div>
      <div className="po-mt4" role="status">
        <Hero title={title}>{says}</Hero>
      </div>
      <Shows name={name} />
      <div className="po-mt5 po-col po-g2">
        {expired ? (
          <Button variant="primary" icon={refresh} onClick={again}>
            {t('common.again')}
          </Button>
        ) : href !== undefined ? (
          <ButtonLink {...look} href={href} {...(!href.startsWith('https:') && { target: '_self' })} onClick={open}>
            {words}
          </ButtonLink>
        ) : (
          <Button variant="primary" busy>
            {words}
          </Button>
        )}
        <CopyLink uri={stage === 'ready' ? uri : undefined} variant="ghost" />
      </div>
      {!web && toStores && (
        <p className="po-mt3 po-center po-meta">
          {t('wc.without', { wallet: name, device: device.mobile ? 'phone' : 'computer' })}{' '}
          <LinkButton onClick={() => toStores({ walletId: record.id })}>{t('wc.get')}</LinkButton>
        </p>
      )}
    </>
  )
}

/**
 * Whether nothing came up after a wallet's app was opened: an app that is there takes the page's place, or its focus.
 * @param opened when it was opened, in milliseconds since 1970
 */
function useMissing(opened: number | undefined): boolean {
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    setMissing(false)
    if (opened === undefined) return
    const timer = setTimeout(() => setMissing(true), Math.max(0, opened + opensWithin - Date.now()))
    const cameUp = () => (document.hidden || !document.hasFocus()) && clearTimeout(timer)
    cameUp()
    document.addEventListener('visibilitychange', cameUp)
    window.addEventListener('blur', cameUp)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', cameUp)
      window.removeEventListener('blur', cameUp)
    }
  }, [opened])
  return missing
}

interface InBrowserProps {
  readonly name: string
  readonly tile: ReactNode
  readonly record: WalletRecord
  readonly installed: PairedWallet['installed']
  readonly target: ConnectTarget
}

/** The wallet's extension: asked where it is there, else where to get it. */
function InBrowser({ name, tile, record, installed, target: { namespace, networkId } }: InBrowserProps) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const toStores = wayTo(portico, 'Downloads')
  const open = () => {
    if (!installed) return
    const where = namespace ?? (installed.namespaces.includes(used) ? used : installed.namespaces[0])
    const connector = (where && installed.members?.[where]) ?? installed
    pressWallet(
      portico,
      { id: installed.id, connector, record: undefined },
      { ...(where && { namespace: where }), ...(networkId && { networkId }) },
    )
  }
  return (
    <>
      <div className="po-mt2">
        <Span from={<SiteTile {...site} />} to={tile} state="idle" glyph={installed ? globe : download} />
      </div>
      <div className="po-mt4">
        <Hero title={installed ? t('wc.browser.title') : t('get.missing', { wallet: name })}>
          {installed ? t('wc.browser.text', { wallet: name }) : t('get.text')}
        </Hero>
      </div>
      <div className="po-mt5">
        {installed ? (
          <Button variant="primary" onClick={open}>
            {t('wc.open', { wallet: name })}
          </Button>
        ) : (
          toStores && (
            <Button variant="primary" icon={download} onClick={() => toStores({ walletId: record.id })}>
              {t('get.title', { wallet: name })}
            </Button>
          )
        )}
      </div>
    </>
  )
}
