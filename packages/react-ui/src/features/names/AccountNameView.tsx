'use client'
import { findNetwork, parseAccountId, shortAddress, type NetworkId } from '@portico/core'
import { pushView, replaceView, showToast } from '@portico/core/kit'
import { addressOn, canSetPrimaryName, renewName, setPrimaryName, type NameRecord } from '@portico/core/names'
import { useEffect, useState } from 'react'
import { Avatar } from '@portico/ui/avatar'
import { Card } from '@portico/ui/card'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { arrowRight, ban, edit, refresh, user } from '@portico/ui/glyphs'
import { Hero } from '@portico/ui/hero'
import { Fact, Facts } from '@portico/ui/key-value'
import { List, ListItem } from '@portico/ui/list-item'
import { safeText } from '@portico/ui/safe-text'
import { SectionTitle } from '@portico/ui/section-title'
import { SkeletonRow } from '@portico/ui/skeleton'
import { useAction } from '../../hooks/useAction.js'
import { useNames } from '../../hooks/names.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { NamesAway, useNamesAway } from './NamesAway.js'
import { nameTexts } from './nameTexts.js'
import { useNameText } from './useNameText.js'
import { useNameWallet } from './useNameWallet.js'

/** The name of the account, and what can be done with it. */
export default function AccountNameView() {
  const portico = usePortico()
  const t = useT()
  const { account, names, error, refetch } = useNames()
  const { isAway, ...away } = useNamesAway(error, refetch)
  const [wanted, want] = useState<string>()
  const isOnScreen = useOnScreen()
  const isNone = names !== undefined && names.length === 0
  useEffect(() => {
    if (isNone && isOnScreen()) replaceView(portico, { view: 'RegisterAccountName' })
  }, [portico, isNone, isOnScreen])
  const record = names?.find(({ name }) => name === wanted) ?? names?.[0]
  if (account.address === undefined) return <ConnectFirst title={t('name.title')} namespace="eip155" />
  if (!record)
    return (
      <ViewFrame title={t('name.title')} lead="back">
        {isAway ? (
          <NamesAway {...away} />
        ) : (
          <div aria-busy="true">
            <SkeletonRow title={120} sub={80} />
            <SkeletonRow title={96} sub={112} />
          </div>
        )}
      </ViewFrame>
    )
  const others = names?.filter(({ name }) => name !== record.name) ?? []
  return (
    <ViewFrame title={t('name.title')} lead="back">
      <div className="po-mt2">
        <Hero lead={<Avatar address={account.address} src={record.avatar} size={64} />} title={<bdi dir="ltr">{record.name}</bdi>}>
          {safeText(record.attributes['bio']) || undefined}
        </Hero>
      </div>
      <NameFacts record={record} address={account.address} />
      <NameActions
        key={record.name}
        record={record}
        networkId={parseAccountId(account.accountId).networkId}
        address={account.address}
        isPrimary={account.profileName === record.name}
      />
      {others.length > 0 && (
        <div className="po-mt3">
          <SectionTitle>{t('name.other')}</SectionTitle>
          <List label={t('name.other')}>
            {others.map(({ name }) => (
              <ListItem key={name} compact onClick={() => want(name)}>
                <bdi dir="ltr">{name}</bdi>
              </ListItem>
            ))}
          </List>
        </div>
      )}
    </ViewFrame>
  )
}

interface FactsProps {
  readonly record: NameRecord
  readonly address: string
}

function NameFacts({ record: { registeredAt, expiresAt, attributes }, address }: FactsProps) {
  const t = useT()
  const { label } = useNameText()
  const day = useDay()
  return (
    <Card className="po-mt4">
      <Facts>
        <Fact term={t('name.points')}>
          <bdi className="po-addr" dir="ltr">
            {shortAddress(address)}
          </bdi>
        </Fact>
        {told.map(({ key }) => {
          const said = safeText(attributes[key])
          return (
            said && (
              <Fact key={key} term={label(key)}>
                <bdi>{said}</bdi>
              </Fact>
            )
          )
        })}
        {registeredAt !== undefined && <Fact term={t('name.since')}>{day(registeredAt)}</Fact>}
        {expiresAt !== undefined && <Fact term={t('name.until')}>{day(expiresAt)}</Fact>}
      </Facts>
    </Card>
  )
}

/** Those that do not stand above, as picture and words do. */
const told = nameTexts.filter(({ key }) => key !== 'avatar' && key !== 'bio')

function useDay(): (at: number) => string {
  const { locale } = usePorticoContext()
  return (at) => new Intl.DateTimeFormat(locale.code, { dateStyle: 'medium' }).format(at)
}

interface ActionsProps {
  readonly record: NameRecord
  readonly networkId: NetworkId
  readonly address: string
  /** It is what the account is called already. */
  readonly isPrimary: boolean
}

function NameActions({ record, networkId, address, isPrimary }: ActionsProps) {
  const { name, expiresAt } = record
  const portico = usePortico()
  const t = useT()
  const text = useNameText()
  const renew = useAction(renewName)
  const primary = useAction(setPrimaryName)
  // One that does not lead back to the address there is no name of it.
  const isThere = addressOn(record, networkId)?.toLowerCase() === address.toLowerCase()
  const canBePrimary = useCanBePrimary(name, networkId) && isThere
  const isBusy = renew.isPending || primary.isPending
  const openWallet = useNameWallet(isBusy)
  const run = (action: Promise<unknown>, done: string) =>
    void action.then(
      () => showToast(portico, { variant: 'success', message: done }),
      (error: Error) => showToast(portico, { variant: 'error', message: text.failure(error) }),
    )
  const network = safeText(findNetwork(portico, networkId)?.name)
  return (
    <div className="po-mt2 po-col po-g2">
      {openWallet}
      <List>
        <ListItem
          lead={<GlyphTile glyph={edit} />}
          disabled={isBusy}
          chevron
          onClick={() => pushView(portico, { view: 'EditAccountName', params: { name } })}
        >
          {t('name.edit')}
        </ListItem>
        {expiresAt !== undefined && (
          <ListItem
            lead={<GlyphTile glyph={refresh} />}
            busy={isBusy}
            onClick={() => run(renew.mutateAsync({ name }), t('name.renewed', { name }))}
          >
            {t('name.renew')}
          </ListItem>
        )}
        {canBePrimary && (
          <ListItem
            lead={<GlyphTile glyph={user} />}
            sub={t('name.primary.text', { network })}
            wrapSub
            busy={isBusy}
            onClick={() => run(primary.mutateAsync({ name }), t('name.primary.done', { name }))}
          >
            {isPrimary ? t('name.primary.again') : t('name.primary')}
          </ListItem>
        )}
        <ListItem
          lead={<GlyphTile glyph={arrowRight} />}
          disabled={isBusy}
          chevron
          onClick={() => pushView(portico, { view: 'TransferAccountName', params: { name } })}
        >
          {t('name.transfer')}
        </ListItem>
        <ListItem
          lead={<GlyphTile glyph={ban} tone="bad" />}
          disabled={isBusy}
          chevron
          onClick={() => pushView(portico, { view: 'ReleaseAccountName', params: { name } })}
        >
          {t('name.release')}
        </ListItem>
      </List>
    </div>
  )
}

/** Whether the network keeps primary names, once that is known. */
function useCanBePrimary(name: string, networkId: NetworkId): boolean {
  const portico = usePortico()
  const [known, setKnown] = useState<{ readonly networkId: NetworkId; readonly can: boolean }>()
  useEffect(() => {
    let isOver = false
    void canSetPrimaryName(portico, { name, networkId }).then((can) => !isOver && setKnown({ networkId, can }))
    return () => {
      isOver = true
    }
  }, [portico, name, networkId])
  return known?.networkId === networkId && known.can
}
