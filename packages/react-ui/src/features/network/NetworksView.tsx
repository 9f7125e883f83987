'use client'
import { activeConnection, closeModal, connectionStore, networkStore, networkSupport, type Namespace, type Network } from '@portico/core'
import { selectNetwork, showToast } from '@portico/core/kit'
import { useState } from 'react'
import { Badge } from '@portico/ui/badge'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { Field } from '@portico/ui/field'
import { nodes, search as searchGlyph } from '@portico/ui/glyphs'
import { LinkButton } from '@portico/ui/link'
import { List, ListItem } from '@portico/ui/list-item'
import { Pill } from '@portico/ui/pill'
import { safeText } from '@portico/ui/safe-text'
import { SectionTitle } from '@portico/ui/section-title'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { useSite } from '../../hooks/useSite.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { useWalletName } from '../../hooks/useWalletName.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'

/** From this many networks on there is a search. */
const searchFrom = 9

/**
 * The site's networks by chain family. Those that a wallet cannot reach stay, dimmed, with the reason; test networks are last,
 * folded.
 */
export default function NetworksView() {
  const portico = usePortico()
  const t = useT()
  const site = useSite()
  const errorText = useErrorText()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const namespace = connections.activeNamespace
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace])
  const activeId = networks?.unsupported ? undefined : networks?.active.id
  const [text, setText] = useState('')
  const [unfolded, setUnfolded] = useState(false)

  const nameOf = useWalletName()
  const walletIn = (where: Namespace) => {
    const connector = activeConnection(connections, where)?.connector
    return connector && nameOf(connector)
  }
  const wallet = walletIn(namespace)
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
  const families = [...portico.adapters.keys()]

  const choose = ({ id }: Network) => {
    try {
      const decision = selectNetwork(portico, { networkId: id })
      if (decision === 'nothing' || decision === 'done') closeModal(portico)
    } catch (error) {
      showToast(portico, { variant: 'error', message: errorText(error) })
    }
  }
  /** Who is there, of a chain family that is not in use; nothing where it is the same wallet. */
  const whoIsThere = ({ namespace: where }: Network) => {
    const other = walletIn(where)
    if (where === namespace || wallet === undefined || wallet === other) return undefined
    return <Badge>{other === undefined ? t('accounts.notconnected') : t('networks.other')}</Badge>
  }
  const row = (network: Network, off = false) => (
    <ListItem
      key={network.id}
      lead={<NetworkTile network={network} size={32} />}
      selected={network.id === activeId}
      disabled={off}
      compact
      badge={network.testnet ? <Pill>{t('networks.test')}</Pill> : !off && whoIsThere(network)}
      onClick={() => choose(network)}
    >
      {safeText(network.name)}
    </ListItem>
  )
  /** One list, or one for each chain family where the site uses several. */
  const toHelp = wayTo(portico, 'WhatIsANetwork')
  const sections = (some: readonly Network[], titleOf: (namespace: Namespace) => string | undefined, off = false) =>
    families
      .map((family) => ({ family, title: titleOf(family), members: some.filter((network) => network.namespace === family) }))
      .filter(({ members }) => members.length > 0)
      .map(({ family, title, members }) => (
        <div className="po-mt2" key={family}>
          {title && <SectionTitle>{title}</SectionTitle>}
          <List label={title ?? t('networks.title')}>{members.map((network) => row(network, off))}</List>
        </div>
      ))
  return (
    <ViewFrame
      title={t('networks.title')}
      lead="back"
      foot={
        toHelp && (
          <div className="po-meta po-center">
            <LinkButton onClick={() => toHelp()}>{t('network.what')}</LinkButton>
          </div>
        )
      }
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
          action={
            <Button size="md" full={false} onClick={() => setText('')}>
              {t('networks.all')}
            </Button>
          }
        >
          {t('networks.none.text', { count: portico.networks.length })}
        </Empty>
      )}
      {sections(main, (family) => (families.length > 1 ? t('networks.family', { namespace: family }) : undefined))}
      {tests.length > 0 && (
        <div className="po-mt2">
          <SectionTitle
            end={
              !isActiveTest &&
              !query &&
              main.length > 0 && (
                <LinkButton aria-expanded={showTests} onClick={() => setUnfolded(!unfolded)}>
                  {showTests ? t('networks.hide') : t('networks.show')}
                </LinkButton>
              )
            }
          >
            {t('networks.tests')}
          </SectionTitle>
          {showTests && <List label={t('networks.tests')}>{tests.map((network) => row(network))}</List>}
        </div>
      )}
      {sections(away, (family) => t('networks.away', { wallet: safeText(walletIn(family)) }), true)}
    </ViewFrame>
  )
}
