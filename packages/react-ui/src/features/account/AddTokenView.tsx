'use client'
import {
  accountStore,
  addressEnd,
  addressStart,
  connectionStore,
  findNetwork,
  formatAmount,
  networkStore,
  shortAddress,
} from '@portico/core'
import { addToken, lookUpToken, type HeldToken } from '@portico/core/balances'
import { accountFrom, goBack, showToast } from '@portico/core/kit'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from '@portico/ui/button'
import { Card } from '@portico/ui/card'
import { Field } from '@portico/ui/field'
import { search } from '@portico/ui/glyphs'
import { isMixedScript } from '@portico/ui/mixed-script'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { SkeletonRow } from '@portico/ui/skeleton'
import { WholeAddress } from '@portico/ui/whole-address'
import { useQuery } from '../../hooks/useQuery.js'
import { useSettled } from '../../hooks/useSettled.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useOnScreen } from '../../modal/useOnScreen.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { TokenTile } from '../../tiles/TokenTile.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'

/** How long a text stands still before a token is looked for by it, in milliseconds. */
const searchDelay = 300

/** A token by its address: looked up on the chain and shown, and added when the visitor says so. */
export default function AddTokenView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const isOnScreen = useOnScreen()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const { address = '', namespace } = accountFrom(portico, connections, networks, facts)
  const network = networks.byNamespace[namespace]?.active
  const networkId = network?.id ?? portico.defaultNetwork.id
  const [text, setText] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const typed = text.trim()
  const [settled] = useSettled(typed, searchDelay)
  const isSettled = settled === typed
  const { data, error, isFetching } = useQuery<HeldToken>({
    queryKey: ['token to add', networkId, address, settled],
    queryFn: ({ signal }) => lookUpToken(portico, { address, networkId, token: settled, signal }),
    enabled: settled !== '' && address !== '',
    retry: false,
    gcTime: 0, // a chain that was away is asked again
  })
  const found = isSettled && !isFetching ? data : undefined
  const wrong = failure ?? (isSettled && typed !== '' && !isFetching ? (error ?? undefined) : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!found?.address || isAdding) return
    setIsAdding(true)
    try {
      await addToken(portico, { address, networkId, token: found.address })
      showToast(portico, { variant: 'success', message: t('token.added') })
      if (isOnScreen()) goBack(portico)
    } catch (thrown) {
      setFailure(thrown)
      setIsAdding(false)
    }
  }
  if (address === '') return <ConnectFirst title={t('token.add')} />
  return (
    <ViewFrame
      title={t('token.add')}
      lead="back"
      foot={
        <Button variant="primary" type="submit" form="po-add-token" busy={isAdding} disabled={!found}>
          {found?.hidden ? t('token.show') : t('token.add')}
        </Button>
      }
    >
      <p className="po-text">{t('token.add.text', { network: safeText(network?.name) })}</p>
      <form id="po-add-token" className="po-mt3" onSubmit={(event) => void submit(event)}>
        <Field
          label={t('token.contract')}
          placeholder={t('token.contract')}
          icon={search}
          dir="ltr"
          autoCapitalize="off"
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setFailure(undefined)
          }}
          onClear={() => setText('')}
          clearLabel={t('common.clear')}
          error={wrong === undefined ? undefined : errorText(wrong)}
        />
      </form>
      <div className="po-mt3" role="status">
        {typed !== '' && (isFetching || !isSettled) && <SkeletonRow title={96} sub={72} />}
        {found && <Found token={found} />}
      </div>
    </ViewFrame>
  )
}

/** What the chain says of it, and what it does not. Its names are its own words (S36). */
function Found({ token }: { readonly token: HeldToken }) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const { networkId, symbol, name, address = '', units, decimals } = token
  const short = safeText(symbol)
  return (
    <>
      <div className="po-row">
        <TokenTile token={token} network={findNetwork(portico, networkId)} size={40} />
        <span className="po-row__m">
          <span className="po-row__t">{safeText(name) || short || t('tokens.unnamed')}</span>
          <span className="po-row__s po-num">
            <bdi dir="ltr">
              {formatAmount(units, decimals, locale.code)} {short || shortAddress(address)}
            </bdi>
          </span>
        </span>
      </div>
      <Card className="po-mt2">
        <WholeAddress address={address} start={addressStart} end={addressEnd} />
      </Card>
      <div className="po-mt3">
        <Note tone="warn" title={isMixedScript(symbol) && t('tokens.mixed')}>
          {t('token.add.warning')}
        </Note>
      </div>
    </>
  )
}
