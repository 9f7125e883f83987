'use client'
import { embeddedConnector, openWalletSecurity } from '@portico/core/embedded'
import { useEffect, useRef } from 'react'
import { useT } from '../../i18n/useT.js'
import { usePortico } from '../../PorticoProvider.js'
import { SecureSlot } from '../../secure-slot/SecureSlot.js'

/** Where the secure frame shows how safe the wallet is: passkeys, recovery code, export. */
export default function WalletSecurityView() {
  const portico = usePortico()
  const t = useT()
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current || embeddedConnector(portico)?.embedded.state().surface !== undefined) return
    asked.current = true
    openWalletSecurity(portico).catch(() => undefined) // the slot says that the frame did not come
  }, [portico])
  return <SecureSlot title={t('safety.title')} lead="back" purposes={['security', 'recover']} />
}
