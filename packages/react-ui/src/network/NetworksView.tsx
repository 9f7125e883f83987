'use client'
import { activeConnection, closeModal, connectionStore, networkStore, networkSupport, pushView, selectNetwork, showToast, type Network } from '@portico/core'
import { useState } from 'react'
import { nodes, search as searchGlyph } from '../icons/glyphs.js'
import { useErrorText } from '../i18n/useErrorText.js'
import { useT } from '../i18n/I18nProvider.js'
import { useSite } from '../connection/useSite.js'
import { ViewFrame } from '../modal/ViewFrame.js'
import { usePortico } from '../PorticoProvider.js'
import { Button } from '../primitives/button/Button.js'
import { Empty } from '../primitives/empty/Empty.js'
import { Field } from '../primitives/field/Field.js'
import { LinkButton } from '../primitives/link/Link.js'
import { List, ListItem } from '../primitives/list-item/ListItem.js'
import { Pill } from '../primitives/pill/Pill.js'
import { SectionTitle } from '../primitives/section-title/SectionTitle.js'
import { safeText } from '../primitives/safeText.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { NetworkTile } from './NetworkTile.js'

/** From this many networks on there is a search. */
const searchFrom = 9

/** The site's networks. Those that the wallet cannot reach stay, dimmed, with the reason; test networks are last, folded. */
export default function NetworksView() {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const errorText = useErrorText()
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const wallet = usePorticoStore(connectionStore, (state) => activeConnection(state)?.connector.name)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace])
  const activeId = networks?.unsupported ? undefined : networks?.active.id
  const [text, setText] = useState('')
  const [unfolded, setUnfolded] = useState(false)

  const query = text.trim().toLowerCase()
  const found = portico.networks.filter(({ name, id }) => !query || name.toLowerCase().includes(query) || id.split(':')[1] === query)
  const reachable = (network: Network) => {
    const { approvedNetworkIds } = networkSupport(portico, network.namespace)
    return approvedNetworkIds === undefined || approvedNetworkIds.includes(network.id)
  }
  const main = found.filter((network) => !network.testnet && reachable(network))
  const tests = found.filter((network) => network.testnet && reachable(network))
  const away = found.filter((network) => !reachable(network))
  const isActiveTest = tests.some(({ id }) => id === activeId)
  const showTests = unfolded || isActiveTest || query !== '' || main.length === 0

  const choose = ({ id }: Network) => {
    try {
      if (selectNetwork(portico, { networkId: id }) === 'nothing' || wallet === undefined) closeModal(portico)
    } catch (error) {
      showToast(portico, { variant: 'error', message: errorText(error) })
    }
  }
  const row = (network: Network, off = false) => (
    <ListItem
      key={network.id}
      lead={<NetworkTile network={network} size={32} />}
      selected={network.id === activeId}
      disabled={off}
      compact
      {...(network.testnet && { badge: <Pill>{t('networks.test')}</Pill> })}
      onClick={() => choose(network)}
    >
      {safeText(network.name)}
    </ListItem>
  )
  return (
    <ViewFrame
      title={t('networks.title')}
      lead="back"
      foot={<div className="po-meta po-center"><LinkButton onClick={() => pushView(portico, { view: 'WhatIsANetwork' })}>{t('network.what')}</LinkButton></div>}
      lined
    >
      {portico.networks.length >= searchFrom && (
        <Field
          icon={searchGlyph}
          label={t('networks.search')}
          placeholder={t('networks.search')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onClear={() => setText('')}
          clearLabel={t('common.clear')}
          compact
        />
      )}
      {found.length === 0 && (
        <Empty
          glyph={nodes}
          title={t('networks.none.title', { site: site.name, query: safeText(text) })}
          action={<Button size="md" full={false} onClick={() => setText('')}>{t('networks.all')}</Button>}
        >
          {t('networks.none.text', { count: portico.networks.length })}
        </Empty>
      )}
      {main.length > 0 && <div className="po-mt2"><List label={t('networks.title')}>{main.map((network) => row(network))}</List></div>}
      {tests.length > 0 && (
        <div className="po-mt2">
          <SectionTitle
            end={!isActiveTest && !query && main.length > 0 && (
              <LinkButton aria-expanded={showTests} onClick={() => setUnfolded(!unfolded)}>{showTests ? t('networks.hide') : t('networks.show')}</LinkButton>
            )}
          >
            {t('networks.tests')}
          </SectionTitle>
          {showTests && <List label={t('networks.tests')}>{tests.map((network) => row(network))}</List>}
        </div>
      )}
      {away.length > 0 && (
        <div className="po-mt2">
          <SectionTitle>{t('networks.away', { wallet: safeText(wallet) })}</SectionTitle>
          <List label={t('networks.away', { wallet: safeText(wallet) })}>{away.map((network) => row(network, true))}</List>
        </div>
      )}
    </ViewFrame>
  )
}
