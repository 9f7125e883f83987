'use client'
import { accountStore, connectionStore, findNetwork, formatAmount, networkStore, shortAddress, type PorticoViews } from '@portico/core'
import { formatFiat, hideToken, showToken, tokenKey, tokenUrl, type HeldToken } from '@portico/core/balances'
import { accountFrom, goBack, pushView, showToast } from '@portico/core/kit'
import { Button, ButtonLink } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Empty } from '@portico/ui/empty'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { arrowDownLeft, arrowUpRight, check, copy as copyGlyph, eye, eyeOff, wallet as walletGlyph } from '@portico/ui/glyphs'
import { IconButton } from '@portico/ui/icon-button'
import { Fact, Facts } from '@portico/ui/key-value'
import { List, ListItem } from '@portico/ui/list-item'
import { isMixedScript } from '@portico/ui/mixed-script'
import { Note } from '@portico/ui/note'
import { Quick, QuickButton } from '@portico/ui/quick'
import { safeText } from '@portico/ui/safe-text'
import { useCopy } from '../../hooks/useCopy.js'
import { useT } from '../../i18n/useT.js'
import { useEntries } from '../../modal/useEntries.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { useHeld } from './useHeld.js'
import { useSuited } from './useSuited.js'

/** One token of the account: how much, what it is worth, whose contract it is, and whether it is to be seen. */
export default function TokenView({ params }: { readonly params: PorticoViews['Token'] }) {
  const portico = usePortico()
  const t = useT()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const account = accountFrom(portico, connections, networks, facts)
  const { data, isError, networkId } = useHeld(account)
  const { entries } = useEntries('account.quick')
  const canSend = useSuited(entries, account).parts.some(({ id }) => id === 'send')
  const toSend = wayTo(portico, 'WalletSend')
  const token = networkId === params.networkId ? data?.find((one) => tokenKey(one) === tokenKey(params)) : undefined
  if (account.address === undefined) return <ConnectFirst title={t('token.title')} />
  if (!token) {
    const isGone = data !== undefined || isError || networkId !== params.networkId
    return (
      <ViewFrame title={t('token.title')} lead="back">
        {isGone && (
          <Empty
            glyph={walletGlyph}
            title={t('token.gone')}
            action={
              <Button size="md" full={false} onClick={() => goBack(portico)}>
                {t('common.back')}
              </Button>
            }
          />
        )}
      </ViewFrame>
    )
  }
  const title = safeText(token.name) || safeText(token.symbol) || t('tokens.unnamed')
  const url = tokenUrl(portico, token)
  return (
    <ViewFrame
      title={title}
      lead="back"
      foot={
        url && (
          <ButtonLink href={url} after={arrowUpRight}>
            {t('account.explorer')}
          </ButtonLink>
        )
      }
    >
      <Amount token={token} />
      <div className="po-mt4">
        <Quick label={t('account.quicks')}>
          <QuickButton glyph={arrowDownLeft} onClick={() => pushView(portico, { view: 'Receive' })}>
            {t('receive.title')}
          </QuickButton>
          {canSend && toSend && token.units > 0n && (
            <QuickButton glyph={arrowUpRight} onClick={() => toSend({ token })}>
              {t('token.send')}
            </QuickButton>
          )}
        </Quick>
      </div>
      {isMixedScript(token.symbol) && (
        <div className="po-mt4">
          <Note tone="warn" title={t('tokens.mixed')}>
            {t('token.add.warning')}
          </Note>
        </div>
      )}
      <div className="po-mt4">
        <Card>
          <About token={token} />
        </Card>
      </div>
      {token.address !== undefined && <Seen token={token} address={token.address} holder={account.address} />}
    </ViewFrame>
  )
}

function Amount({ token }: { readonly token: HeldToken }) {
  const portico = usePortico()
  const { locale } = usePorticoContext()
  const { networkId, units, decimals, symbol, value } = token
  return (
    <div className="po-hero po-mt2">
      <TokenTile token={token} network={findNetwork(portico, networkId)} size={56} />
      <p className="po-title po-num po-mt3">
        <bdi dir="ltr">
          {formatAmount(units, decimals, locale.code)} {safeText(symbol)}
        </bdi>
      </p>
      {value !== undefined && (
        <p className="po-text po-num">
          <bdi dir="ltr">{formatFiat(value, 'usd', locale.code).text}</bdi>
        </p>
      )}
    </div>
  )
}

function About({ token: { networkId, address, price } }: { readonly token: HeldToken }) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { copied, copy } = useCopy()
  const network = findNetwork(portico, networkId)
  const copyAddress = (text: string) =>
    void copy(text).then((done) =>
      showToast(
        portico,
        done ? { variant: 'success', message: t('account.copied') } : { variant: 'error', message: t('account.uncopied') },
      ),
    )
  return (
    <Facts>
      {price !== undefined && (
        <Fact term={t('token.price')}>
          <bdi dir="ltr">{formatFiat(price, 'usd', locale.code).text}</bdi>
        </Fact>
      )}
      {network && (
        <Fact term={t('token.network')}>
          <NetworkTile network={network} size={16} />
          {safeText(network.name)}
        </Fact>
      )}
      {address !== undefined && (
        <Fact term={t('token.contract')}>
          <bdi dir="ltr" className="po-addr" title={address}>
            {shortAddress(address)}
          </bdi>
          <IconButton
            glyph={copied ? check : copyGlyph}
            size={16}
            label={copied ? t('account.copied') : t('account.copy')}
            onClick={() => copyAddress(address)}
          />
        </Fact>
      )}
    </Facts>
  )
}

interface SeenProps {
  readonly token: HeldToken
  readonly address: string
  readonly holder: string
}

/** Out of the list, or into it again. */
function Seen({ token: { networkId, hidden }, address: token, holder: address }: SeenProps) {
  const portico = usePortico()
  const t = useT()
  const change = () => {
    if (hidden) return showToken(portico, { address, networkId, token })
    hideToken(portico, { address, networkId, token })
    showToast(portico, { variant: 'success', message: t('token.hidden') })
    goBack(portico)
  }
  return (
    <div className="po-mt2">
      <List>
        <ListItem lead={<GlyphTile glyph={hidden ? eye : eyeOff} />} sub={hidden ? undefined : t('token.hide.text')} onClick={change}>
          {hidden ? t('token.show') : t('token.hide')}
        </ListItem>
      </List>
    </div>
  )
}
