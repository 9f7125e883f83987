'use client'
import { addressEnd, addressStart } from '@portico/core'
import { formatFiat, valueOf } from '@portico/core/balances'
import { goBack, replaceView } from '@portico/core/kit'
import { submitSend } from '@portico/core/send'
import { useEffect } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Actions, Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Fact, Facts } from '@portico/ui/key-value'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { WholeAddress } from '@portico/ui/whole-address'
import { useSend } from '../../hooks/send.js'
import { useLabel } from '../../hooks/useLabel.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { Arrives } from './Arrives.js'
import { AssetTile } from './AssetTile.js'
import { Fee } from './Fee.js'
import { FeeNote, isFinal, useShortText } from './FeeNote.js'
import { Speed } from './Speed.js'
import { useExactText } from './useAmountText.js'
import { Warnings } from './Warnings.js'

/** The transfer once more, whole: the exact amount and the whole address (S17). */
export default function WalletSendPreviewView() {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const t = useT()
  const labelOf = useLabel()
  const exactText = useExactText()
  const shortText = useShortText()
  const isOnScreen = useOnScreen()
  const { form, check, network, tokens, fee, feeError, isEstimating, renew } = useSend()
  const { recipient, progress } = form
  const isShort = check.status === 'insufficientFunds'
  // Of a transfer whose fee is not covered, what it would have been still stands here.
  const { token } = form
  const isGone = check.status !== 'ready' && !isShort && progress.status === 'editing'
  useEffect(() => {
    if (isGone && isOnScreen()) replaceView(portico, { view: 'WalletSend' })
  }, [portico, isGone, isOnScreen])
  // One that is not covered at this speed may be at another. It is the same control then, with the focus that it has.
  const speeds = !form.fixed && <Speed key="speed" form={form} network={network} tokens={tokens} />
  if (check.status !== 'ready' || !token || !network) {
    return (
      <ViewFrame title={t('send.review')} lead="back">
        {isShort && <Note tone="bad">{shortText(token)}</Note>}
        {isShort && speeds}
      </ViewFrame>
    )
  }

  const { units, to, name: foundBy, memo } = check.transfer
  // The warning of a first time ends with it.
  const isFirst = recipient.status === 'found' && recipient.warnings.some(({ kind }) => kind === 'firstTime')
  const name = foundBy ?? labelOf(to)
  const send = () => {
    void submitSend(portico)
    replaceView(portico, { view: 'WalletSendConfirmed' })
  }
  return (
    <ViewFrame
      title={t('send.review')}
      lead="back"
      foot={
        <Actions>
          <Button onClick={() => goBack(portico)}>{t('send.cancel')}</Button>
          <Button variant="primary" disabled={isFinal(feeError) || feeError?.name === 'TransactionRevertedError'} onClick={send}>
            {t('send.send')}
          </Button>
        </Actions>
      }
    >
      <Card>
        <div className="po-between">
          <div className="po-grow">
            <div className="po-meta">{t('send.you')}</div>
            <div className="po-send__sum po-num">
              <bdi dir={token.item ? undefined : 'ltr'}>{exactText(token, units)}</bdi>
            </div>
            {token.item && (
              <div className="po-meta po-clip">
                <bdi>{safeText(token.item.collection)}</bdi>
              </div>
            )}
            {token.price !== undefined && (
              <div className="po-meta po-num">
                <bdi dir="ltr">{formatFiat(valueOf(units, token.decimals, token.price), 'usd', locale.code).text}</bdi>
              </div>
            )}
          </div>
          <AssetTile token={token} network={network} size={token.item ? 72 : 48} />
        </div>
        <hr className="po-send__rule" />
        <div className="po-between">
          <div className="po-grow">
            <div className="po-meta">{t('send.to')}</div>
            {name !== undefined && (
              <div className="po-title">
                <bdi dir={foundBy === undefined ? undefined : 'ltr'}>{safeText(name)}</bdi>
              </div>
            )}
          </div>
          <Avatar address={to} size={48} />
        </div>
        <div className="po-mt2">
          <WholeAddress address={to} start={addressStart} end={addressEnd} />
        </div>
      </Card>
      <div className="po-mt3 po-send__facts">
        <Facts>
          <Arrives transfer={check.transfer} fee={fee} />
          <Fact term={t('send.network')}>
            <NetworkTile network={network} size={16} /> {safeText(network.name)}
          </Fact>
          {memo && (
            <Fact term={t('send.note')} tall={memo.length > 40}>
              <bdi>{safeText(memo, 256)}</bdi>
            </Fact>
          )}
          <Fact term={t('send.fee')}>
            <Fee fee={fee} loading={isEstimating} network={network} tokens={tokens} />
          </Fact>
        </Facts>
      </div>
      {speeds}
      {feeError && <FeeNote error={feeError} token={token} renew={renew} />}
      <Warnings recipient={recipient} network={network} />
      {!isFirst && (
        <div className="po-mt3">
          <Note>{t('send.undone')}</Note>
        </div>
      )}
    </ViewFrame>
  )
}
