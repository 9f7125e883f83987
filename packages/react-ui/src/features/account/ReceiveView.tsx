'use client'
import { accountStore, addressEnd, addressStart, connectionStore, networkStore, type Namespace } from '@portico/core'
import { accountFrom, pushView, showToast } from '@portico/core/kit'
import { useState } from 'react'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { check, copy as copyGlyph, wallet as walletGlyph } from '@portico/ui/glyphs'
import { List, ListItem } from '@portico/ui/list-item'
import { Qr } from '@portico/ui/qr'
import { safeText } from '@portico/ui/safe-text'
import { Segmented } from '@portico/ui/segmented'
import { Stack } from '@portico/ui/tile'
import { WholeAddress } from '@portico/ui/whole-address'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { NetworkTile } from '../../tiles/NetworkTile.js'
import { wayTo } from '../../modal/wayTo.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { compatibleNetworks } from './compatible.js'
import { ordinalsOf } from './ordinals.js'
import { useCopy } from '../../hooks/useCopy.js'
import { useLabel } from '../../hooks/useLabel.js'
import { usePaymentText } from './usePaymentText.js'
import { AccountAvatar } from '../../slots/AccountAvatar.js'

/** How many networks are drawn beside their number. */
const drawnNetworks = 5

interface ViewProps {
  readonly params?: { readonly namespace?: Namespace } | undefined
}

/** The address of the account, whole and as a code to scan, and where it takes money. */
export default function ReceiveView({ params }: ViewProps) {
  const portico = usePortico()
  const t = useT()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const account = accountFrom(portico, connections, networks, facts, params?.namespace)
  const { namespace } = account
  const network = networks.byNamespace[namespace]?.active
  const ordinals = ordinalsOf(account)
  const payments = account.accounts.find(({ type }) => type === 'payment')?.address ?? account.address
  const [wanted, setWanted] = useState<'payment' | 'ordinal'>('payment')
  const address = wanted === 'ordinal' && ordinals !== undefined ? ordinals : payments
  const text = usePaymentText(address, network?.id)
  const { copied, copy } = useCopy()
  const labelOf = useLabel()
  if (address === undefined || !network) {
    const toConnect = wayTo(portico, 'Connect')
    const title = t('accounts.none.title', { namespace: portico.adapters.size > 1 ? namespace : '' })
    return (
      <ViewFrame title={t('receive.title')} lead="back">
        <Empty
          glyph={walletGlyph}
          title={title}
          action={
            network &&
            toConnect && (
              <Button variant="primary" size="md" full={false} onClick={() => toConnect(params)}>
                {t('accounts.connect')}
              </Button>
            )
          }
        >
          {network ? t('receive.none') : t('error.AdapterNotFoundError')}
        </Empty>
      </ViewFrame>
    )
  }

  // What the site calls it, else the name that it has: whoever reads the code finds that name, too.
  const label = labelOf(address) ?? ((address === account.address && safeText(account.profileName)) || undefined)
  const two = ordinals !== undefined && ordinals !== payments
  const compatible = compatibleNetworks(portico, network)
  const copyAddress = () =>
    void copy(address).then((done) =>
      showToast(
        portico,
        done ? { variant: 'success', message: t('account.copied') } : { variant: 'error', message: t('account.uncopied') },
      ),
    )
  const kinds = [
    { id: 'payment' as const, label: t('receive.payments') },
    { id: 'ordinal' as const, label: t('accounts.ordinals') },
  ]
  return (
    <ViewFrame
      title={t('receive.title')}
      lead="back"
      foot={
        <Button variant="primary" icon={copied ? check : copyGlyph} onClick={copyAddress}>
          {copied ? t('receive.copied') : t('account.copy')}
        </Button>
      }
    >
      {two && <Segmented label={t('receive.kind')} items={kinds} value={wanted} onChange={setWanted} controls="po-receive" />}
      <div
        id="po-receive"
        {...(two && { role: 'tabpanel', 'aria-label': kinds.find(({ id }) => id === wanted)?.label, className: 'po-mt3' })}
      >
        <Qr text={text} label={t('receive.code')}>
          <AccountAvatar address={address} src={address === account.address ? account.profileImage : undefined} size={56} />
        </Qr>
        <div className="po-card po-mt3">
          {label !== undefined && (
            <p className="po-label po-strong po-center">
              <bdi>{label}</bdi>
            </p>
          )}
          <WholeAddress address={address} start={addressStart} end={addressEnd} />
        </div>
      </div>
      <div className="po-mt2">
        <List>
          <ListItem
            compact
            badge={
              <Stack>
                {compatible.slice(0, drawnNetworks).map((one) => (
                  <NetworkTile key={one.id} network={one} size={20} />
                ))}
              </Stack>
            }
            chevron
            onClick={() => pushView(portico, { view: 'CompatibleNetworks', params })}
          >
            {t('receive.networks', { count: compatible.length })}
          </ListItem>
        </List>
      </div>
    </ViewFrame>
  )
}
