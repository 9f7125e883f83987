'use client'
import { accountStore, connectionStore, findNetwork, networkStore, shortAddress } from '@portico/core'
import { accountFrom } from '@portico/core/kit'
import { revokePermission, type GrantedPermission } from '@portico/core/permissions'
import { Button } from '@portico/ui/button'
import { Empty } from '@portico/ui/empty'
import { GlyphTile } from '@portico/ui/glyph-tile'
import { shield, sign } from '@portico/ui/glyphs'
import { List } from '@portico/ui/list-item'
import { Note } from '@portico/ui/note'
import { safeText } from '@portico/ui/safe-text'
import { useAction } from '../../hooks/useAction.js'
import { useErrorText } from '../../i18n/useErrorText.js'
import { useT } from '../../i18n/useT.js'
import { ViewFrame } from '../../modal/ViewFrame.js'
import { usePortico, usePorticoContext } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { ConnectFirst } from '../../wallets/ConnectFirst.js'
import { usePermissions } from './usePermissions.js'
import { usePermissionText } from './usePermissionText.js'

/** What the site may do with the account by itself, until when, and a button that ends it. */
export default function PermissionsView() {
  const portico = usePortico()
  const t = useT()
  const errorText = useErrorText()
  const connections = usePorticoStore(connectionStore, (state) => state)
  const networks = usePorticoStore(networkStore, (state) => state)
  const facts = usePorticoStore(accountStore, (state) => state)
  const { address } = accountFrom(portico, connections, networks, facts)
  const granted = usePermissions(address)
  const stop = useAction(revokePermission)
  const busy = stop.isPending ? stop.variables.context : undefined
  if (address === undefined) return <ConnectFirst title={t('permissions.title')} />
  return (
    <ViewFrame title={t('permissions.title')} lead="back">
      {stop.isError && <Note tone="bad">{errorText(stop.error)}</Note>}
      {granted.length === 0 ? (
        <Empty glyph={shield} title={t('permissions.none')}>
          {t('permissions.none.text')}
        </Empty>
      ) : (
        <>
          <p className="po-text po-mt2">{t('permissions.text')}</p>
          <div className="po-perm po-mt3">
            <List>
              {granted.map((one) => (
                <Granted
                  key={one.context}
                  granted={one}
                  busy={busy === one.context}
                  onStop={() => busy === undefined && stop.mutate({ context: one.context })}
                />
              ))}
            </List>
          </div>
        </>
      )}
    </ViewFrame>
  )
}

interface GrantedProps {
  readonly granted: GrantedPermission
  readonly busy: boolean
  readonly onStop: () => void
}

function Granted({ granted: { permission }, busy, onStop }: GrantedProps) {
  const portico = usePortico()
  const t = useT()
  const { locale } = usePorticoContext()
  const what = usePermissionText(permission)
  const { expiry, networkId, delegate } = permission
  const until = new Intl.DateTimeFormat(locale.code, { dateStyle: 'medium', timeStyle: 'short' }).format(expiry * 1000)
  const network = findNetwork(portico, networkId)
  return (
    <div className="po-row">
      <GlyphTile glyph={sign} />
      <span className="po-row__m">
        <span className="po-row__t">{what}</span>
        <span className="po-row__s">{t('permissions.until', { time: until })}</span>
        <span className="po-row__s">
          {network && safeText(network.name)} · <bdi dir="ltr">{shortAddress(delegate)}</bdi>
        </span>
      </span>
      <Button size="sm" full={false} variant="danger-soft" busy={busy} aria-label={t('permissions.stop.label', { what })} onClick={onStop}>
        {t('permissions.stop')}
      </Button>
    </div>
  )
}
