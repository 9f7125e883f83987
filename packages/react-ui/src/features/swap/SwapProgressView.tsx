'use client'
import { activeConnection, closeModal, connectionStore, findNetwork, TransactionRevertedError, UserRejectedError } from '@portico/core'
import { transactionUrl } from '@portico/core/activity'
import { isUnconfirmed, resetView } from '@portico/core/kit'
import { AllowanceTooLowError, PriceMovedError, retrySwap, swapFormStore, UnsafeSwapError, type SwapProgress } from '@portico/core/swap'
import { useEffect } from 'react'
import { Actions, Button, ButtonLink } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { arrowUpRight, clock } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Fact, Facts } from '@portico/ui/key-value'
import { safeText } from '@portico/ui/safe-text'
import { Span } from '@portico/ui/span'
import { Steps } from '@portico/ui/step-list'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { toForm } from './toForm.js'
import { useSwapText } from './useSwapText.js'

type UnderWay = Exclude<SwapProgress, { readonly status: 'editing' }>

/** From what the wallet is asked to the end of the swap. What it shows is the form's progress, nothing of its own. */
export default function SwapProgressView() {
  const portico = usePortico()
  const t = useT()
  const progress = usePorticoStore(swapFormStore, (state) => state.progress)
  const isOnScreen = useOnScreen()
  const isNone = progress.status === 'editing'
  useEffect(() => {
    if (isNone && isOnScreen()) toForm(portico)
  }, [portico, isNone, isOnScreen])
  return isNone ? <ViewFrame title={t('swap.title')} /> : <Outcome progress={progress} />
}

function Outcome({ progress }: { readonly progress: UnderWay }) {
  const portico = usePortico()
  const t = useT()
  const { amount, rate } = useSwapText()
  const { status, swap } = progress
  const { from, to, units, quote, networkId, namespace } = swap
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace)?.connector)
  const wallet = useWalletName()(connector)
  const openWallet = useOpenWallet(connector, namespace, t('swap.open', { wallet }))
  const network = findNetwork(portico, networkId)
  const received = receivedIn(progress)
  const [title, text] = useWords(progress, wallet)
  const hash = 'hash' in progress && status !== 'approved' ? progress.hash : undefined
  const link = hash === undefined ? undefined : transactionUrl(portico, { networkId, hash })
  const isFailed = status === 'failed'
  const isAgain = status === 'failed' && !isUnconfirmed(progress)
  const again = () => {
    retrySwap(portico)
    toForm(portico)
  }
  const toAccount = wayTo(portico, 'Account', resetView)
  const finish = () => (toAccount ? toAccount() : closeModal(portico))
  const explorer = link && (
    <ButtonLink href={link} after={arrowUpRight}>
      {t('swap.explorer')}
    </ButtonLink>
  )
  const last = isAgain ? (
    <Button variant="primary" onClick={again}>
      {t('swap.again')}
    </Button>
  ) : (
    <Button variant="primary" onClick={finish}>
      {t('swap.settings.done')}
    </Button>
  )
  const foot =
    status === 'sent' ? (
      <Button onClick={() => closeModal(portico)}>{t('swap.keep')}</Button>
    ) : status === 'asking' || status === 'approving' ? (
      (openWallet ?? (
        <Button variant="primary" busy>
          {t('swap.ask', { wallet })}
        </Button>
      ))
    ) : status === 'checking' || status === 'approved' ? undefined : explorer ? (
      <Actions>
        {explorer}
        {last}
      </Actions>
    ) : (
      last
    )
  const steps = useSteps(progress, wallet)
  return (
    <ViewFrame title={t('swap.title')} foot={foot}>
      <div className="po-mt2">
        <Span
          from={<TokenTile token={from} network={from.address === undefined ? network : undefined} size={56} />}
          to={<TokenTile token={to} network={to.address === undefined ? network : undefined} size={56} />}
          state={status === 'confirmed' ? 'ok' : isAgain ? 'fail' : isFailed ? 'idle' : 'wait'}
          glyph={clock}
        />
      </div>
      <div className="po-mt4" role={isFailed ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {steps.length > 0 && (
        <Card className="po-mt4">
          <Steps items={steps} />
        </Card>
      )}
      {status === 'confirmed' && network && (
        <Card className="po-mt4">
          <Facts>
            <Fact term={t('swap.rate')}>
              <bdi dir="ltr">{rate(from, to, units, received ?? quote.received)}</bdi>
            </Fact>
            {received === undefined && (
              <Fact term={t('swap.least')}>
                <bdi dir="ltr">{amount(to, quote.minimum)}</bdi>
              </Fact>
            )}
            <Fact term={t('swap.network')}>
              <NetworkTile network={network} size={16} /> {safeText(network.name)}
            </Fact>
            <Fact term={t('swap.time')}>{t('swap.seconds', { seconds: progress.seconds })}</Fact>
          </Facts>
        </Card>
      )}
    </ViewFrame>
  )
}

/** What came out, where the chain has said so. */
const receivedIn = (progress: UnderWay): bigint | undefined => (progress.status === 'confirmed' ? progress.received : undefined)

/** What is done, what runs and what comes, while there is anything to come. */
function useSteps({ status, swap, ...rest }: UnderWay, wallet: string): Parameters<typeof Steps>[0]['items'] {
  const t = useT()
  const { amount } = useSwapText()
  const { from, to, units, quote } = swap
  const swapping = t('swap.title')
  const receiving = t('swap.step.receive', { amount: amount(to, quote.received) })
  switch (status) {
    case 'approving':
    case 'approved':
      return [
        { title: t('swap.step.allow', { amount: amount(from, units) }), state: 'now' },
        { title: swapping, state: 'next' },
      ]
    case 'asking': {
      const title = 'allows' in rest && rest.allows ? t('swap.step.both', { wallet }) : t('swap.step.approve', { wallet })
      return [
        { title, state: 'now' },
        { title: swapping, state: 'next' },
        { title: receiving, state: 'next' },
      ]
    }
    case 'sent':
      return [
        { title: t('swap.step.approved', { wallet }), state: 'done' },
        { title: swapping, state: 'now' },
        { title: receiving, state: 'next' },
      ]
    default:
      return []
  }
}

function useWords(progress: UnderWay, wallet: string): readonly [title: string, text: string] {
  const t = useT()
  const errorText = useErrorText()
  const portico = usePortico()
  const { amount, symbolOf } = useSwapText()
  const { from, to, units, quote, networkId } = progress.swap
  const [pays, gets, symbol] = [amount(from, units), amount(to, quote.received), symbolOf(from)]
  switch (progress.status) {
    case 'checking':
      return [t('swap.checking'), t('swap.checking.text')]
    case 'approving':
      return [t('swap.allow', { symbol }), t('swap.allow.text', { amount: pays })]
    case 'approved':
      return [t('swap.allowing', { symbol }), t('swap.allowing.text')]
    case 'asking':
      return [t('swap.approve', { wallet }), t('swap.for', { pays, gets })]
    case 'sent':
      return [t('swap.swapping', { amount: pays }), t('swap.swapping.text', { network: safeText(findNetwork(portico, networkId)?.name) })]
    case 'confirmed': {
      const { received } = progress
      const text = received === undefined ? t('swap.done.text', { amount: gets }) : t('swap.done.for', { amount: amount(to, received) })
      return [t('swap.done', { amount: pays }), text]
    }
    case 'failed': {
      const { error, hash, outcome } = progress
      if (isUnconfirmed(progress)) return [t('swap.unknown'), errorText(error)]
      if (outcome === 'cancelled' || outcome === 'replaced') return [t('swap.failed'), t('swap.replaced', { wallet })]
      if (error instanceof UserRejectedError) return [t('swap.failed'), t('swap.declined', { wallet, symbol })]
      if (error instanceof AllowanceTooLowError) return [t('swap.failed'), t('swap.allow.text', { amount: pays })]
      if (error instanceof PriceMovedError) return [t('swap.moved'), t('swap.moved.text', { symbol })]
      if (error instanceof UnsafeSwapError) return [t('swap.unsafe'), t('swap.unsafe.text')]
      if (error instanceof TransactionRevertedError)
        return hash === undefined ? [t('swap.failed'), t('swap.would', { symbol })] : [t('swap.failed'), t('swap.reverted', { symbol })]
      return [t('swap.failed'), errorText(error)]
    }
  }
}
