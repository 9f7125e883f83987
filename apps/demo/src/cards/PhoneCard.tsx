import { connectionStore, type Namespace } from '@portico/core'
import { useConnect, useConnectors, usePortico, usePorticoStore } from '@portico/react-ui'
import { useEffect } from 'react'
import { showScreen } from '../phone/screen.js'
import { pocketId } from '../pocketId.js'
import { Button } from '../ui/Button.js'
import { Card } from '../ui/Card.js'
import { phone, scan } from '../ui/glyphs.js'
import { Failure, Outcome } from '../ui/Outcome.js'

/** A wallet on a phone, for people without one: a page of this demo, which pairs by WalletConnect as a real one does. */
export function PhoneCard() {
  const portico = usePortico()
  const connector = useConnectors().find(({ link }) => link !== undefined)
  const sessions = usePorticoStore(connectionStore, ({ byNamespace }) => byNamespace)
  const connect = useConnect()
  useEffect(() => showScreen(portico), [portico])

  if (!connector) return null
  const isConnected = Object.values(sessions).some(({ connections }) => connections.some((one) => one.connector.id === connector.id))
  const [namespace] = connector.namespaces
  const pair = (family: Namespace) => {
    openPhone('/phone.html?scan')
    connect.mutate({ connectorId: connector.id, namespace: family, walletId: pocketId })
  }
  return (
    <Card glyph={phone} title="Phone" lead="No phone at hand? Pocket is a wallet on a page, paired over the relay on this machine.">
      <p className="m-say">
        It looks at the code that this page shows, and asks you there. Or choose Pocket or WalletConnect in the modal, copy the link, and
        paste it on the phone.
      </p>
      <div className="m-pair">
        {namespace && !isConnected && (
          <Button tone="primary" glyph={scan} busy={connect.isPending} onClick={() => pair(namespace)}>
            Scan the code on screen
          </Button>
        )}
        <Button glyph={phone} onClick={() => openPhone('/phone.html')}>
          Open the phone
        </Button>
      </div>
      {connect.isPending && <Outcome kind="pending">Answer on the phone.</Outcome>}
      {connect.isError && <Failure error={connect.error} />}
    </Card>
  )
}

/** In a window as wide as a phone, where the browser has windows; the same one each time. It stands beside the modal's code, not over it. */
function openPhone(path: string) {
  const [width, height] = [430, 860]
  const left = Math.round(Math.min(window.screenX + window.outerWidth / 2 + 220, window.screen.availWidth - width))
  const top = Math.round(Math.max(window.screenY + (window.outerHeight - height) / 2, 0))
  window.open(path, 'pocket', `popup,width=${width},height=${height},left=${left},top=${top}`)
}
