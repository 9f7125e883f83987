'use client'
import { pushView, replaceView } from '@portico/core/kit'
import { acknowledgeRecipient, setRecipient, startSendItem, startSendToken, type SendCheck, type SendForm } from '@portico/core/send'
import { shortAddress, type PorticoViews } from '@portico/core'
import { useEffect } from 'react'
import { Actions, Button } from '@portico/ui/button'
import { Fact, Facts } from '@portico/ui/key-value'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { useSend } from '../../hooks/send.js'
import { useSite } from '../../hooks/useSite.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { AmountBox } from './AmountBox.js'
import { Arrives } from './Arrives.js'
import { Fee } from './Fee.js'
import { FeeNote } from './FeeNote.js'
import { ItemBox } from './ItemBox.js'
import { RecipientBox } from './RecipientBox.js'
import { Speed } from './Speed.js'
import { Warnings } from './Warnings.js'

interface Props {
  /** An NFT or a token, where it is said what is to be sent. */
  readonly params?: PorticoViews['WalletSend']
}

/** Whom to send how much of what: the recipient first, because that is the mistake that costs most. */
export default function WalletSendView({ params }: Props) {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const { form, check, network, tokens, fee, isEstimating, feeError, renew } = useSend()
  const { recipient, fixed, progress, token } = form
  const isOnScreen = useOnScreen()
  const isUnderWay = progress.status === 'approving' || progress.status === 'sent'
  useEffect(() => {
    if (isUnderWay && isOnScreen()) replaceView(portico, { view: 'WalletSendConfirmed' })
  }, [portico, isUnderWay, isOnScreen])

  useEffect(() => {
    if (params && 'nft' in params) startSendItem(portico, params)
    else if (params) startSendToken(portico, params)
  }, [portico, params])

  const isReady = check.status === 'ready'
  const short = check.status === 'insufficientFunds'
  const amount = { form, network, short, wrong: short || check.status === 'incorrectValue' }
  const hasNothing = !fixed && !token?.item && tokens?.every(({ units }) => units === 0n)
  return (
    <ViewFrame title={t('send.title')} lead="back" foot={hasNothing ? <Fund /> : <Foot check={check} form={form} />}>
      {fixed && (
        <div className="po-mb3">
          <Note>{t('send.fixed', { site: site.name })}</Note>
        </div>
      )}
      <RecipientBox form={form} network={network} />
      {token?.item ? <ItemBox {...amount} token={{ ...token, item: token.item }} /> : <AmountBox {...amount} />}
      {!fixed && <Speed form={form} network={network} tokens={tokens} />}
      {(isReady || feeError) && network && (
        <div className="po-mt3 po-send__facts">
          <Facts>
            {check.status === 'ready' && <Arrives transfer={check.transfer} fee={fee} />}
            <Fact term={t('send.fee')}>
              <Fee fee={fee} loading={isEstimating} network={network} tokens={tokens} />
            </Fact>
          </Facts>
        </div>
      )}
      {feeError && <FeeNote error={feeError} token={token} renew={renew} />}
      <Warnings recipient={recipient} network={network} />
    </ViewFrame>
  )
}

/** Of an account that has nothing: the way to something, or to another one. */
function Fund() {
  const portico = usePortico()
  const t = useT()
  const toReceive = wayTo(portico, 'Receive')
  const toWallets = wayTo(portico, 'Wallets')
  return (
    <Actions>
      {toWallets && (
        <Button variant="ghost" onClick={() => toWallets()}>
          {t('send.wallets')}
        </Button>
      )}
      {toReceive && (
        <Button variant="primary" onClick={() => toReceive()}>
          {t('send.fund')}
        </Button>
      )}
    </Actions>
  )
}

function Foot({ check, form: { to, recipient } }: { readonly check: SendCheck; readonly form: SendForm }) {
  const portico = usePortico()
  const t = useT()
  const { status } = check
  const alike = recipient.status === 'found' ? recipient.warnings.find((warning) => warning.kind === 'lookAlike') : undefined
  if (status === 'lookAlike' && alike) {
    const { name, address } = alike.known
    return (
      <Actions>
        <Button variant="ghost" onClick={() => acknowledgeRecipient(portico)}>
          {t('send.check.lookAlike')}
        </Button>
        <Button variant="primary" onClick={() => setRecipient(portico, address)}>
          {t('send.use', { name: name === undefined ? shortAddress(address) : safeText(name) })}
        </Button>
      </Actions>
    )
  }
  if (status === 'invalidAddress' && recipient.status === 'failed') {
    return (
      <Button variant="primary" onClick={() => setRecipient(portico, to)}>
        {t('common.again')}
      </Button>
    )
  }
  const words: Record<SendCheck['status'], string> = {
    noAccount: t('send.check.noAccount'),
    selectToken: t('send.check.selectToken'),
    addAmount: t('send.check.addAmount'),
    incorrectValue: t('send.check.incorrectValue'),
    insufficientFunds: t('send.check.insufficientFunds'),
    addAddress: t('send.check.addAddress'),
    looking: t('send.check.looking'),
    invalidAddress: t('send.check.invalidAddress'),
    lookAlike: t('send.check.lookAlike'),
    ready: t('send.check.ready'),
  }
  const isLooking = status === 'looking'
  return (
    <Button
      id="po-check"
      variant="primary"
      busy={isLooking}
      disabled={status !== 'ready' && !isLooking}
      onClick={() => pushView(portico, { view: 'WalletSendPreview' })}
    >
      {words[status]}
    </Button>
  )
}
