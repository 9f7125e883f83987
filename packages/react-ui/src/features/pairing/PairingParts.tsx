'use client'
import { ConnectorNotFoundError } from '@portico/core'
import type { ReactNode } from 'react'
import { Banner } from '@portico/ui/banner'
import { Actions, Button } from '@portico/ui/button'
import { refresh } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Mark } from '@portico/ui/mark'
import { Qr } from '@portico/ui/qr'
import { SiteTile } from '@portico/ui/site-tile'
import { Span } from '@portico/ui/span'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { connectedTo } from '../../wallets/connectedTo.js'
import type { PairingView } from './usePairing.js'
import { CopyLink } from '../../wallets/CopyLink.js'
import { useSite } from '../../hooks/useSite.js'

interface PartProps {
  readonly pairing: PairingView
  /** Of the wallet; undefined while any may answer. */
  readonly name: string | undefined
}

/** Says in a banner that no wallet can be heard now. The code stays: it works again once the relay is back. */
export function RelayBanner({ unreachable }: Pick<PairingView, 'unreachable'>) {
  const t = useT()
  return unreachable && <Banner>{unreachable === 'lost' ? t('wc.relay.lost') : t('wc.relay.refused')}</Banner>
}

interface CodeProps extends PartProps {
  /** Stands in the middle of the code, 56 px. */
  readonly logo: ReactNode
  /** What to do with the code. */
  readonly text: string
  /** Beside 'Copy link'. */
  readonly second?: ReactNode
}

/** The code, what to do with it, and which site the wallet must show (S45). Each stage has the same size. */
export function Code({ pairing: { stage, uri, again }, name, logo, text, second }: CodeProps) {
  const t = useT()
  const ready = stage === 'ready' ? uri : undefined
  const said = stage === 'ready' ? text : stage === 'expired' ? t('wc.expired') : t('wc.preparing')
  return (
    <>
      <Qr
        text={stage === 'preparing' ? undefined : uri}
        random
        label={name === undefined ? t('wc.any.code') : t('wc.code', { wallet: name })}
        over={
          stage === 'expired' && (
            <Button variant="primary" size="md" full={false} icon={refresh} onClick={again}>
              {t('wc.new')}
            </Button>
          )
        }
      >
        {logo}
      </Qr>
      <p className="po-text po-center po-mt4" role="status">
        {said}
      </p>
      <Shows name={name} />
      <div className="po-mt3">
        <Actions>
          <CopyLink uri={ready} size="md" />
          {second}
        </Actions>
      </div>
    </>
  )
}

/** In the middle of a code for any wallet: dark in both themes, as the code. */
export const PorticoMark = () => (
  <span className="po-qr__mark">
    <Mark size={28} />
  </span>
)

/** Which site the wallet must show (S45): a code that was shown by another one would name another one. */
export function Shows({ name }: Pick<PartProps, 'name'>) {
  const t = useT()
  const place = '\u0001'
  const [before, after] = (
    name === undefined ? t('wc.any.shows', { domain: place }) : t('wc.shows', { wallet: name, domain: place })
  ).split(place)
  return (
    <p className="po-caption po-center po-mt1">
      {before}
      <bdi className="po-dom" dir="ltr">
        {location.host}
      </bdi>
      {after}
    </p>
  )
}

interface OutcomeProps extends PartProps {
  /** Picture of the wallet, 56 px. */
  readonly tile: ReactNode
  /** Leads to other wallets. */
  readonly another: () => void
}

/** How a pairing ended: connected, declined, or not at all, with a way on from each. */
export function Outcome({ pairing: { stage, error, connection, again }, name, tile, another }: OutcomeProps) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const errorText = useErrorText()
  const gone = error instanceof ConnectorNotFoundError
  const said = (): { readonly title: string; readonly text: ReactNode } => {
    switch (stage) {
      case 'connected':
        return {
          title: t('connecting.connected'),
          text: connection && (
            <bdi className="po-addr" dir="ltr">
              {connectedTo(portico, connection)}
            </bdi>
          ),
        }
      case 'declined':
        return {
          title: t('connecting.declined.title'),
          text: name === undefined ? t('wc.any.declined') : t('connecting.declined.text', { wallet: name }),
        }
      case 'pending':
        return { title: name === undefined ? t('wc.any.pending') : t('connecting.pending.title', { wallet: name }), text: t('wc.pending') }
      default:
        return gone ? { title: errorText(error), text: t('connecting.gone') } : { title: t('wc.failed'), text: errorText(error) }
    }
  }
  const { title, text } = said()
  const state = stage === 'connected' ? 'ok' : stage === 'pending' ? 'wait' : 'fail'
  return (
    <>
      <div className="po-mt2">
        <Span from={<SiteTile {...site} />} to={tile} state={state} />
      </div>
      <div className="po-mt4" role={stage === 'declined' || stage === 'failed' ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {stage !== 'connected' && (
        <div className="po-mt5 po-col po-g2">
          {!gone && (
            <Button variant={stage === 'pending' ? 'secondary' : 'primary'} icon={refresh} onClick={again}>
              {t('common.again')}
            </Button>
          )}
          <Button variant={gone ? 'primary' : 'ghost'} onClick={another}>
            {t('connecting.another')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Whether a stage is the end of a pairing, and has nothing to scan. */
export const isOutcome = ({ stage }: PairingView): boolean =>
  stage === 'connected' || stage === 'declined' || stage === 'pending' || stage === 'failed'
