'use client'
import {
  activeConnection,
  addressEnd,
  addressStart,
  asError,
  closeModal,
  connectionStore,
  namespaceOf,
  toDecimal,
  UserRejectedError,
} from '@portico/core'
import { transactionUrl } from '@portico/core/activity'
import { goBack, replaceView, resetView, showToast } from '@portico/core/kit'
import {
  cancelOnramp,
  followOnramps,
  forgetOnramp,
  noteOnrampSeen,
  OfferExpiredError,
  onrampFormStore,
  onrampSessionStore,
  openOnramp,
  retryOnramp,
  UnsafePageError,
  type ChosenOffer,
  type OnrampProgress,
  type OnrampSession,
} from '@portico/core/onramp'
import { openSend, SendCancelledError } from '@portico/core/send'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Actions, Button, ButtonLink } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { arrowUpRight, back as backGlyph } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { IconButton } from '@portico/ui/icon-button'
import { Fact, Facts } from '@portico/ui/key-value'
import { safeText } from '@portico/ui/safe-text'
import { Span } from '@portico/ui/span'
import { WholeAddress } from '@portico/ui/whole-address'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'
import { ProviderTile } from './ProviderTile.js'
import { useOnrampText } from './useOnrampText.js'

/** From the signature to the money. What it shows is the form's progress and the order itself, nothing of its own. */
export default function BuyInProgressView({ params }: { readonly params?: { readonly id: string } | undefined }) {
  const portico = usePortico()
  const t = useT()
  const progress = usePorticoStore(onrampFormStore, (state) => state.progress)
  const id = params?.id ?? (progress.status === 'started' ? progress.id : undefined)
  const session = usePorticoStore(onrampSessionStore, (sessions) => sessions.find((one) => one.id === id))
  const isOnScreen = useOnScreen()
  useEffect(() => followOnramps(portico), [portico])
  const isNone = session === undefined && (params !== undefined || progress.status === 'editing' || progress.status === 'started')
  useEffect(() => {
    if (isNone && isOnScreen()) replaceView(portico, { view: 'OnRampProviders' })
  }, [portico, isNone, isOnScreen])
  if (session) return <Order session={session} opened={progress.status !== 'started' || progress.id !== id || progress.opened} />
  if (params || progress.status === 'editing' || progress.status === 'started') return <ViewFrame title={t('onramp.title')} />
  return <Beginning progress={progress} />
}

/** Provider and account under one arch. */
function Parties({ provider, address, state, sells }: PartiesProps) {
  const tile = <ProviderTile provider={provider} size={56} />
  const avatar = <Avatar address={address} size={56} />
  return (
    <div className="po-mt2">
      <Span from={sells ? avatar : tile} to={sells ? tile : avatar} state={state} />
    </div>
  )
}
interface PartiesProps {
  readonly provider: OnrampSession['provider']
  readonly address: string
  readonly state: 'wait' | 'ok' | 'fail'
  readonly sells: boolean
}

/** Until the order is the provider's: the signature, the page, or why there is none. */
function Beginning({ progress }: { readonly progress: Extract<OnrampProgress, { readonly chosen: ChosenOffer }> }) {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const { chosen, status } = progress
  const { order, provider } = chosen
  const { address, namespace } = order.account
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace)?.connector)
  const wallet = useWalletName()(connector)
  const openWallet = useOpenWallet(connector, namespace, t('onramp.open.wallet', { wallet }))
  const name = safeText(provider.name)
  const isFailed = status === 'failed'
  const back = () => {
    cancelOnramp(portico)
    retryOnramp(portico)
    goBack(portico)
  }
  const words = (): readonly [title: string, text: string] => {
    if (status === 'proving')
      return [t('onramp.prove', { wallet }), order.kind === 'sell' ? t('onramp.prove.sell') : t('onramp.prove.text')]
    if (status === 'opening') return [t('onramp.opening', { provider: name }), t('onramp.opening.text')]
    if (progress.error instanceof UserRejectedError) return [t('onramp.declined'), t('onramp.declined.text', { wallet })]
    if (progress.error instanceof OfferExpiredError) return [t('onramp.expired'), t('onramp.expired.text')]
    if (progress.error instanceof UnsafePageError) return [t('onramp.unsafe'), t('onramp.unsafe.text')]
    return [t('onramp.notOpened', { provider: name }), errorText(progress.error)]
  }
  const [title, text] = words()
  const isOld = isFailed && progress.error instanceof OfferExpiredError
  const foot = isFailed ? (
    <Actions>
      <Button onClick={back}>{t('onramp.other')}</Button>
      {isOld ? (
        <Button variant="primary" onClick={back}>
          {t('onramp.newPrice')}
        </Button>
      ) : (
        <Button variant="primary" onClick={() => void openOnramp(portico, chosen)}>
          {t('common.again')}
        </Button>
      )}
    </Actions>
  ) : (
    <Actions>
      <Button onClick={back}>{t('onramp.cancel')}</Button>
      {(status === 'proving' && openWallet) || (
        <Button variant="primary" busy>
          {status === 'proving' ? t('onramp.check', { wallet }) : t('onramp.opening.short')}
        </Button>
      )}
    </Actions>
  )
  return (
    <ViewFrame title={<bdi>{name}</bdi>} lead={<IconButton glyph={backGlyph} label={t('common.back')} onClick={back} />} foot={foot}>
      <Parties provider={provider} address={address} state={isFailed ? 'fail' : 'wait'} sells={order.kind === 'sell'} />
      <div className="po-mt4" role={isFailed ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {status === 'proving' && (
        <Card className="po-mt4">
          <div className="po-meta">{t('onramp.yours')}</div>
          <WholeAddress address={address} start={addressStart} end={addressEnd} />
        </Card>
      )}
    </ViewFrame>
  )
}

/** The provider has it. */
function Order({ session, opened }: { readonly session: OnrampSession; readonly opened: boolean }) {
  const t = useT()
  const portico = usePortico()
  const { id, kind, provider, address, status } = session
  const [title, text] = useWords(session, opened)
  const isBad = status === 'failed' || status === 'expired'
  const state = status === 'settled' ? 'ok' : isBad || status === 'refunded' ? 'fail' : 'wait'
  const isOpen = state === 'wait'
  useEffect(() => {
    if (!isOpen) noteOnrampSeen(portico, id)
  }, [portico, id, isOpen])
  return (
    <ViewFrame
      title={<bdi>{safeText(provider.name) || t('onramp.title')}</bdi>}
      lead={isOpen ? 'back' : undefined}
      foot={<Foot session={session} opened={opened} />}
    >
      <Parties provider={provider} address={address} state={state} sells={kind === 'sell'} />
      <div className="po-mt4" role={isBad ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {isOpen && <Sums session={session} />}
    </ViewFrame>
  )
}

function Sums({ session: { kind, paid, fee, units, token, depositAddress } }: { readonly session: OnrampSession }) {
  const t = useT()
  const { money, amount } = useOnrampText()
  if (!paid && !fee && units === undefined) return null
  const what = units !== undefined && <bdi dir="ltr">{amount(token, units)}</bdi>
  return (
    <Card className="po-mt4">
      <Facts>
        {kind === 'sell' && what && <Fact term={t('onramp.fact.sell')}>{what}</Fact>}
        {paid && <Fact term={kind === 'sell' ? t('onramp.fact.receive') : t('onramp.fact.pay')}>{money(paid)}</Fact>}
        {fee && <Fact term={t('onramp.fact.fee')}>{money(fee)}</Fact>}
        {kind !== 'sell' && what && <Fact term={t('onramp.fact.receive')}>{what}</Fact>}
        {depositAddress && (
          <Fact term={t('onramp.fact.deposit')} tall>
            <WholeAddress address={depositAddress} start={addressStart} end={addressEnd} />
          </Fact>
        )}
      </Facts>
    </Card>
  )
}

function useWords(session: OnrampSession, opened: boolean): readonly [title: string, text: ReactNode] {
  const t = useT()
  const { symbolOf, amount, money, method: methodName, reasonOf } = useOnrampText()
  const { status, kind, token, units, paid, method } = session
  const provider = safeText(session.provider.name)
  const symbol = symbolOf(token)
  const what = units === undefined ? symbol : amount(token, units)
  const sum = paid && money(paid)
  switch (status) {
    case 'created':
      if (kind === 'sell' && session.depositAddress)
        return [t('onramp.deposit', { what, provider }), t('onramp.deposit.text', { provider })]
      if (!opened) return [t('onramp.go', { provider }), t('onramp.go.text')]
      if (kind === 'sell') return [t('onramp.finish', { provider }), t('onramp.finish.sell')]
      return [
        t('onramp.finish', { provider }),
        kind === 'exchange' ? t('onramp.finish.exchange', { symbol }) : t('onramp.finish.text', { symbol }),
      ]
    case 'paid':
      if (kind === 'sell') return [t('onramp.sold', { what }), t('onramp.sold.text', { provider })]
      return [t('onramp.paid'), t('onramp.paid.text', { provider, symbol })]
    case 'processing':
      if (kind === 'sell') return [t('onramp.sold', { what }), t('onramp.sold.text', { provider })]
      return [t('onramp.processing', { symbol }), t('onramp.processing.text')]
    case 'settled':
      if (kind === 'sell') return [t('onramp.done.sell', { sum: sum ?? what }), t('onramp.done.sell.text', { what })]
      return [t('onramp.done', { what }), sum && method ? t('onramp.done.text', { sum, method: methodName(method) }) : '']
    case 'failed':
      return [t('onramp.failed.title'), reasonOf(session) ?? t('onramp.failed.text', { provider })]
    case 'refunded':
      return [t('onramp.refunded'), sum ? t('onramp.refunded.text', { provider, sum }) : t('onramp.refunded.bare', { provider })]
    case 'expired':
      return [t('onramp.ended'), t('onramp.ended.text', { provider })]
  }
}

function Foot({ session, opened }: { readonly session: OnrampSession; readonly opened: boolean }) {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const { status, provider, kind, url, depositAddress, hash, networkId, token, units, id } = session
  const name = safeText(provider.name)
  const toAccount = wayTo(portico, 'Account', resetView)
  const toActivity = wayTo(portico, 'Transactions')
  const finish = () => {
    retryOnramp(portico)
    if (toAccount) toAccount()
    else closeModal(portico)
  }
  const again = () => {
    retryOnramp(portico)
    const { token: kept, amount } = onrampFormStore(portico).getState()
    replaceView(portico, { view: kept && amount && kind !== 'exchange' ? 'OnRampOffers' : 'OnRampProviders' })
  }
  const deposit = () => {
    if (!depositAddress || units === undefined) return
    openSend(portico, {
      amount: toDecimal(units, token.decimals),
      ...(token.address !== undefined && { assetAddress: token.address }),
      namespace: namespaceOf(networkId),
      chainId: networkId,
      to: depositAddress,
      review: true,
    }).catch((error: unknown) => {
      if (!(error instanceof SendCancelledError)) showToast(portico, { variant: 'error', message: errorText(asError(error)) })
    })
  }
  const explorer = hash === undefined ? undefined : transactionUrl(portico, { networkId, hash })
  const explorerLink = explorer && (
    <ButtonLink href={explorer} after={arrowUpRight}>
      {t('onramp.explorer')}
    </ButtonLink>
  )
  const done = (
    <Button variant="primary" onClick={finish}>
      {t('onramp.finished')}
    </Button>
  )
  switch (status) {
    case 'created':
      return (
        <div className="po-col po-g2">
          {kind === 'sell' && depositAddress ? (
            <Button variant="primary" onClick={deposit}>
              {t('onramp.deposit.review')}
            </Button>
          ) : (
            <ButtonLink variant={opened ? 'secondary' : 'primary'} href={url} after={arrowUpRight} onClick={() => markOpened(portico, id)}>
              {opened ? t('onramp.again', { provider: name }) : t('onramp.open', { provider: name })}
            </ButtonLink>
          )}
          <Button
            variant="ghost"
            onClick={() => {
              forgetOnramp(portico, id)
              finish()
            }}
          >
            {t('onramp.cancel')}
          </Button>
        </div>
      )
    case 'paid':
    case 'processing':
      return explorerLink || (toActivity && <Button onClick={() => toActivity()}>{t('onramp.activity')}</Button>)
    case 'settled':
      return explorerLink ? (
        <Actions>
          {explorerLink}
          {done}
        </Actions>
      ) : (
        done
      )
    case 'refunded':
      return (
        <Actions>
          <Button onClick={again}>{t('common.again')}</Button>
          {done}
        </Actions>
      )
    case 'failed':
    case 'expired':
      return (
        <Actions>
          <Button onClick={finish}>{t('onramp.finished')}</Button>
          <Button variant="primary" onClick={again}>
            {kind === 'buy' && status === 'failed' ? t('onramp.other.again') : t('common.again')}
          </Button>
        </Actions>
      )
  }
}

/** The page is in a window of the visitor's own: what is said is where to go on. */
function markOpened(portico: ReturnType<typeof usePortico>, id: string): void {
  const store = onrampFormStore(portico)
  const { progress } = store.getState()
  if (progress.status === 'started' && progress.id === id && !progress.opened) store.setState({ progress: { ...progress, opened: true } })
}
