'use client'
import { activeConnection, closeModal, connectionStore, findNetwork, shortAddress, UserRejectedError } from '@portico/core'
import { isUnconfirmed, replaceView, resetView } from '@portico/core/kit'
import { retrySend, sendFormStore, type SendProgress } from '@portico/core/send'
import { useEffect } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Actions, Button, ButtonLink } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { arrowUpRight, clock } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Fact, Facts } from '@portico/ui/key-value'
import { safeText } from '@portico/ui/safe-text'
import { Span } from '@portico/ui/span'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useLabel } from '../../hooks/useLabel.js'
import { useT } from '../../i18n/useT.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { useOpenWallet } from '../../wallets/useOpenWallet.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { AssetTile } from './AssetTile.js'
import { transactionUrl } from './transactionUrl.js'
import { useAssetName, useExactText } from './useAmountText.js'

type UnderWay = Exclude<SendProgress, { readonly status: 'editing' }>

/** From the wallet's question to the confirmed transfer, or to why there is none. What it shows is the form's progress, nothing of its own. */
export default function WalletSendConfirmedView() {
  const portico = usePortico()
  const t = useT()
  const progress = usePorticoStore(sendFormStore, (state) => state.progress)
  const isOnScreen = useOnScreen()
  const isNone = progress.status === 'editing'
  useEffect(() => {
    if (isNone && isOnScreen()) replaceView(portico, { view: 'WalletSend' })
  }, [portico, isNone, isOnScreen])
  return isNone ? <ViewFrame title={t('send.title')} /> : <Outcome progress={progress} />
}

function Outcome({ progress }: { readonly progress: UnderWay }) {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const { sent, status } = progress
  const { token, units, to, networkId, namespace } = sent
  const fixed = usePorticoStore(sendFormStore, (state) => state.fixed)
  const connector = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace)?.connector)
  const wallet = useWalletName()(connector)
  const openWallet = useOpenWallet(connector, namespace, t('send.open', { wallet }))
  const network = findNetwork(portico, networkId)
  const symbol = useAssetName()(token)
  const amount = useExactText()(token, units)
  const label = useLabel()(to)
  const name = sent.name === undefined ? (label ?? shortAddress(to)) : safeText(sent.name)
  const hash = progress.status === 'approving' ? undefined : progress.hash
  const link = hash === undefined ? undefined : transactionUrl(network?.blockExplorers[0]?.url, hash)

  const isFailed = status === 'failed'
  const failure = progress.status === 'failed' ? progress : undefined
  const isUnknown = failure !== undefined && !failure.receipt && isUnconfirmed(failure)
  const isAgain = failure !== undefined && !failure.receipt && !isUnknown
  const [title, text] = wordsOf()
  function wordsOf(): readonly [string, string] {
    switch (progress.status) {
      case 'approving':
        return [t('send.approve', { wallet }), t('send.sending', { amount, name })]
      case 'sent':
        return [t('send.started'), t('send.started.text', { amount, name })]
      case 'confirmed':
        return [t('send.done', { amount }), t('send.done.to', { name })]
      case 'failed': {
        const { error, receipt } = progress
        if (isUnknown) return [t('send.unknown'), errorText(error)]
        if (error instanceof UserRejectedError) return [t('send.failed'), t('send.declined', { wallet, symbol })]
        if (receipt?.outcome === 'cancelled') return [t('send.failed'), t('send.cancelled', { wallet })]
        if (receipt?.outcome === 'replaced') return [t('send.failed'), t('send.replaced', { wallet })]
        if (receipt) return [t('send.failed'), t('send.reverted', { symbol })]
        return [t('send.failed'), errorText(error)]
      }
    }
  }

  const again = () => {
    retrySend(portico)
    replaceView(portico, { view: 'WalletSendPreview' })
  }
  const toAccount = wayTo(portico, 'Account', resetView)
  const finish = () => (fixed || !toAccount ? closeModal(portico) : toAccount())
  const done = (
    <Button variant={status === 'sent' ? 'secondary' : 'primary'} onClick={finish}>
      {t('send.finish')}
    </Button>
  )
  const foot = isAgain ? (
    <Button variant="primary" onClick={again}>
      {t('send.again')}
    </Button>
  ) : status === 'approving' ? (
    openWallet
  ) : link ? (
    <Actions>
      <ButtonLink href={link} after={arrowUpRight}>
        {t('send.explorer')}
      </ButtonLink>
      {done}
    </Actions>
  ) : (
    done
  )
  return (
    <ViewFrame title={t('send.title')} {...(isAgain && { lead: 'back' })} foot={foot}>
      <div className="po-mt2">
        <Span
          from={<AssetTile token={token} network={token.address === undefined ? network : undefined} size={56} />}
          to={<Avatar address={to} size={56} />}
          state={status === 'confirmed' ? 'ok' : isUnknown ? 'idle' : isFailed ? 'fail' : 'wait'}
          glyph={clock}
        />
      </div>
      <div className="po-mt4" role={isFailed ? 'alert' : 'status'}>
        <Hero title={title}>{text}</Hero>
      </div>
      {hash !== undefined && network && (
        <Card className="po-mt4">
          <Facts>
            <Fact term={t('send.network')}>
              <NetworkTile network={network} size={16} /> {safeText(network.name)}
            </Fact>
            <Fact term={t('send.transaction')}>
              <bdi className="po-addr" dir="ltr" title={hash}>
                {shortAddress(hash)}
              </bdi>
            </Fact>
          </Facts>
        </Card>
      )}
    </ViewFrame>
  )
}
